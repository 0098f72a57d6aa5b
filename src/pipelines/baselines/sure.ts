/**
 * Whether our reader is sure that the passages answer a question: what stops a comparator's rounds when no language
 * model can say so.
 */
import type { Passage } from '../../core/data.js';
import type { LocalModels } from '../../core/ports.js';
import type { Run } from '../../core/run.js';
import { shortAnswer } from '../../stages/short-answer.js';

/**
 * Margin over "not here". On the tuning questions of the sample corpus our reader passes it for 22 of 96 answerable
 * questions and 3 of 27 others; half of the spans are right, and no higher margin makes more of them right, so that
 * this only saves rounds.
 */
const SURE = 4;
/** Reading a passage takes about 20 ms. */
const READ = 5;

/** Never sure without a reader. */
export async function isSure(
  { question, passages }: { readonly question: string; readonly passages: readonly Passage[] },
  local: LocalModels,
  run: Run,
): Promise<boolean> {
  const found = await shortAnswer({ question, passages: passages.slice(0, READ) }, local, run);
  return found !== undefined && found.score >= SURE;
}
