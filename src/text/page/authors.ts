/** Who wrote the page, by what it declares, and lines about them: told by the names, in whatever language they are. */
import type { PageNode } from './tree.js';

const maxName = 60;
const metaNames = ['author', 'article:author', 'dc.creator', 'dcterms.creator', 'sailthru.author', 'parsely-author'];

/** Whether an element is marked or linked as the author. */
export function isAuthor({ tag, attributes, letters }: PageNode): boolean {
  if (letters === 0 || letters > maxName) return false;
  return attributes.itemprop === 'author' || (tag === 'a' && attributes.rel === 'author');
}

export function namesInMeta(meta: ReadonlyMap<string, string>): string[] {
  return metaNames.flatMap((name) => meta.get(name)?.split(/,|;| (?:and|und|et|y|e|&) /) ?? []);
}

const fullName = /^(?:\p{Lu}[\p{L}.'’-]*\s+){1,4}\p{Lu}[\p{L}.'’-]+$/u;

const mostAuthors = 50;

/** First name and surname: no address, no nickname, no name of a site. */
export function fullNames(names: readonly string[]): readonly string[] {
  return [...new Set(names.slice(0, mostAuthors).map((name) => name.trim()))].filter(
    (name) => name.length <= maxName && fullName.test(name),
  );
}

const maxBylineCharacters = 140;
const maxOtherWords = 6;

/** An author's name and little else, above the text: `Von Ann Lee, Köln`. */
export function isByline(text: string, authors: readonly string[]): boolean {
  if (text.length > maxBylineCharacters || /\p{Ll}{2}\.$/u.test(text)) return false;
  const named = authors.filter((author) => text.includes(author));
  if (named.length === 0) return false;
  const others = named.reduce((rest, author) => rest.replaceAll(author, ' '), text);
  return (others.match(/\p{L}{2,}/gu)?.length ?? 0) <= maxOtherWords;
}

const maxLifeCharacters = 900;
const maxWordsBefore = 3;

/**
 * A paragraph below the text that begins with an author: `Ann Lee reports from ...`. One whom the text speaks of
 * (`isKnown`) belongs to the text.
 */
export function isAboutAuthor(text: string, authors: readonly string[], isKnown: (name: string) => boolean): boolean {
  if (text.length > maxLifeCharacters) return false;
  return authors.some((author) => {
    const at = text.indexOf(author);
    return at >= 0 && (text.slice(0, at).match(/\p{L}+/gu)?.length ?? 0) <= maxWordsBefore && !isKnown(author);
  });
}
