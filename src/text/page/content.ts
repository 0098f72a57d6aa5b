/**
 * Finds the main text: leaves out what is surely not it, picks the element where prose is densest, grows it to its
 * neighbours, tidies it.
 */
import { boilerplateKind, dialogWindows, holdsTooMuch, isNamedLikeContent, surelyBoilerplate } from './boilerplate.js';
import { leaveOutFurniture } from './furniture.js';
import { leaveOutGalleries } from './galleries.js';
import { linkDensity, measure } from './measure.js';
import { leaveOutOtherArticles } from './other-articles.js';
import { leaveOutTeasers } from './teasers.js';
import { tidy } from './tidy.js';
import { type PageNode, textOf, walk } from './tree.js';
import { leaveOutHidden } from './visibility.js';

export type MainOptions = {
  readonly url: string;
  readonly comments?: boolean;
  readonly description?: string | undefined;
  readonly title?: string;
};

/**
 * Below this share of the page's prose, or of the words of its title and description, a second attempt is compared with
 * the first.
 */
const doubtfulShare = 0.35;
const minProse = 140;
/** How much better the second attempt must agree with the title and description. */
const minGain = 0.2;

export function extractMain(root: PageNode, options: MainOptions): PageNode {
  measure(root);
  const main = bestAttempt(root, options);
  return main.letters > 0 ? main : everything(root);
}

function bestAttempt(root: PageNode, options: MainOptions): PageNode {
  const { prose } = root;
  const strict = attempt(root, options, true);
  const strictProse = strict.prose;
  const agreement = agreementWith(strict, options);
  if (strictProse >= prose * doubtfulShare && agreement >= doubtfulShare) return strict;
  reset(root);
  const trusting = attempt(root, options, false);
  if (
    agreementWith(trusting, options) > agreement + minGain ||
    (strictProse < minProse && trusting.prose > strictProse * 3 + minProse)
  )
    return trusting;
  reset(root);
  return attempt(root, options, true);
}

/** A page without any text of its own, such as a list of teasers: all that is visible and no form or footer. */
function everything(root: PageNode): PageNode {
  reset(root);
  leaveOutHidden(root, true);
  leaveOutNamed(root, { kinds: surelyBoilerplate, prose: root.prose, comments: false });
  measure(root);
  return root;
}

function reset(node: PageNode): void {
  node.omitted = '';
  for (const child of node.children) reset(child);
  if (node.parent === undefined) measure(node);
}

/**
 * The share of the longer words of the page's title and description that stand in the text; 1 where there are too few
 * to tell.
 */
function agreementWith(main: PageNode, { title = '', description = '' }: MainOptions): number {
  const expected = new Set(longWords(`${title} ${description}`));
  if (expected.size < 6) return 1;
  const found = new Set(longWords(textOf(main)));
  return [...expected].filter((word) => found.has(word)).length / expected.size;
}

function longWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [];
}

/**
 * `strict` trusts what names, style sheets and layout say about boilerplate; otherwise only tags, roles and density
 * count.
 */
function attempt(root: PageNode, options: MainOptions, strict: boolean): PageNode {
  const comments = options.comments ?? false;
  leaveOutHidden(root, strict);
  measure(root);
  leaveOutNamed(root, { kinds: strict ? surelyBoilerplate : dialogWindows, prose: root.prose, comments });
  if (strict) {
    leaveOutTeasers(root, root.prose);
    leaveOutGalleries(root);
    measure(root);
    leaveOutFurniture(root, options.url);
  } else measure(root);
  const main = grow(pick(root, findAnchors(root, options)));
  leaveOutOtherArticles(main, options.title ?? '');
  leaveOutNamed(main, { prose: strict ? main.prose : main.prose / 2, comments });
  measure(main);
  tidy(main, options);
  measure(main);
  return main;
}

type NameRules = { readonly kinds?: ReadonlySet<string>; readonly prose: number; readonly comments: boolean };

/**
 * Leaves out elements that are boilerplate by name, unless they hold so much of the prose that the name must mean
 * something else.
 */
function leaveOutNamed(node: PageNode, rules: NameRules): void {
  for (const child of node.children) {
    if (child.tag === '#text' || child.omitted !== '') continue;
    const kind = boilerplateKind(child);
    const isKept =
      kind === '' || (rules.comments && kind === 'comments') || (rules.kinds !== undefined && !rules.kinds.has(kind));
    if (isKept || holdsTooMuch(child, kind, rules.prose)) leaveOutNamed(child, rules);
    else child.omitted = kind;
  }
}

const textualTags = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd figure figcaption tr tbody center table'.split(' '),
);
/** What prose counts for one branch further up. Tuned on the tuning half of bench/parse. */
const spread = 0.75;
/** What prose in boxes with doubtful names counts, also where such a box is the candidate itself. */
const doubtfulWeight = 0.2;

/** The element with the most prose close below it: prose in a branch counts less the more branches lie between. */
function pick(root: PageNode, anchors: Anchors): PageNode {
  let best = root;
  let bestScore = -1;
  const score = (node: PageNode, trust: number): number => {
    let sum = node.prose;
    for (const child of node.children) {
      if (!child.isBlock || child.prose === 0) continue;
      const isTextual = textualTags.has(child.tag) || child.prose > node.prose * 0.97;
      const isDoubtful = boilerplateKind(child) !== '' && !holdsTooMuch(child, boilerplateKind(child), root.prose);
      const share = isDoubtful ? doubtfulWeight : 1;
      sum += score(child, trust * share) * (isTextual ? 1 : spread) * share - child.prose;
    }
    const weighted = sum * weightOf(node) * anchorWeight(node, anchors) * trust;
    if (!textualTags.has(node.tag) && weighted > bestScore) {
      best = node;
      bestScore = weighted;
    }
    return sum;
  };
  score(root, 1);
  return best;
}

type Anchors = { readonly aroundTitle: ReadonlySet<PageNode>; readonly aroundDescription: ReadonlySet<PageNode> };

const anchorCharacters = 30;

/**
 * The ancestors of the headline and of the place where the page's description begins: the text is not far from them.
 */
function findAnchors(root: PageNode, { title = '', description = '' }: MainOptions): Anchors {
  const aroundTitle = new Set<PageNode>();
  const aroundDescription = new Set<PageNode>();
  const opening = description.slice(0, anchorCharacters).trim();
  const addAncestors = (node: PageNode, ancestors: Set<PageNode>) => {
    for (let above = node.parent; above !== undefined && above.tag !== 'body'; above = above.parent)
      ancestors.add(above);
  };
  walk(root, (node) => {
    if (node.letters === 0) return false;
    if (/^h[1-4]$/.test(node.tag) && node.letters > (node.tag === 'h1' ? 3 : 15) && title.includes(textOf(node)))
      addAncestors(node, aroundTitle);
    else if (node.tag === '#text' && opening.length > anchorCharacters / 2 && node.text.includes(opening))
      addAncestors(node, aroundDescription);
    return true;
  });
  return { aroundTitle, aroundDescription };
}

function anchorWeight(node: PageNode, { aroundTitle, aroundDescription }: Anchors): number {
  const isNearTitle = aroundTitle.has(node) || (node.parent !== undefined && aroundTitle.has(node.parent));
  return (isNearTitle ? 1.25 : 1) * (aroundDescription.has(node) ? 1.25 : 1);
}

function weightOf(node: PageNode): number {
  if (node.attributes.itemprop === 'articleBody') return 1.5;
  if (node.tag === 'article' || node.tag === 'main') return 1.1;
  return isNamedLikeContent(node) ? 1.1 : 1;
}

const maxLevels = 5;

/**
 * Takes in neighbours that read like more of the same text, up to some levels above; the other neighbours stay outside.
 */
function grow(picked: PageNode): PageNode {
  let region = picked;
  const levels: (readonly PageNode[])[] = [];
  for (
    let node = picked;
    levels.length < maxLevels && !isWhole(node) && node.parent !== undefined;
    node = node.parent
  ) {
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

function neighboursOutside(
  node: PageNode,
  parent: PageNode,
  picked: PageNode,
): { hasMore: boolean; rejected: PageNode[] } {
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
  return (
    node.prose >= Math.max(80, picked.prose * 0.03) && linkDensity(node) < 0.25 && node.prose > node.letters * 0.45
  );
}
