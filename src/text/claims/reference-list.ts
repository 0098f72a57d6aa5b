/**
 * Finds the list of sources at the end of a text: which number stands for which address, and where the text itself
 * ends.
 */

export type ReferenceList = {
  /** Where the text ends and its list of sources begins. */
  readonly start: number;
  readonly links: ReadonlyMap<number, string>;
};

const TITLE =
  /^(?:#{1,6}\s*)?[*_]*(?:sources?|references?|bibliography|citations?|footnotes?|notes|links|works cited)[*_]*:?[*_]*\s*$/i;
const ENTRY = /^\s*(?:[-*]\s*)?(?:\[\^?(\d{1,3})\]:?|(\d{1,3})[.)])\s+(\S.*)?$/;
/** "[1]: https://..." stands anywhere. */
const DEFINITION = /^\s{0,3}\[\^?(\d{1,3})\]:\s*(\S.*)$/;
const ADDRESS = /https?:\/\/[^\s<>)\]"]+/i;

export function referenceList(text: string): ReferenceList {
  const lines = linesOf(text);
  const title = lines.findLastIndex(({ line }) => TITLE.test(line));
  const isList = title >= 0 && lines.slice(title + 1).some(({ line }) => ENTRY.test(line) || ADDRESS.test(line));
  const links = new Map<number, string>();
  let n: number | undefined;
  for (const [at, { line }] of lines.entries()) {
    const inList = isList && at > title;
    const entry = DEFINITION.exec(line) ?? (inList ? ENTRY.exec(line) : null);
    if (entry) n = Number(entry[1] ?? entry[2]);
    else if (!inList || line.trim() === '') n = undefined;
    const address = ADDRESS.exec(line)?.[0].replace(/[.,;]+$/, '');
    if (n !== undefined && address && !links.has(n)) links.set(n, address);
  }
  return { start: isList ? (lines[title]?.start ?? text.length) : text.length, links };
}

/** Lines that say what a number stands for are no part of the text. */
export function isDefinition(line: string): boolean {
  return DEFINITION.test(line);
}

function linesOf(text: string): { readonly line: string; readonly start: number }[] {
  let start = 0;
  return text.split('\n').map((line) => {
    const entry = { line: line.replace(/\r$/, ''), start };
    start += line.length + 1;
    return entry;
  });
}
