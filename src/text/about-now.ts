/**
 * Whether a question asks about the present: by a word that says so, or by its present tense where no past time is
 * named. English.
 */
import { askingSentence, coreQuestion, yearsIn } from './question.js';

const NOW =
  /\b(?:now|nowadays|current(?:ly)?|today|at present|at the moment|these days|latest|newest|most recent|as of (?:today|now)|so far|this (?:year|month|week|season)|still|up to date)\b/i;
const PAST =
  /\b(?:was|were|did|had|ago|used to|formerly|previous(?:ly)?|former|last (?:year|month|week|century)|back then|in those days|at that time|originally|historical(?:ly)?)\b/i;
/** The main verb of the question, not one of a clause inside it. */
const PRESENT =
  /^(?:(?:in|on|at|to|from|by|for|with|of) )?(?:(?:who|whom|what|which|where|when|why|how|whose)\b.*?\b)?(?:is|are|has|have|does|do|can|may|must|will)\b/i;

/** "Who chairs the choir?" */
const HOLDS = /^who (?!was\b)\p{Ll}{2,}[^s\W]s\b/iu;

/** What holds since a year holds now. */
const SINCE = /\bsince (?:\p{L}+ )?\d{4}\b/giu;

export function isAboutNow({ text, askedAt }: { readonly text: string; readonly askedAt: string }): boolean {
  const core = coreQuestion(text);
  const thisYear = Number(askedAt.slice(0, 4));
  if (yearsIn(core.replace(SINCE, ' ')).some((year) => Number(year) < thisYear)) return false;
  if (NOW.test(core)) return true;
  const asking = askingSentence(core);
  return (PRESENT.test(asking) || HOLDS.test(asking)) && !PAST.test(core);
}
