/**
 * How right each exact comparison is by itself, without the verifier: of the sentences it finds something in, how many
 * are altered. One JSON object a line.
 * node bench/run.mjs survival-rules tune|held-out    needs WINNOW_DATA
 */
import { contextualText } from '../src/text/contextual.js';
import { type Mismatch, mismatches } from '../src/text/exact.js';
import { splitSentences } from '../src/text/sentences.js';
import { clapnqCases } from './survival/cases.js';

const [part = 'tune'] = process.argv.slice(2);
const { WINNOW_DATA: data } = process.env;
if (!data) throw new Error('Set WINNOW_DATA to the folder that holds clapnq-half.');

const RULES: readonly Mismatch['kind'][] = ['number', 'date', 'name', 'order'];
const found = new Map(RULES.map((rule) => [rule, { honest: 0, altered: 0 }]));
const counts = { honest: 0, altered: 0 };
for (const { kind, question, answer, passages } of clapnqCases(data).filter((one) => one.part === part)) {
  const sources = [
    question,
    ...passages.map(({ source, headings, text }) => contextualText(source.title, headings, text)),
  ].join('\n');
  const label = kind === 'true' ? 'honest' : 'altered';
  for (const { text } of splitSentences(answer)) {
    counts[label] += 1;
    for (const rule of new Set(mismatches(text, sources).map((one) => one.kind)))
      (found.get(rule) as typeof counts)[label] += 1;
  }
}
for (const [rule, { honest, altered }] of found)
  console.log(
    JSON.stringify({
      rule,
      honest,
      ofHonest: counts.honest,
      altered,
      ofAltered: counts.altered,
      precision: Number((altered / Math.max(1, honest + altered)).toFixed(3)),
    }),
  );
