/** Reference definitions ("[x]: https://x.example") go, wherever they stand; what refers to them keeps its words. */
import { replaceOutsideCode } from './code.js';
import { imageWords, isMark, WORDS } from './links.js';

/** At the start of a line, also in quotes and lists. */
const START =
  '^(?<start>[ \\t]{0,40}(?:(?:>|[-*+]|\\d{1,9}[.)])[ \\t]{0,40}){0,20})\\[(?<label>(?:[^\\[\\]\\\\]|\\\\[^]){1,999})\\]:';
const TITLE = '"[^"]{0,500}"|\'[^\']{0,500}\'|\\([^()]{0,500}\\)';
const ADDRESS = `[ \\t]{0,40}\\n?[ \\t]{0,40}(?:<[^<>\\n]{0,2000}>|[^\\s<]\\S{0,2000})(?:(?:[ \\t]{1,40}|[ \\t]{0,40}\\n[ \\t]{0,40})(?:${TITLE}))?[ \\t]{0,40}$\\n?`;

const replaceDefinitions = replaceOutsideCode(START + ADDRESS);
const DEFINING = new RegExp(START, 'gm');
const REFERRING = new RegExp(
  `(?<bang>!?)\\[(?<words>${WORDS})\\](?!\\()(?:\\[(?<label>(?:[^\\[\\]\\\\]|\\\\[^]){0,999})\\])?`,
  'g',
);

const folded = (label: string): string => label.trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * "[the map][m]\n\n[m]: https://x.example" -> "the map". "[1]: He said so." is a sentence and gets a blank before the
 * colon.
 */
export function withoutReferences(text: string): string {
  const defined = new Set<string>();
  const rest = replaceDefinitions(text, (_, { start = '', label = '' }) => {
    defined.add(folded(label));
    return start.trim() === '' ? '' : `${start.trimEnd()}\n`;
  }).replace(DEFINING, (whole) => whole.replace(/:$/, ' :'));
  return defined.size === 0
    ? rest
    : rest.replace(REFERRING, (...found: unknown[]) =>
        referred(found[0] as string, found.at(-1) as Reference, defined),
      );
}

type Reference = { readonly bang: string; readonly words: string; readonly label?: string };

function referred(whole: string, { bang, words, label = '' }: Reference, defined: ReadonlySet<string>): string {
  if (!defined.has(folded(label || words))) return whole;
  if (label === '' && isMark(words)) return whole;
  const kept = bang === '!' ? imageWords(words) : words;
  return isMark(label) ? `${kept} [${label}]` : kept;
}
