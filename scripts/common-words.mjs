/**
 * Writes src/text/common-words.ts anew: node scripts/common-words.mjs. The vocabulary of our models' tokenizer is
 * ordered by frequency; its first whole words are the common ones. Words that texts write with a capital inside
 * sentences are names, and a name is never common: they are counted in the corpora of WINNOW_DATA, without which the
 * script refuses to run.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const WORDS = 5000;
/** Share of capitals from which a word is a name: London has 1.00, university 0.75. */
const NAME_SHARE = 0.95;
/** world war ii */
const NUMERAL = /^(?:i{2,3}|iv|vi{0,3}|ix|xi{0,3}|xi?v)$/;
const LINE = 480;

const data = process.env.WINNOW_DATA;
if (!data)
  throw new Error('Set WINNOW_DATA to a folder of corpora (<name>/corpus.jsonl), in which capitals are counted.');

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const vocabulary = JSON.parse(readFileSync(at('models/tokenizer.json'), 'utf8')).model.vocab;
const capitals = countCapitals(data);

const common = Object.entries(vocabulary)
  .sort(([, left], [, right]) => left - right)
  .map(([word]) => word)
  .filter((word) => /^[a-z]{2,}$/.test(word) && !NUMERAL.test(word) && !isName(word))
  .slice(0, WORDS)
  .sort();

writeFileSync(at('src/text/common-words.ts'), file(common));
console.log(`${common.length} words`);

function isName(word) {
  const { upper = 0, lower = 0 } = capitals.get(word) ?? {};
  return upper + lower > 0 && upper / (upper + lower) >= NAME_SHARE;
}

/** A word after another word and a blank stands inside a sentence. */
function countCapitals(folder) {
  const counts = new Map();
  for (const name of readdirSync(folder).sort()) {
    for (const { text } of readCorpus(join(folder, name, 'corpus.jsonl'))) {
      for (const [word] of text.matchAll(/(?<=[a-z,;] )[A-Za-z][a-z]+\b/g)) {
        const key = word.toLowerCase();
        const count = counts.get(key) ?? { upper: 0, lower: 0 };
        count[word === key ? 'lower' : 'upper'] += 1;
        counts.set(key, count);
      }
    }
  }
  return counts;
}

function readCorpus(path) {
  try {
    return readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  } catch {
    return [];
  }
}

function file(words) {
  const lines = [''];
  for (const word of words) {
    if (lines.at(-1).length + word.length > LINE) lines.push('');
    lines.push(`${lines.pop()} ${word}`.trim());
  }
  return `/**
 * Common English words, names left out. Written by scripts/common-words.mjs from the vocabulary of our models'
 * tokenizer: do not edit.
 */
export const COMMON_WORDS: readonly string[] = \`
${lines.join('\n')}
\`
  .trim()
  .split(/\\s+/);
`;
}
