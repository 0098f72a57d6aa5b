/**
 * Whether the answer seems to be there although the writer says that it is not. Small models take the leave to abstain too readily, most of all from
 * questions for yes or no; such a writer is asked once more, without that leave.
 */
import type { Passage, Question } from '../core/data.js';
import type { LocalModels } from '../core/ports.js';
import type { Run } from '../core/run.js';
import { lostNames } from '../text/keep-rare.js';
import { questionForm } from '../text/question.js';
import { contextual } from './select-sections.js';

/** Reading a passage takes about 20 ms. */
const MOST_READ = 10;
/** As likely as not that the passage answers (models/reader/CARD.md). */
const ANSWERABLE = 0.5;

export async function isAnswerThere(
  { question, passages }: { readonly question: Question; readonly passages: readonly Passage[] },
  { reader }: LocalModels,
  run: Run,
): Promise<boolean> {
  const texts = passages.slice(0, MOST_READ).map(contextual);
  const isThere = isYesNo(question.text)
    ? lostNames(question.text, texts.join('\n')).length === 0 // no passage says "yes"; that all it speaks of is there must do
    : ((await reader?.read(question.text, texts, { signal: run.signal })) ?? []).some(({ answerable }) => answerable >= ANSWERABLE);
  if (isThere) run.emit({ type: 'note', text: 'the writer saw no answer where our reader sees one; it is asked once more' });
  return isThere;
}

function isYesNo(question: string): boolean {
  return questionForm(question) === 'yes-no';
}
