/**
 * Whether the answer seems to be there although the writer says that it is not. Small models take the leave to abstain
 * too readily, most of all from questions for yes or no; such a writer is asked once more, without that leave.
 */
import type { Passage, Question } from '../core/data.js';
import type { LocalModels, Span } from '../core/ports.js';
import type { Run } from '../core/run.js';
import { lostNames } from '../text/keep-rare.js';
import { coverage } from '../text/lexical.js';
import { questionForm } from '../text/question.js';
import { terms } from '../text/terms.js';
import { contextual } from './select-sections.js';

/** Reading a passage takes about 20 ms. */
const MOST_READ = 10;
/** As likely as not that the passage answers (models/reader/CARD.md). */
const ANSWERABLE = 0.5;
/** Less sure than that, our reader is believed only where the writer, asked once more, says the same. */
const POSSIBLE = 0.1;
/** Share of the words of what the reader read that the writer must have written to say the same. */
const SAME = 0.5;

/** Whether what the writer writes when it is asked once more may stand. */
export type Doubt = (text: string) => boolean;

/** Undefined where the abstention is believed, and nobody has to be asked. */
export async function doubtAbstention(
  { question, passages }: { readonly question: Question; readonly passages: readonly Passage[] },
  { reader }: LocalModels,
  run: Run,
): Promise<Doubt | undefined> {
  const texts = passages.slice(0, MOST_READ).map(contextual);
  const doubt = isYesNo(question.text)
    ? doubtByNames(question, texts)
    : doubtByReading(question, (await reader?.read(question.text, texts, { signal: run.signal })) ?? []);
  if (doubt)
    run.emit({ type: 'note', text: 'the writer saw no answer where our reader sees one; it is asked once more' });
  return doubt;
}

/** No passage says "yes"; that all it speaks of is there must do. */
function doubtByNames({ text }: Question, texts: readonly string[]): Doubt | undefined {
  return lostNames(text, texts.join('\n')).length === 0 ? () => true : undefined;
}

function doubtByReading({ text: question }: Question, spans: readonly Span[]): Doubt | undefined {
  if (spans.some(({ answerable }) => answerable >= ANSWERABLE)) return () => true;
  const asked = new Set(terms(question));
  const read = spans
    .filter(({ answerable }) => answerable >= POSSIBLE)
    .map(({ text }) => terms(text).filter((term) => !asked.has(term)));
  const telling = read.filter((words) => words.length > 0);
  return telling.length > 0 ? (text) => telling.some((words) => coverage(words, text) >= SAME) : undefined;
}

function isYesNo(question: string): boolean {
  return questionForm(question) === 'yes-no';
}
