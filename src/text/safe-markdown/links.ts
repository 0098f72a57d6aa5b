/** Links and images of Markdown. What is no link to a page that was read keeps its words only. */
import type { KnownAddress } from './addresses.js';
import { replaceOutsideCode } from './code.js';

/** Within brackets: no paragraph's end, and brackets one deep unless they are a link themselves, which goes first. */
export const WORDS = '(?:(?!\\n[ \\t]*\\n)(?:[^\\[\\]\\\\]|\\\\[^]|\\[[^\\[\\]]{0,200}\\](?!\\())){0,1000}';
const TITLE = '"[^"]{0,500}"|\'[^\']{0,500}\'|\\([^()]{0,500}\\)';
const PLAIN = '(?:[^\\s()<>\\\\]|\\\\[^]|\\((?:[^\\s()\\\\]|\\\\[^]|\\([^\\s()]{0,200}\\)){0,500}\\)){0,2000}';
const INSIDE = `\\s{0,9}(?:<(?<angled>[^<>\\n]{0,2000})>|(?<plain>${PLAIN}))(?:\\s{1,9}(?:${TITLE}))?\\s{0,9}`;

const replaceLinks = replaceOutsideCode(`(?<!\\\\)(?<bang>!?)\\[(?<words>${WORDS})\\]\\(${INSIDE}\\)`);
/** Whatever could still be read as a link, in code or not. */
const LINKING = new RegExp(`(?<![!\\\\])\\[${WORDS}\\]\\((?<address>[^\\s()]+)\\)|\\]\\(`, 'g');

/** "[1]", "[1, 2]", "[^1]": read later by stages/strip-marks.ts. */
const MARK = /^\^?\d{1,3}(?:\s?[,;]\s?\d{1,3})*$/;
export const isMark = (words: string): boolean => MARK.test(words);

/**
 * "[the map](https://read.example)" stays; "[the map](https://other.example)" -> "the map"; "![a map](x.png)" -> "a
 * map"
 */
export function withoutLinks(text: string, known: KnownAddress): string {
  const replaced = replaceLinks(text, (_, { bang, words = '', angled, plain = '' }) => {
    if (bang === '!') return imageWords(words);
    const spelling = known((angled ?? plain).replace(/\\([!-/:-@[-`{-~])/g, '$1'));
    if (spelling !== undefined && words.trim() !== '') return `[${words}](${spelling})`;
    return isMark(words) ? `[${words}]` : words;
  });
  if (replaced !== text) return replaced; // a link around this one is whole now
  return text.replace(LINKING, (whole, address?: string) =>
    address !== undefined && known(address) === address ? whole : whole.replaceAll('](', '] ('),
  );
}

export function imageWords(words: string): string {
  if (isMark(words)) return `[${words}]`;
  return /\p{L}/u.test(words) ? words : '';
}
