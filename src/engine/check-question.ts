/** What can be asked at all: the one place that says so, for every way in. */
import { systemClock } from '../core/clock.js';
import type { Question } from '../core/data.js';
import { usageError } from '../core/errors.js';

/** Longer texts are documents, not questions: `search` and `verify` take those. */
export const MOST_QUESTION_CHARACTERS = 8000;

export function checkQuestion(question: unknown): Question {
  const text = typeof question === 'object' && question !== null ? (question as Partial<Question>).text : question;
  if (typeof text !== 'string')
    throw usageError('There is no question. Give one as a text, e.g. "Who built the old bridge?"');
  if (text.trim() === '') throw usageError('The question is empty. Ask something, e.g. "Who built the old bridge?"');
  if (text.length > MOST_QUESTION_CHARACTERS)
    throw usageError(
      `The question has ${text.length} characters; it may have ${MOST_QUESTION_CHARACTERS}. Ask in fewer words, and put long texts into your documents.`,
    );
  return typeof question === 'string' ? { text, askedAt: systemClock.now() } : (question as Question);
}
