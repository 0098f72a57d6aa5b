/**
 * Leaves out what people cannot see as far as the page's own markup tells: the hidden attribute, inline styles, and the page's own style
 * rules with simple selectors. What scripts or linked style sheets hide is not known here.
 */
import { hidingReason } from './styles.js';
import type { PageNode } from './tree.js';

type HidingRules = { readonly classes: Map<string, string>; readonly ids: Map<string, string>; readonly tags: Map<string, string> };

/** Pages that fade in hide these until a script runs. */
const neverHidden = new Set(['html', 'body', 'main', 'article', '#root']);

export function leaveOutHidden(root: PageNode, totalLetters: number): void {
  const rules = readRules(root);
  const visit = (node: PageNode): void => {
    for (const child of node.children) {
      if (child.tag === '#text' || child.letters === 0) continue;
      const reason = neverHidden.has(child.tag) ? undefined : reasonFor(child, rules);
      // More than half of the page behind one rule is an article that a script reveals, not a trick.
      if (reason !== undefined && child.letters <= totalLetters / 2) child.omitted = reason;
      else visit(child);
    }
  };
  visit(root);
}

function reasonFor({ tag, attributes }: PageNode, rules: HidingRules): string | undefined {

  if (attributes.hidden !== undefined && attributes.hidden !== 'until-found') return 'hidden attribute';
  if (attributes['aria-hidden'] === 'true') return 'hidden from screen readers';
  if (attributes.style !== undefined) {
    const reason = hidingReason(attributes.style);
    if (reason !== undefined) return reason;
  }
  if (rules.ids.size > 0 && attributes.id !== undefined && rules.ids.has(attributes.id)) return rules.ids.get(attributes.id);
  if (rules.classes.size > 0 && attributes.class !== undefined) {
    for (const name of attributes.class.split(/\s+/)) if (rules.classes.has(name)) return rules.classes.get(name);
  }
  return rules.tags.get(tag);
}

/** `.name`, `#name` and `tag` rules of the style elements; rules inside @media and the like do not count, a later rule that shows wins. */
function readRules(root: PageNode): HidingRules {
  const rules: HidingRules = { classes: new Map(), ids: new Map(), tags: new Map() };
  const visit = (node: PageNode): void => {
    if (node.tag === 'style') readSheet(node.text, rules);
    for (const child of node.children) visit(child);
  };
  visit(root);
  return rules;
}

const maxSheetCharacters = 300_000;

function readSheet(sheet: string, rules: HidingRules): void {
  if (sheet.length > maxSheetCharacters || !/none|hidden|opacity|font-size|-\d|clip|color/.test(sheet)) return;
  for (const [, selectors, declarations] of topLevelRules(sheet.replace(/\/\*[\s\S]*?\*\//g, ' '))) {
    const reason = hidingReason(declarations!);
    const shows = reason === undefined && /display\s*:|visibility\s*:\s*visible|opacity\s*:\s*1/.test(declarations!);
    if (reason === undefined && !shows) continue;
    for (const selector of selectors!.split(',')) {
      const match = /^\s*([.#]?)([\w-]+)\s*$/.exec(selector);
      if (match === null) continue;
      const target = match[1] === '.' ? rules.classes : match[1] === '#' ? rules.ids : rules.tags;
      if (reason !== undefined) target.set(match[2]!, reason);
      else target.delete(match[2]!);
    }
  }
}

/** Selector and declarations of each rule outside of at-rules. */
function* topLevelRules(sheet: string): Generator<[string, string, string]> {
  let start = 0;
  let depth = 0;
  let open = 0;
  for (let index = 0; index < sheet.length; index++) {
    const character = sheet[index];
    if (character === '{') {
      if (depth++ === 0) open = index;
    } else if (character === '}') {
      if (--depth > 0) continue;
      if (depth === 0) {
        const selector = sheet.slice(start, open);
        if (!selector.includes('@')) yield ['', selector, sheet.slice(open + 1, index)];
      }
      depth = 0;
      start = index + 1;
    } else if (character === ';' && depth === 0) start = index + 1;
  }
}
