/** Lines about those who wrote the page, told by the names the page declares: in whatever language they are. */

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
