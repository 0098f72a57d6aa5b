/**
 * Passages about what a question names. A question that says `work_mem`, or "columns" and "table" where an entry is
 * headed "columns per table", wants the entry of that name before any passage that merely mentions it. The last heading
 * is the name of what a passage is about.
 */
import type { IndexHit } from '../../providers/index/types.js';
import { spreadOf } from '../../text/stats/moments.js';
import { terms } from '../../text/terms.js';

/** In standard deviations of the scores; 1 to 2 do alike on the tuning questions of experiments/manuals. */
const NAMED = 1.5;

export function preferNamed(hits: readonly IndexHit[], query: string, languages: readonly string[]): IndexHit[] {
  const asked = languages.map((language) => ({ language, words: new Set(terms(query, language)) }));
  const bonus = NAMED * spreadOf(hits.map(({ score }) => score)).deviation;
  const weighed = hits.map((hit) =>
    asked.some((words) => isNamed(hit.headings.at(-1) ?? '', words)) ? withBonus(hit, bonus) : hit,
  );
  return weighed.sort((left, right) => right.score - left.score);
}

function withBonus(hit: IndexHit, bonus: number): IndexHit {
  const score = hit.score + bonus;
  const parts = hit.explanation && [hit.explanation, { value: bonus, what: 'the question names the heading' }];
  return { ...hit, score, ...(parts && { explanation: { value: score, what: 'sum of', parts } }) };
}

/** Whether the question says every word of the heading; what stands in brackets, such as a type, need not be said. */
function isNamed(heading: string, { language, words }: { language: string; words: ReadonlySet<string> }): boolean {
  const name = terms(heading.replace(/\([^()]*\)|<[^<>]*>|\[[^[\]]*\]/g, ' '), language);
  return name.length > 0 && name.every((term) => words.has(term));
}
