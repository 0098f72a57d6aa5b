/** Title, description, date and language as the page states them: meta tags, JSON-LD, `<time>`, `<h1>`, `<title>`. */
import { fullNames, isAuthor, namesInMeta } from './authors.js';
import { shortTitle } from './blocks.js';
import { findDate, isDateLine } from './dates.js';
import { detectLanguage, languageTag } from './language.js';
import { type LinkedData, readLinkedData } from './linked-data.js';
import { isFormula, type PageNode, textOf } from './tree.js';

export type Metadata = {
  readonly title: string;
  readonly description: string | undefined;
  readonly date: string | undefined;
  readonly language: string | undefined;
};

type Head = {
  readonly meta: Map<string, string>;
  readonly scripts: string[];
  /** Read when first asked for: pages carry large scripts. */
  linked: LinkedData | undefined;
  readonly headlines: string[];
  /** Names the page links or marks as those of its authors. */
  readonly bylines: string[];
  readonly times: PageNode[];
  /** Short lines with a year in them. */
  readonly dateLines: string[];
  title: string;
  language: string | undefined;
  canonical: string | undefined;
};

/** Reads the whole tree, also what is left out of the main text. */
export function readHead(root: PageNode): Head {
  const head: Head = {
    meta: new Map(),
    scripts: [],
    linked: undefined,
    headlines: [],
    bylines: [],
    times: [],
    dateLines: [],
    title: '',
    language: undefined,
    canonical: undefined,
  };
  const visit = (node: PageNode): void => {
    const { tag, attributes } = node;
    if (tag === '#text') return;
    if (tag === 'meta') addMeta(head.meta, node);
    else if (tag === 'link' && attributes.rel === 'canonical') head.canonical ??= attributes.href;
    else if (tag === 'html') head.language ??= attributes.lang ?? attributes['xml:lang'];
    else if (tag === 'title' && node.parent?.tag !== 'svg') head.title ||= textOf(node);
    else if (tag === 'script' && node.text !== '' && !isFormula(node)) head.scripts.push(node.text);
    else if (tag === 'h1' && node.omitted === '') head.headlines.push(textOf(node));
    else if (tag === 'time' || attributes.itemprop?.startsWith('date')) head.times.push(node);
    if (isAuthor(node)) head.bylines.push(textOf(node));
    if (isShortLine(node)) addDateLine(head.dateLines, textOf(node));
    for (const child of node.children) visit(child);
  };
  visit(root);
  return head;
}

const maxDateLine = 80;

const cellTags = new Set(['td', 'th', 'dd', 'dt', 'li', 'option']);

function isShortLine({ tag, letters, isBlock, children }: PageNode): boolean {
  return (
    isBlock && !cellTags.has(tag) && letters >= 8 && letters <= maxDateLine && !children.some((child) => child.isBlock)
  );
}

function addDateLine(lines: string[], text: string): void {
  if (/(19|20)\d\d/.test(text)) lines.push(text);
}

function addMeta(meta: Map<string, string>, { attributes }: PageNode): void {
  const name = attributes.property ?? attributes.name ?? attributes.itemprop ?? attributes['http-equiv'];
  const content = attributes.content?.replace(/\s+/g, ' ').trim();
  if (name !== undefined && content && !meta.has(name.toLowerCase())) meta.set(name.toLowerCase(), content);
}

/**
 * The address the page was read from, else the one it gives itself: a page saved as a file still knows its site. Where
 * it gives none, the site that most of its links lead to.
 */
export function addressOf(head: Head, url: string, root: PageNode): string {
  const given = [url, head.canonical, head.meta.get('og:url')].find((one) => /^https?:/i.test(one ?? ''));
  return given ?? mostLinkedSite(root) ?? url;
}

function mostLinkedSite(root: PageNode): string | undefined {
  const counts = new Map<string, number>();
  const visit = ({ tag, attributes, children }: PageNode): void => {
    const site = tag === 'a' ? /^https?:\/\/[^/?#]+/i.exec(attributes.href ?? '')?.[0] : undefined;
    if (site !== undefined) counts.set(site, (counts.get(site) ?? 0) + 1);
    for (const child of children) visit(child);
  };
  visit(root);
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0];
}

export function articleBodyOf(head: Head): string | undefined {
  return linkedDataOf(head).articleBody;
}

/** Those who wrote the page, by what it declares. */
export function authorsOf(head: Head): readonly string[] {
  return fullNames([...namesInMeta(head.meta), ...(linkedDataOf(head).author?.split('\n') ?? []), ...head.bylines]);
}

export function readMetadata(head: Head, text: string): Metadata {
  const linked = linkedDataOf(head);
  const description = descriptionOf(head) ?? linked.description;
  const declared =
    languageTag(head.language) ??
    languageTag(first(head.meta, ['content-language', 'og:locale', 'language'])) ??
    languageTag(linked.language);
  return { title: titleOf(head), description, date: dateOf(head, linked), language: declared ?? detectLanguage(text) };
}

/** All titles the head of the page gives, in one text. */
export function declaredTitles({ title, meta }: Head): string {
  return `${title} ${meta.get('og:title') ?? ''}`;
}

export function descriptionOf({ meta }: Head): string | undefined {
  return first(meta, ['og:description', 'description', 'twitter:description']);
}

function linkedDataOf(head: Head): LinkedData {
  head.linked ??= readLinkedData(head.scripts);
  return head.linked;
}

function first(meta: ReadonlyMap<string, string>, names: readonly string[]): string | undefined {
  return names.map((name) => meta.get(name)).find((value) => value !== undefined);
}

/** The headline when the page's title agrees with it, else the social title, else the title without the site's name. */
export function titleOf(head: Head): string {
  const { meta, headlines, title } = head;
  const linked = linkedDataOf(head);
  const social = meta.get('og:title') ?? meta.get('twitter:title') ?? '';
  const known = `${title} ${social} ${linked.headline ?? ''}`.toLowerCase();
  const agreeing = headlines.filter(
    (text) => text.length > 3 && text.length < 300 && known.includes(text.toLowerCase()),
  );
  const headline = agreeing.find((text) => !isSiteName(text, title));
  if (headline !== undefined) return headline;
  const candidate = shortTitle(social || linked.headline || title);
  if (candidate !== '') return withoutSiteName(candidate, meta.get('og:site_name') ?? agreeing[0]);
  return shortTitle(headlines.find((text) => text !== '') ?? '');
}

/**
 * Forums and small sites have their own name in the `h1`: the title is `Van on the boat - Boats of the Sound`, the `h1`
 * its end.
 */
function isSiteName(headline: string, title: string): boolean {
  return (
    title.endsWith(headline) &&
    /\S\s+[|–—·»-]+\s+$/.test(title.slice(0, -headline.length)) &&
    !title.startsWith(headline)
  );
}

function withoutSiteName(title: string, siteName: string | undefined): string {
  const parts = title.split(/\s+[|–—·»:-]+\s+/);
  if (parts.length < 2) return title;
  const last = parts.at(-1)!;
  const isSite =
    siteName !== undefined
      ? last.toLowerCase() === siteName.toLowerCase()
      : title.includes(' | ') && last.split(' ').length <= 4;
  return isSite ? title.slice(0, title.lastIndexOf(last)).replace(/[\s|–—·»:-]+$/, '') : title;
}

const modifiedNames =
  `article:modified_time og:updated_time datemodified last-modified dcterms.modified dc.date.modified lastmod revised`.split(
    /\s+/,
  );
const publishedNames =
  `article:published_time og:published_time datepublished date dc.date dc.date.issued dcterms.created dcterms.date
  pubdate publishdate publish-date parsely-pub-date sailthru.date citation_publication_date article.published`.split(
    /\s+/,
  );

/**
 * The day of the last change where the page states one that is not before its publication, else the day of publication.
 */
function dateOf(head: Head, linked: LinkedData): string | undefined {
  const published = findDate(first(head.meta, publishedNames)) ?? linked.published;
  const modified = findDate(first(head.meta, modifiedNames)) ?? linked.modified;
  if (modified !== undefined && (published === undefined || modified >= published)) return modified;
  return published ?? dateOfTimes(head.times) ?? dateOfLines(head.dateLines);
}

function dateOfTimes(times: readonly PageNode[]): string | undefined {
  const rank = ({ attributes }: PageNode) =>
    attributes.itemprop === 'dateModified' ? 0 : attributes.itemprop === 'datePublished' ? 1 : 2;
  const ordered = [...times].sort((one, other) => rank(one) - rank(other));
  return ordered
    .map((time) => findDate(time.attributes.datetime ?? time.attributes.content ?? textOf(time)))
    .find((date) => date !== undefined);
}

const aboutChange =
  /^\W*(page |last |zuletzt )?(updated|modified|reviewed|revised|edited|aktualisiert|actualizado|mis à jour)\b|^stand:?\s/i;
const aboutPublication =
  /^\W*(first |page )?(published|posted|publish date|date|veröffentlicht|publié|publicado|pubblicato)\b/i;

/** A line that is about dates, `Updated 3 May 2024`, or is nothing but a date. */
export function dateOfLines(lines: readonly string[]): string | undefined {
  const about = [aboutChange, aboutPublication].map((pattern) =>
    lines.find((line) => pattern.test(line) && findDate(line) !== undefined),
  );
  return findDate(about[0] ?? about[1] ?? lines.find(isDateLine));
}
