/**
 * Verifies and summarises without a model: our reader's best span where it beats "not here", or without a reader the
 * words of the question.
 */
import type { Passage } from '../../core/data.js';
import type { LocalModels } from '../../core/ports.js';
import type { Run } from '../../core/run.js';
import { contextual } from '../../stages/select-sections.js';
import { shortAnswer } from '../../stages/short-answer.js';
import { fitsForm } from '../../text/answer-form.js';
import { coverage } from '../../text/lexical.js';
import { contentWords, questionForm } from '../../text/question.js';
import { splitSentences } from '../../text/sentences.js';
import { terms } from '../../text/terms.js';
import type { Finding } from './searcher.js';

/** Passages that are read; each takes about 20 ms. */
const MOST_READ = 6;
/** Share of the question's words that a sentence and its title must have where there is no reader. */
const ENOUGH_WORDS = 0.75;

export type JudgedFinding = { readonly finding: Finding; readonly isSure: boolean };

export async function judgeByReading(
  { atomic, passages }: { readonly atomic: string; readonly passages: readonly Passage[] },
  local: LocalModels,
  run: Run,
): Promise<JudgedFinding | undefined> {
  const looked = passages.slice(0, MOST_READ);
  if (!local.reader) return judgeByWords(atomic, looked);
  const span = await shortAnswer({ question: atomic, passages: looked }, local, run);
  if (!span || !canBe(span.text, atomic)) return undefined;
  const holds = splitSentences(span.passage.text).find(({ text }) => text.includes(span.text));
  return {
    finding: { answer: span.text, summary: holds?.text ?? span.text, support: span.passage },
    isSure: span.score >= SURE_MARGIN,
  };
}

/** "15 pells" is nobody, "once" no year: what cannot be what is asked for must not stand in the next question. */
function canBe(answer: string, atomic: string): boolean {
  const form = questionForm(atomic);
  return !['who', 'when', 'how-many'].includes(form) || fitsForm(form, answer);
}

/** The reader's margin over "not here" from which its answer is taken for right. */
const SURE_MARGIN = 3;

/**
 * The sentence that has the question's words and can hold what it asks for; it has no short answer, so nothing can be
 * built on it.
 */
function judgeByWords(atomic: string, passages: readonly Passage[]): JudgedFinding | undefined {
  const wanted = terms(contentWords(atomic).join(' '));
  const form = questionForm(atomic);
  for (const passage of passages) {
    const fits = splitSentences(passage.text).find(
      ({ text }) => fitsForm(form, text) && coverage(wanted, contextual({ ...passage, text })) >= ENOUGH_WORDS,
    );
    if (fits) return { finding: { answer: '', summary: fits.text, support: passage }, isSure: true };
  }
  return undefined;
}
