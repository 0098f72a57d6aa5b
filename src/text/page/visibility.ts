/**
 * Leaves out what people cannot see as far as the page's own markup tells: the hidden attribute, inline styles, and the
 * page's own style rules with simple selectors. What scripts or linked style sheets hide is not known here.
 */
import { hidingReason, styleReasons } from './styles.js';
import type { PageNode } from './tree.js';

type HidingRules = {
  readonly classes: Map<string, string>;
  readonly ids: Map<string, string>;
  readonly tags: Map<string, string>;
};

const attributeReason = 'hidden attribute';
const screenReaderReason = 'hidden from screen readers';
/** All reasons this file gives. */
export const hidingReasons: ReadonlySet<string> = new Set([...styleReasons, attributeReason, screenReaderReason]);

const noRules: HidingRules = { classes: new Map(), ids: new Map(), tags: new Map() };

/** Pages that fade in hide these until a script runs. */
const neverHidden = new Set(['html', 'body', 'main', 'article', '#root']);

/** With less prose than this left, what was hidden is the text itself, waiting for a script. */
const minVisibleProse = 250;

/** `useSheets` is whether the page's own style sheets are believed as well. */
export function leaveOutHidden(root: PageNode, useSheets: boolean): void {
  const hidden = markHidden(root, useSheets);
  revealText(root, hidden, root.prose - hidden.reduce((sum, { prose }) => sum + prose, 0));
}

/** Leaves out everything hidden, also where hardly any text is left; returns what it was. */
export function markHidden(root: PageNode, useSheets: boolean): PageNode[] {
  const rules = useSheets ? readRules(root) : noRules;
  const hidden: PageNode[] = [];
  const visit = (node: PageNode): void => {
    for (const child of node.children) {
      if (child.tag === '#text' || child.letters === 0) continue;
      const reason = neverHidden.has(child.tag) ? undefined : reasonFor(child, rules);
      if (reason === undefined) {
        visit(child);
        continue;
      }
      child.omitted = reason;
      hidden.push(child);
    }
  };
  visit(root);
  return hidden;
}

/**
 * Pages that wait for a script hide their whole text. Then hardly any prose is left, or the headline is gone with it.
 */
function revealText(root: PageNode, hidden: readonly PageNode[], visibleProse: number): void {
  if (hidden.length === 0) return;
  const largest = hidden.reduce((one, other) => (other.prose > one.prose ? other : one));
  const isAllThereIs = visibleProse < minVisibleProse && largest.prose > visibleProse * 2;
  const hasTheHeadline = largest.prose > visibleProse / 2 && holdsHeadline(largest) && !holdsHeadline(root);
  if (isAllThereIs || hasTheHeadline) largest.omitted = '';
}

function holdsHeadline(node: PageNode): boolean {
  return (
    node.tag === 'h1' ||
    node.attributes.itemprop === 'articleBody' ||
    node.children.some((child) => child.omitted === '' && holdsHeadline(child))
  );
}

function reasonFor({ tag, attributes }: PageNode, rules: HidingRules): string | undefined {
  if (attributes.hidden !== undefined && attributes.hidden !== 'until-found') return attributeReason;
  if (attributes['aria-hidden'] === 'true') return screenReaderReason;
  if (attributes.style !== undefined) {
    const reason = hidingReason(attributes.style);
    if (reason !== undefined) return reason;
  }
  if (rules.ids.size > 0 && attributes.id !== undefined && rules.ids.has(attributes.id))
    return rules.ids.get(attributes.id);
  if (rules.classes.size > 0 && attributes.class !== undefined) {
    for (const name of attributes.class.split(/\s+/)) if (rules.classes.has(name)) return rules.classes.get(name);
  }
  return rules.tags.get(tag);
}

/**
 * `.name`, `#name` and `tag` rules of the style elements. A name that any rule shows again, also inside @media, counts
 * as visible.
 */
function readRules(root: PageNode): HidingRules {
  const rules: HidingRules = { classes: new Map(), ids: new Map(), tags: new Map() };
  const visit = (node: PageNode): void => {
    if (node.tag === 'style' && node.text.length <= maxSheetCharacters)
      readSheet(node.text.replace(/\/\*[\s\S]*?\*\//g, ' '), rules);
    for (const child of node.children) visit(child);
  };
  visit(root);
  return rules;
}

const maxSheetCharacters = 300_000;
const rulePattern = /([^{}]*)\{([^{}]*)\}/g;

function readSheet(sheet: string, rules: HidingRules): void {
  const shown = new Set<string>();
  const nested = nestedRanges(sheet);
  for (const match of sheet.matchAll(rulePattern)) {
    const [, selectors = '', declarations = ''] = match;
    const reason = hidingReason(declarations);
    if (reason === undefined) {
      if (/display\s*:|visibility\s*:\s*visible|opacity\s*:\s*[.1]/.test(declarations))
        for (const name of selectors.match(/[.#]?[\w-]+/g) ?? []) shown.add(name);
      continue;
    }
    if (nested(match.index)) continue;
    for (const selector of selectors.split(',')) addRule(rules, selector.trim(), reason);
  }
  for (const name of shown) targetOf(rules, name).delete(name.replace(/^[.#]/, ''));
}

function targetOf(rules: HidingRules, selector: string): Map<string, string> {
  return selector.startsWith('.') ? rules.classes : selector.startsWith('#') ? rules.ids : rules.tags;
}

function addRule(rules: HidingRules, selector: string, reason: string): void {
  if (/^[.#]?[\w-]+$/.test(selector)) targetOf(rules, selector).set(selector.replace(/^[.#]/, ''), reason);
}

/** Whether a place in the sheet is inside an at-rule block such as @media or @keyframes. */
function nestedRanges(sheet: string): (index: number) => boolean {
  const ends: [start: number, end: number][] = [];
  let depth = 0;
  let start = -1;
  for (let index = sheet.search(/[{}]/); index >= 0 && index < sheet.length; index++) {
    if (sheet[index] === '{') {
      if (++depth === 2 && start < 0) start = index;
    } else if (sheet[index] === '}') {
      depth = Math.max(0, depth - 1);
      if (depth === 0 && start >= 0) {
        ends.push([sheet.lastIndexOf('}', start) + 1, index]);
        start = -1;
      }
    }
  }
  return (index) => ends.some(([from, to]) => index >= from && index <= to);
}
