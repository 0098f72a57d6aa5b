/**
 * Inside the main text: leaves out lists of links to other pages of the site, linked promotions, and lines about the
 * page.
 */
import { linkDensity } from './measure.js';
import { phraseKind } from './phrases.js';
import { hostOf, siteOf } from './site.js';
import { isDataTable } from './table.js';
import { type PageNode, textOf } from './tree.js';

const paragraphTags = new Set('p div h2 h3 h4 h5 h6 span li section center em strong'.split(' '));

export type TidyOptions = { readonly url: string; readonly description?: string | undefined };

export function tidy(main: PageNode, options: TidyOptions): void {
  const reasonFor = createJudge(options);
  const visit = (node: PageNode): void => {
    let before: PageNode | undefined;
    for (const child of node.children) {
      if (child.omitted !== '' || child.letters === 0) continue;
      if (child.isBlock) child.omitted = reasonFor(child, before);
      if (child.omitted !== '') continue;
      before = child;
      if (child.isBlock && !isFacts(child)) visit(child);
    }
  };
  visit(main);
}

const maxLineLetters = 600;
const cellTags = new Set(['dt', 'dd', 'h1']);
const standfirstName = /summary|dek|standfirst|subtitle|sub-?head|strap|intro|lede|teaser|excerpt|description/i;

type Judge = (node: PageNode, before: PageNode | undefined) => string;

/** Says why a node is to be left out, or nothing. `before` is the last element before it that was kept. */
function createJudge({ url, description = '' }: TidyOptions): Judge {
  const host = hostOf(url);
  const seen = new Map<string, PageNode | undefined>();
  const lineReason = (node: PageNode): string => {
    const text = textOf(node);
    if (text === url) return 'address of the page';
    if (text.length > 60 && node.tag !== 'li') {
      // A layout says a text twice in two places; a refrain stands twice in one.
      if (seen.has(text) && seen.get(text) !== node.parent) return 'said before';
      seen.set(text, node.parent);
    }
    if (text === description && (/^h\d$/.test(node.tag) || standfirstName.test(node.attributes.class ?? '')))
      return 'repeats the description';
    return phraseKind(text);
  };
  return (node, before) => {
    const { tag, letters } = node;
    if (cellTags.has(tag)) return '';
    const reason = letters <= maxLineLetters && paragraphTags.has(tag) && !holdsBlock(node) ? lineReason(node) : '';
    if (reason !== '' || tag === 'li' || isFacts(node)) return reason;
    const density = linkDensity(node);
    if (/^(p|h[3-6])$/.test(tag))
      return isLinkLine(node, density, before) && linksWithin(node, host) ? 'related links' : '';
    return density > 0.6 && node.prose < 100 && linksWithin(node, host) && !isListUnderHeading(node, before)
      ? 'links'
      : '';
  };
}

/** A line that is one link, or `[ Home | Timetable | Join us ]`. */
function isLinkLine(node: PageNode, density: number, before: PageNode | undefined): boolean {
  if (density > 0.9) return node.letters > 25;
  if (before?.tag === 'p' && isLabelledTitle(node)) return true; // right below a heading it is the section's text
  return density > 0.6 && node.children.filter(({ tag }) => tag === 'a').length >= 3 && !/[.!?]$/.test(textOf(node));
}

const minTitleLetters = 25;
const maxLabelCharacters = 40;

/** `Also in the news: A bridge is closed for repair`: a short label and a title that is a link, nothing behind it. */
function isLabelledTitle(node: PageNode): boolean {
  const links = node.children.filter(({ tag, letters }) => tag === 'a' && letters > 0);
  const [title] = links;
  if (links.length !== 1 || title === undefined || title.letters < minTitleLetters) return false;
  const text = textOf(node);
  const label = text.slice(0, text.indexOf(':') + 1);
  const isShort = label.length > 1 && label.length <= maxLabelCharacters && label.split(' ').length <= 4;
  return isShort && !/[.!?]/.test(label) && text === `${label} ${textOf(title)}`;
}

function isFacts(node: PageNode): boolean {
  return node.tag === 'dl' || (node.tag === 'table' && isDataTable(node));
}

const maxNameCharacters = 40;

/**
 * A list of names under a heading or after a colon, such as the films of a studio, is content even when every name is a
 * link.
 */
function isListUnderHeading(node: PageNode, before: PageNode | undefined): boolean {
  if ((node.tag !== 'ul' && node.tag !== 'ol') || before === undefined) return false;
  const items = node.children.filter(({ tag }) => tag === 'li').length;
  if (items === 0 || node.letters / items > maxNameCharacters) return false;
  return /^h[2-6]$/.test(before.tag) || (before.tag === 'p' && textOf(before).endsWith(':'));
}

function holdsBlock(node: PageNode): boolean {
  return node.children.some((child) => child.isBlock);
}

/**
 * Whether most links lead to other pages of the same site. Links to places on the page and to other sites are part of a
 * text.
 */
function linksWithin(node: PageNode, host: string): boolean {
  let within = 0;
  let others = 0;
  const visit = ({ tag, attributes, children }: PageNode): void => {
    const href = tag === 'a' ? (attributes.href ?? '') : '';
    if (href !== '') {
      if (href.startsWith('#') || (/^(https?:)?\/\//i.test(href) && siteOf(hostOf(href)) !== siteOf(host))) others++;
      else within++;
    }
    for (const child of children) visit(child);
  };
  visit(node);
  return within > others || within + others === 0;
}
