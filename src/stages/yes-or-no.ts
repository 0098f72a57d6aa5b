/**
 * Says yes or no, with the sentence that says so. Only a sentence of one clause is believed. No: it denies what it
 * shares with the question. Yes: it says every word that is asked about, and denies nothing. Else the sentence is
 * quoted, and who reads it decides: "open Tuesday to Sunday" answers a question about Monday to people only. Why our
 * verifier is not asked: docs/decisions/extractive-answers.md.
 */
import { deniesIn } from '../english/negation.js';
import { coverage } from '../text/lexical.js';
import { contentWords } from '../text/question.js';
import { terms } from '../text/terms.js';
import { type ComposedAnswer, composeAnswer } from './compose-answer.js';
import type { Candidate } from './read-candidates.js';

/** A denial of something else is none: so much of the question's words must stand in its sentence. */
const SHARED = 0.5;
/** In a sentence of several clauses the words may belong to one and the denial to another. */
const isOneClause = (sentence: string): boolean => !/[,;:—]/.test(sentence) && sentence.split(/\s+/).length <= 14;

/** "Does it answer unless I disable it?": what a sentence denies may be the condition. */
const CONDITION = /\b(?:unless|except|without)\b/i;

export function sayYesOrNo({
  core,
  candidates,
}: {
  readonly core: string;
  readonly candidates: readonly Candidate[];
}): ComposedAnswer {
  // The sentence itself, without those around it: the word is said of it alone.
  const alone = candidates.map(({ sentences: _, ...candidate }) => candidate);
  const composed = composeAnswer({ question: core, kind: 'yes-no', candidates: alone });
  const word = wordFor(core, candidates[0] as Candidate);
  const [first, ...others] = composed.taken;
  if (word === undefined || !first)
    return {
      ...composed,
      missing:
        'the question wants yes or no; the passages that were read do not say it plainly, so their sentence is quoted',
    };
  return { short: word, taken: [{ ...first, text: `${word}: ${first.text}` }, ...others] };
}

function wordFor(core: string, { passage, units }: Candidate): 'Yes' | 'No' | undefined {
  // What stands in brackets is a value, `allow_reload (no)`, and no denial.
  const sentence = units.map(({ text }) => text.replace(/\([^)]*\)/g, '')).join(' ');
  if (!isOneClause(sentence) || CONDITION.test(core)) return undefined;
  const asked = terms(contentWords(core).join(' '));
  if (deniesIn(sentence) !== deniesIn(core)) return coverage(asked, sentence) >= SHARED ? 'No' : undefined;
  return coverage(asked, `${passage.headings.at(-1) ?? ''} ${sentence}`) === 1 ? 'Yes' : undefined;
}
