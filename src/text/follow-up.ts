/**
 * A follow-up made to stand alone, by rules: "And how much is it?" after "Where is the night ferry?" -> "How much is
 * the night ferry?". A question that stands alone comes back as it is; where the rules find nothing to put in, the
 * earlier question is put before it. English.
 */
import type { Turn } from '../core/data.js';
import { isFunctionWord, questionForm, wordsOf } from './question.js';

/** Turns may hold follow-ups themselves: each is made to stand alone by those before it. */
export function standAloneByRules(question: string, turns: readonly Turn[]): string {
  const earlier = turns.reduce<Turn | undefined>(
    (before, turn) => ({ ...turn, question: before ? standAfter(turn.question, before) : turn.question }),
    undefined,
  );
  return earlier ? standAfter(question, earlier) : question;
}

const OPENING = /^(?:(?:and|but|so|also|ok(?:ay)?|then|well)\b[, ]*)+/i;
const WHAT_ABOUT = /^(?:what|how) about\b\s*/i;
const PREPOSITION = /^(in|on|at|for|from|to|with|without|by|after|before|during|of|since|until|between|near)\b/i;
const ASKING_WORDS =
  /^(?:(?:since|until|from|to|at|in|by|for) )?(?:who|whom|whose|what|which|when|where|why|how(?: \p{L}+)?)$/iu;
const FINITE =
  /\b(?:is|are|was|were|am|do|does|did|can|could|will|would|should|shall|has|have|had|may|might|must|who|what|which|when|where|why|how)\b/i;

function standAfter(question: string, before: Turn): string {
  const bare = question.trim().replace(OPENING, '');
  const added = bare.replace(WHAT_ABOUT, '').replace(/[\s?!.]+$/, '');
  if (ASKING_WORDS.test(added)) return askedInstead(added, before.question);
  const isFragment =
    WHAT_ABOUT.test(bare) || (!FINITE.test(added) && (OPENING.test(question.trim()) || PREPOSITION.test(added)));
  if (isFragment) return replacedOrAdded(added, before.question);
  return withReferents(bare, before) ?? question;
}

const ASKED =
  /^(?:(?:in|at|on|to|from|for|by) )?(?:who|whom|what|which|when|where|why|how)\b(?: (?:many|much|long|far|old|often|big|tall))?/i;

/** "Why?" after "When was the mill closed?" -> "Why was the mill closed?" */
function askedInstead(asking: string, before: string): string {
  return ASKED.test(before) ? capitalised(before.replace(ASKED, asking)) : `${before} ${capitalised(asking)}?`;
}

/**
 * "On Sundays?" goes where the earlier question has its "on ...", else to its end; a thing goes where the earlier thing
 * stood.
 */
function replacedOrAdded(added: string, before: string): string {
  const [, preposition] = PREPOSITION.exec(added) ?? [];
  const end = before.replace(/[\s?!.]+$/, '');
  if (preposition === undefined) return replacedOnce(before, topicOf(before), added) ?? `${end}, ${added}?`;
  const phrase = new RegExp(String.raw`\b${preposition} (?!which|what)[^?,]+$`, 'i');
  return capitalised(phrase.test(end) ? `${end.replace(phrase, added)}?` : `${end} ${added}?`);
}

function replacedOnce(text: string, old: string | undefined, by: string): string | undefined {
  if (old === undefined) return undefined;
  const article = /^(?:the|an?|my|our) /i.exec(old)?.[0] ?? '';
  return text.replace(old, () => (/^(?:the|an?|my|our|\p{Lu})/iu.test(by) || article === '' ? by : `${article}${by}`));
}

/** Pronouns that stand for something said before: those of persons, and those of things. */
const PERSON = /\b(?:he|she|him|her|his|hers)\b/i;
const THING =
  /\b(?:it|its|they|them|their|theirs)\b|\b(?:this|that|these|those)\b(?=\s*(?:$|[?!.,]|(?:is|are|was|were|do|does|did|can|will|cost|mean)\b))/i;
/** Not "How many are there?", which names no place. */
const PLACE = /(?<!\b(?:is|are|was|were) )\bthere\b(?=\s*(?:$|[?!.,]))/i;
const POSSESSIVE = /^(?:his|her|hers|its|their|theirs)$/i;
/** "Is it possible to ...?", "How long does it take to ...?": this "it" stands for nothing. */
const EXPLETIVE =
  /\b(?:is|was|be) it \p{L}+ (?:to|that|if)\b|\b(?:does|did|will|would) it take\b|\bwhat time is it\b|\bit (?:rains?|snows?)\b/iu;

function withReferents(question: string, before: Turn): string | undefined {
  const pattern = [PERSON, THING, PLACE].find((one) => one.test(question));
  if (!pattern || (EXPLETIVE.test(question) && !PERSON.test(question)) || hasOwnReferent(question, pattern))
    return undefined;
  const referent = referentOf(pattern === PERSON, before);
  if (referent === undefined || question.includes(referent)) return `${before.question} ${capitalised(question)}`;
  return capitalised(
    question.replace(pattern, (word, at: number) => inPlaceOf(word, referent, question.slice(at + word.length))),
  );
}

/** "When a table is dropped, what happens to its indexes?" names in an earlier clause what the pronoun stands for. */
function hasOwnReferent(question: string, pronoun: RegExp): boolean {
  const before = question.slice(0, question.search(pronoun));
  const clause = /^.*(?:[,;]|\b(?:and|when|if|after|before|because|while))(?=\s)/i.exec(before)?.[0];
  return clause !== undefined && topicOf(clause) !== undefined;
}

function inPlaceOf(word: string, referent: string, rest: string): string {
  if (/^there$/i.test(word)) return `at ${referent}`;
  const isPossessive = POSSESSIVE.test(word) && /^\s+\p{L}/u.test(rest);
  return isPossessive ? `${referent}${/s$/.test(referent) ? '’' : '’s'}` : referent;
}

/** "Who built it?" was answered by a name: that is who "he" is. Else it is what the earlier question was about. */
function referentOf(isPerson: boolean, { question, answer }: Turn): string | undefined {
  const named = answer && NAMES.exec(answer)?.[0];
  const asksForName = isPerson
    ? questionForm(question) === 'who'
    : /^(?:which|what) (?!is|are|was|were|do|does|did|can)\p{L}+/iu.test(question);
  return named && asksForName && answer.length < 120 ? named : topicOf(question);
}

const NAMES = /(?:\bthe )?\p{Lu}[\p{L}\p{N}'’.-]+(?: (?:of |the |and |de |von )?\p{Lu}[\p{L}\p{N}'’-]+)*/u;
/** `work_mem`, `--force-with-lease`, `pg_hba.conf`, `40P01`, `v1.2.3`. */
const IDENTIFIER =
  /(?<![\p{L}\p{N}])(?:--?[\p{L}\p{N}][\p{L}\p{N}-]*|[\p{L}\p{N}]+(?:[_.:/][\p{L}\p{N}]+)+(?:\(\))?|(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d]{3,})/u;
const DETERMINED = /\b(?:the|my|our|this|an?) (?=((?:[\p{L}\p{N}'’-]+ ?){1,4}))/giu;

/** What a question is about: an identifier, a name, else the last "the ..." in it. */
export function topicOf(question: string): string | undefined {
  const rest = question.trim().replace(/^\P{L}*\p{L}+/u, (first) => ' '.repeat(first.length));
  return IDENTIFIER.exec(question)?.[0] ?? NAMES.exec(rest)?.[0].trim() ?? phraseIn(question);
}

function phraseIn(question: string): string | undefined {
  const phrases = [...question.matchAll(DETERMINED)].map(({ 0: whole, 1: words = '', index }) => {
    const own = wordsUntilSmall(words);
    const reachesEnd = /^[\s?!.]*$/.test(question.slice(index + whole.length + own.join(' ').length));
    const noun = reachesEnd && own.length > 1 && endsWithVerb(question.slice(0, index)) ? own.slice(0, -1) : own;
    return noun.length > 0 ? `${whole}${noun.join(' ')}` : undefined;
  });
  return phrases.findLast((phrase) => phrase !== undefined);
}

function wordsUntilSmall(words: string): string[] {
  const all = wordsOf(words);
  const small = all.findIndex((word) => isFunctionWord(word));
  return small < 0 ? all : all.slice(0, small);
}

/** "When does | the museum open?", "When was | the bridge opened?": the last word is the verb. */
function endsWithVerb(before: string): boolean {
  return /\b(?:do|does|did|can|could|will|would|should|must|was|were)\s*$/i.test(before);
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
