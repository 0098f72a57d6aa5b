/**
 * The shortest stretch of the passages that answers a question, read by our reader: what a plan without a language
 * model puts into its next question.
 */
import type { Passage } from '../core/data.js';
import type { LocalModels } from '../core/ports.js';
import type { Run } from '../core/run.js';
import { contextual } from './select-sections.js';

export type ShortAnswer = { readonly text: string; readonly passage: Passage; readonly score: number };

/** Reading a passage takes about 20 ms. */
const MOST_READ = 10;

/** Nothing where no passage answers better than "not here", or where there is no reader. */
export async function shortAnswer(
  { question, passages }: { readonly question: string; readonly passages: readonly Passage[] },
  local: LocalModels,
  run: Run,
): Promise<ShortAnswer | undefined> {
  const looked = passages.slice(0, MOST_READ);
  const spans = (await local.reader?.read(question, looked.map(contextual), { signal: run.signal })) ?? [];
  const answers = spans.map(({ text, score }, at) => ({ text: text.trim(), score, passage: looked[at] as Passage }));
  const best = answers.reduce<ShortAnswer | undefined>(
    (top, next) => (top && top.score >= next.score ? top : next),
    undefined,
  );
  return best && best.score > 0 && best.text !== '' ? best : undefined;
}
