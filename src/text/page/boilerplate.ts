/** What tags, roles and names say about parts of a page that are not its main text, and when not to believe them. */
import { linkDensity } from './measure.js';
import { meaningOf, type NameMeaning } from './names.js';
import type { PageNode } from './tree.js';

const byTag = new Map(
  Object.entries({
    nav: 'navigation',
    aside: 'asides',
    footer: 'footers',
    form: 'forms',
    button: 'forms',
    input: 'forms',
    label: 'forms',
    fieldset: 'forms',
    dialog: 'dialog windows',
    marquee: 'advertising',
  }),
);
const byRole = new Map(
  Object.entries({
    navigation: 'navigation',
    menu: 'navigation',
    menubar: 'navigation',
    toolbar: 'navigation',
    tablist: 'navigation',
    banner: 'headers',
    contentinfo: 'footers',
    complementary: 'asides',
    search: 'forms',
    dialog: 'dialog windows',
    alertdialog: 'dialog windows',
  }),
);

/** What elements say they are themselves, not by a name. */
export const dialogWindows: ReadonlySet<string> = new Set(['dialog windows']);
/**
 * Kinds that are left out before the main text is looked for: they can be longer than it. The others only count less.
 */
export const surelyBoilerplate: ReadonlySet<string> = new Set([
  ...dialogWindows,
  'comments',
  'footers',
  'consent',
  'forms',
]);
/** The largest share of the page's prose that an element of a kind can hold and still be boilerplate. */
const largestShares: ReadonlyMap<string, number> = new Map([
  ['comments', 0.9],
  ['footers', 0.9],
  ['consent', 0.9],
  ['dialog windows', 0.9],
  ['related links', 0.9],
]);

/**
 * Elements whose class and id are read. Headings and text carry ids made from their own words (`id="cookies-and-you"`).
 */
const namedTags = new Set(
  'div section ul ol li table header details figure p span iframe center dl template menu td address a em small aside'.split(
    ' ',
  ),
);
const wholeTags = new Set(['body', 'html', 'article', 'main']);
const textTags = new Set(['p', 'span', 'a']);
/** Classes that sort a page, such as WordPress's `tag-cookies category-comments`, say nothing about the element. */
const sortingClass =
  /(^|\s)(tag|category|author|section|topic|type|status|format|post|page|term|single|archive|lang|depth|level)-[^\s]+/g;
const maxIdCharacters = 30;

/** The kind of boilerplate an element is by tag, role or name, or an empty text. */
export function boilerplateKind(node: PageNode): string {
  const { kind } = nameOf(node);
  if (kind === 'facts' || (kind !== '' && isOfTheText(node))) return '';
  const known = wholeTags.has(node.tag) ? undefined : (byTag.get(node.tag) ?? byRole.get(node.attributes.role ?? ''));
  return known ?? (kind === '' && isNarrowColumn(node) ? 'asides' : kind);
}

const inlineTags = new Set(['a', 'span', 'em', 'small']);
const leastParagraph = 200;
const leastAround = 60;

/**
 * Whatever its name, a word in the midst of a sentence is of the sentence (`<a class="popup">`), what a heading is made
 * of is the heading (`<a class="toc-backref">`), and a paragraph of some length that hardly links is text
 * (`<p class="paywall">`, `<p class="teaser">`).
 */
function isOfTheText(node: PageNode): boolean {
  if (node.tag === 'p') return node.prose >= leastParagraph && linkDensity(node) < 0.1;
  if (!inlineTags.has(node.tag) || node.isBlock || node.parent === undefined) return false;
  const { tag, children, letters } = node.parent;
  if (/^h[1-6]$/.test(tag) && node.letters === letters) return true;
  const at = children.indexOf(node);
  const isText = (one: PageNode | undefined) => one?.tag === '#text' && /\p{L}/u.test(one.text);
  const around = children.reduce((sum, { tag, letters }) => sum + (tag === '#text' ? letters : 0), 0);
  const goesOn = /^\s*\p{Ll}/u.test(children[at + 1]?.text ?? ''); // where it opens the sentence
  return around >= leastAround && isText(children[at + 1]) && (isText(children[at - 1]) || goesOn);
}

const columnClass = /(?:^|\s)col(?:umns?)?(?:-(?:xs|sm|md|lg|xl))?-(\d{1,2})(?=\s|$)/g;
/** A row with more, white space included, is a list and no layout of the page. */
const maxRowChildren = 24;
const factTags = new Set(['table', 'dl']);

/**
 * In the common grid of twelve columns: a column of up to four beside one of seven and more is a side column, unless it
 * holds facts.
 */
function isNarrowColumn(node: PageNode): boolean {
  if (
    node.tag !== 'div' ||
    node.parent === undefined ||
    node.parent.children.length > maxRowChildren ||
    widthOf(node) > 4
  )
    return false;
  return (
    node.parent.children.some((other) => other !== node && other.omitted === '' && isWide(other)) && !holdsFacts(node)
  );
}

function widthOf({ attributes }: PageNode): number {
  const widths = [...(attributes.class ?? '').matchAll(columnClass)]
    .map(([, width]) => Number(width))
    .filter((width) => width < 12);
  return widths.length === 0 ? 12 : Math.max(...widths);
}

function isWide(node: PageNode): boolean {
  const width = widthOf(node);
  return width >= 7 && width < 12;
}

function holdsFacts(node: PageNode): boolean {
  return node.children.some((child) => factTags.has(child.tag) || holdsFacts(child));
}

const boxName =
  /(?:^|[\s_-])(?:box|callout|panel|card|inset|pull-?out|side-?note|note|tip|alert|well|banner|notice|highlight|cta)(?:[\s_-]|$)/i;
const boxTags = new Set(['div', 'section', 'aside', 'figure', 'details', 'td']);
const maxBoxLetters = 1200;

/** A box beside the running text: an aside, or what is named like one. Its headings speak for the box alone. */
export function isMinorBox(node: PageNode): boolean {
  if (!boxTags.has(node.tag) || node.letters > maxBoxLetters || node.letters === 0) return false;
  const { class: classes = '', style = '', role } = node.attributes;
  return (
    node.tag === 'aside' ||
    role === 'note' ||
    boxName.test(classes) ||
    /float\s*:\s*(left|right)/i.test(style) ||
    boilerplateKind(node) !== ''
  );
}

function nameOf({ tag, attributes }: PageNode): NameMeaning {
  const { class: classes = '', id = '' } = attributes;
  if ((classes === '' && id === '') || !namedTags.has(tag)) return meaningOf('');
  const sorted = classes.split(' ').length >= 4 ? classes.replace(sortingClass, ' ') : classes;
  return meaningOf(id === '' || id.length > maxIdCharacters || textTags.has(tag) ? sorted : `${sorted} ${id}`);
}

/**
 * Whether an element with a boilerplate name holds so much of the page's prose that the name must mean something else.
 */
export function holdsTooMuch(node: PageNode, kind: string, prose: number): boolean {
  if (kind === 'related links' && isRunningText(node, prose)) return true;
  if (node.prose >= prose * (isRealAside(node) ? 0.9 : (largestShares.get(kind) ?? 0.5))) return true;
  return node.prose >= prose * 0.15 && (meaningOf(node.attributes.class ?? '').isBody || holdsTitle(node));
}

const leastShareOfText = 0.3;

/**
 * Related pages are told of by links and a line or two each; paragraphs without links are a text, whatever the name
 * (`read-more-content`).
 */
function isRunningText(node: PageNode, prose: number): boolean {
  if (node.prose < prose * leastShareOfText || linkDensity(node) >= 0.1) return false;
  const paragraphs = countParagraphs(node);
  return paragraphs >= 3 && countLinkedTitles(node) < paragraphs / 3;
}

/** Titles of other pages: a heading that is a link, or a link as a line of its own. */
function countLinkedTitles(node: PageNode): number {
  if (/^h[1-6]$/.test(node.tag)) return linkDensity(node) > 0.7 ? 1 : 0;
  if (node.tag === 'a' && node.letters > 15 && node.parent !== undefined && linkDensity(node.parent) > 0.9) return 1;
  return node.children.reduce((sum, child) => sum + countLinkedTitles(child), 0);
}

const paragraphLetters = 120;

function countParagraphs(node: PageNode): number {
  if (node.tag === 'p') return node.letters >= paragraphLetters ? 1 : 0;
  return node.children.reduce((sum, child) => sum + countParagraphs(child), 0);
}

/** The element itself says so; `sidebar` in a name may also be on the frame around everything. */
function isRealAside({ tag, attributes }: PageNode): boolean {
  return tag === 'aside' || attributes.role === 'complementary';
}

function holdsTitle(node: PageNode): boolean {
  return (
    node.tag === 'h1' ||
    node.tag === 'main' ||
    node.attributes.itemprop === 'articleBody' ||
    node.children.some(holdsTitle)
  );
}

export function isNamedLikeContent({ attributes }: PageNode): boolean {
  return meaningOf(attributes.class ?? '').isContent || meaningOf(attributes.id ?? '').isContent;
}
