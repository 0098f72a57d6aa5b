/** Finds the main text: leaves out what is surely not it, picks the element where prose is densest, grows it to its neighbours, tidies it. */
import { boilerplateKind, holdsTooMuch, isNamedLikeContent } from './boilerplate.js';
import { linkDensity, measure } from './measure.js';
import { tidy } from './tidy.js';
import type { PageNode } from './tree.js';
import { leaveOutHidden } from './visibility.js';

export type MainOptions = { readonly url: string; readonly comments?: boolean; readonly description?: string | undefined };

export function extractMain(root: PageNode, options: MainOptions): PageNode {
  measure(root);
  leaveOutHidden(root, root.letters);
  measure(root);
  leaveOutNamed(root, root.prose, options.comments ?? false);
  leaveOutTeasers(root, root.prose);
  measure(root);
  const main = grow(pick(root));
  tidy(main, options);
  return main;
}

/** Leaves out elements that are boilerplate by name, unless they hold so much of the page's prose that the name must mean something else. */
function leaveOutNamed(node: PageNode, prose: number, comments: boolean): void {
  for (const child of node.children) {
    if (child.tag === '#text' || child.omitted !== '') continue;
    const kind = boilerplateKind(child);
    const isKept = kind === '' || (comments && kind === 'comments') || holdsTooMuch(child, kind, prose);
    if (isKept) leaveOutNamed(child, prose, comments);
    else child.omitted = kind;
  }
}

const minTeasers = 3;

/** Three or more neighbours that each are a linked title with a line or two: teasers of other pages. */
function leaveOutTeasers(node: PageNode, prose: number): void {
  const elements = node.children.filter((child) => child.tag !== '#text' && child.omitted === '' && child.letters > 0);
  const teasers = elements.filter(isTeaser);
  if (teasers.length >= minTeasers && teasers.length >= elements.length * 0.5) {
    const own = teasers.reduce((sum, teaser) => sum + teaser.prose, 0);
    if (own < prose * 0.7) for (const teaser of teasers) teaser.omitted = 'related links';
  }
  for (const child of elements) if (child.omitted === '') leaveOutTeasers(child, prose);
}

function isTeaser(node: PageNode): boolean {
  return node.isBlock && node.tag !== 'p' && node.tag !== 'tr' && node.letters < 800 && node.linkLetters > 15 && hasLinkedTitle(node, 0);
}

function hasLinkedTitle(node: PageNode, depth: number): boolean {
  if (/^h[1-6]$/.test(node.tag)) return linkDensity(node) > 0.7;
  return depth < 8 && node.children.some((child) => child.omitted === '' && hasLinkedTitle(child, depth + 1));
}

const textualTags = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd figure figcaption tr tbody center table'.split(' '),
);
/** What prose counts for one branch further up. Tuned on the tuning half of bench/parse. */
const spread = 0.75;

/** The element with the most prose close below it: prose in a branch counts less the more branches lie between. */
function pick(root: PageNode): PageNode {
  let best = root;
  let bestScore = -1;
  const score = (node: PageNode): number => {
    let sum = node.prose;
    for (const child of node.children) {
      if (!child.isBlock || child.prose === 0) continue;
      const isTextual = textualTags.has(child.tag) || child.prose > node.prose * 0.97;
      sum += score(child) * (isTextual ? 1 : spread) - child.prose;
    }
    const weighted = sum * weightOf(node);
    if (!textualTags.has(node.tag) && weighted > bestScore) {
      best = node;
      bestScore = weighted;
    }
    return sum;
  };
  score(root);
  return best;
}

function weightOf(node: PageNode): number {
  if (node.attributes.itemprop === 'articleBody') return 1.5;
  if (node.tag === 'article' || node.tag === 'main') return 1.1;
  return isNamedLikeContent(node) ? 1.1 : 1;
}

const maxLevels = 5;

/** Takes in neighbours that read like more of the same text, up to some levels above; the other neighbours stay outside. */
function grow(picked: PageNode): PageNode {
  let region = picked;
  const levels: (readonly PageNode[])[] = [];
  for (let node = picked; levels.length < maxLevels && !isWhole(node) && node.parent !== undefined; node = node.parent) {
    const outside = neighboursOutside(node, node.parent, picked);
    levels.push(outside.rejected);
    if (!outside.hasMore) continue;
    region = node.parent;
    for (const rejected of levels.splice(0).flat()) rejected.omitted ||= 'outside the main text';
  }
  return region;
}

function isWhole({ tag }: PageNode): boolean {
  return tag === 'article' || tag === 'main' || tag === 'body' || tag === 'html';
}

function neighboursOutside(node: PageNode, parent: PageNode, picked: PageNode): { hasMore: boolean; rejected: PageNode[] } {
  const flags = parent.children.map((child) => child === node || isMore(child, picked));
  const first = flags.indexOf(true);
  const last = flags.lastIndexOf(true);
  const rejected = parent.children.filter((child, index) => {
    const isBetween = index > first && index < last && (textualTags.has(child.tag) || child.tag === '#text');
    return !flags[index] && !isBetween && child.letters > 0;
  });
  return { hasMore: last > first, rejected };
}

function isMore(node: PageNode, picked: PageNode): boolean {
  if (!node.isBlock || node.omitted !== '') return false;
  return node.prose >= Math.max(80, picked.prose * 0.03) && linkDensity(node) < 0.2 && node.prose > node.letters * 0.6;
}
