/**
 * Takes a question apart without a model: the atomic questions in the order in which they can be answered. What an
 * earlier answer must fill in is written
 * `#1`, `#2`. "Who is the spouse of the director of Salt for Silver?" -> "Who is the director of Salt for Silver?",
 * "Who is the spouse of #1?". A question that is atomic, or that no rule understands, comes back alone and unchanged.
 */
import { sideBySide } from './decompose/comparisons.js';
import { asQuestion } from './decompose/grammar.js';
import { unknownsIn } from './decompose/noun-phrases.js';
import { contentWords, coreQuestion, namesIn } from './question.js';
import { splitSentences } from './sentences.js';

/** MuSiQue, the hardest of the multi-hop sets, has at most four. */
const MOST_QUESTIONS = 6;

/** A longer text is a story, not a chain of relative clauses. */
const LONGEST = 600;

export function decompose(question: string): readonly string[] {
  // "the #1 attraction": steps would take the user's own number for an answer.
  if (question.length > LONGEST || /#\d/.test(question)) return [question];
  const core = coreQuestion(question);
  // "Hello Harbour" is a song, not a greeting: what would lose a name is left as it is.
  const asked = namesIn(question).every((name) => core.includes(name)) ? core : question.trim();
  const steps: string[] = [];
  takeApart(
    asked
      .replace(TRAILING_CLAUSE, '$1$2 $4 $3?')
      .replace(GRANDPARENT, "$1's $2's $3")
      .replace(/paternal's/, "father's")
      .replace(/maternal's/, "mother's"),
    steps,
  );
  return steps.length > 1 && steps.length <= MOST_QUESTIONS ? steps : [question];
}

/**
 * "Which river does the bridge cross that was opened by Ada Stone?": the clause stands behind the verb. A name or a
 * number at the end shows that the clause runs that far; in "... does the bridge that Ada Stone opened cross?" the verb
 * is there.
 */
const TRAILING_CLAUSE =
  /^(.*\b(?:do|does|did) )((?:the|an?|this) (?:\S+ )*?\S+) (\p{Ll}+) ((?:that|who|which) (?:is|are|was|were|has|had)\b.*(?:\p{Lu}\S*|\d+))\?$/u;

/** "X's paternal grandfather" is the father of X's father. */
const GRANDPARENT = /(\S)['’]s (paternal|maternal) grand(father|mother)/;

/** Whether an atomic question waits for the answer of another. */
export function referencesIn(question: string): number[] {
  return [...new Set([...question.matchAll(/#(\d+)/g)].map(([, number]) => Number(number)))];
}

/** Puts answers in the place of `#1`, `#2`; a reference without an answer stays. */
export function fillIn(question: string, answerOf: (number: number) => string | undefined): string {
  return question.replace(/#(\d+)/g, (reference, number: string) => answerOf(Number(number)) ?? reference);
}

/** Appends the steps of a question; its own last step is at the end of the list. */
function takeApart(question: string, steps: string[]): void {
  if (steps.length > MOST_QUESTIONS) return;
  const isOneSentence = splitSentences(question).length === 1;
  const questions = isOneSentence ? sideBySide(question) : undefined;
  if (questions) {
    for (const one of questions) takeApart(one, steps);
    return;
  }
  const earlier = isOneSentence ? unknownIn(question) : undefined;
  if (!earlier) {
    steps.push(asQuestion(question));
    return;
  }
  takeApart(earlier.first, steps);
  takeApart(earlier.rest(`#${steps.length}`), steps);
}

type Earlier = { readonly first: string; readonly rest: (reference: string) => string };

function unknownIn(question: string): Earlier | undefined {
  for (const { start, end, suffix = '', question: first } of unknownsIn(question)) {
    const rest = (reference: string) => `${question.slice(0, start)}${reference}${suffix}${question.slice(end)}`;
    if (asksMore(rest('#0')) && contentWords(first).length > 1) return { first: asQuestion(first), rest };
  }
  return undefined;
}

/** What is left must itself be a question: "Who is #1?" asks nothing more. */
function asksMore(question: string): boolean {
  return (
    contentWords(question.replace(/#\d+/g, ' ')).filter((word) => !/^(?:name|called|known)$/i.test(word)).length > 0
  );
}
