/**
 * What a question takes for granted, as statements: "Why did the Kestrel Bridge close in 1990?" presumes "the Kestrel
 * Bridge closed in 1990". By rules on the question's form; English. Nothing where no rule fits: a question may then
 * still presume something.
 */

import { deniesIn } from '../english/negation.js';
import { anyOf } from './any-of.js';
import { askingSentence, coreQuestion, isFunctionWord } from './question.js';
import { isParticiple, isPast, pastOf } from './verbs.js';

/** Longer ones are stories. */
const LONGEST_WORDS = 40;

export function presumedBy(question: string): string[] {
  const asking = askingSentence(coreQuestion(question))
    .replace(/[?\s.!]+$/, '')
    .replace(/\s+/g, ' ');
  if (deniesIn(asking) || asking.split(' ').length > LONGEST_WORDS || isYesNo(asking)) return [];
  const { main, aside } = withoutClause(asking);
  return [...new Set([ofSubject(main), ofMain(main), ofRelative(main), aside])].filter((claim) => claim !== undefined);
}

/** Asks whether something is so, and takes nothing for granted. */
function isYesNo(asking: string): boolean {
  return /^(?:and |but |so )?(?:is|are|was|were|do|does|did|can|could|should|will|would|has|have|had|may|must)\b/i.test(
    asking,
  );
}

/**
 * "... when the ferry hit the rock in 2017": what is said to have happened beside. A pronoun is whom the question spoke
 * of last.
 */
function withoutClause(asking: string): { readonly main: string; readonly aside?: string } {
  const [, main = '', clause = ''] = /^(.{8,}?),? (?:when|after|before|because|until|since) (.+)$/i.exec(asking) ?? [];
  if (main === '' || !/^(?:the|an?|it|he|she|they|his|her|its|their|\p{Lu})/u.test(clause)) return { main: asking };
  const [name] = main.match(/(?:the )?\p{Lu}[\p{L}\p{N}’'-]*(?: \p{Lu}[\p{L}\p{N}’'-]*)*/gu)?.slice(-1) ?? [];
  const isAsker = /^(?:Who|Whom|What|Which|When|Where|Why|How|In|On|At)\b/.test(name ?? 'Who');
  const pronoun = /^(?:it|he|she|they) /.test(clause);
  const aside = pronoun && isAsker ? undefined : statementOf(pronoun ? clause.replace(/^\S+/, name as string) : clause);
  return aside ? { main, aside } : { main: asking };
}

/** A clause that has its verb in the past already: "the ferry hit the rock". */
function statementOf(clause: string): string | undefined {
  const words = clause.split(' ');
  const at = words.findIndex(
    (word, index) => index > 0 && (isPast(word) || /^(?:was|were)$/.test(word)) && !isBound(words[index - 1] as string),
  );
  return at > 0 && at <= MOST_SUBJECT_WORDS ? clause : undefined;
}

const ASKS_FOR = [
  /why|when|where|how|how long|how often|how far|how come|since when|until when/,
  /(?:in|on|at|by|for|from|to|with|under|of) (?:what|which|whom|whose)(?: \p{L}+){0,2}?/u,
  /(?:what|which) (?:year|day|date|month|time|century|decade)|whom|who|what/,
];
const ADVERBIAL = new RegExp(`^(?:${anyOf(ASKS_FOR)}) (did|was|were|is|are) (.+)$`, 'iu');
const OBJECT = /^(?:how many|how much|which|what) ((?:\p{Ll}[\p{L}-]* ){0,2}\p{Ll}[\p{L}-]*) did (.+)$/iu;

/** "Why did S close in 1990" -> "S closed in 1990"; "Where was S built in 1990" -> "S was built in 1990". */
function ofMain(asking: string): string | undefined {
  const [, object, after] = OBJECT.exec(asking) ?? [];
  if (object !== undefined && after !== undefined && !/^(?:year|day|date|month|time|century|decade)$/.test(object))
    return pastClaim(after, object);
  const [, auxiliary = '', rest = ''] = ADVERBIAL.exec(asking) ?? [];
  if (rest === '') return undefined;
  return auxiliary.toLowerCase() === 'did' ? pastClaim(rest) : passiveClaim(auxiliary.toLowerCase(), rest);
}

/** A subject has at most so many words. */
const MOST_SUBJECT_WORDS = 9;
/** After these a word is no verb yet: "the close", "of use". */
const isBound = (word: string): boolean =>
  /^(?:the|an?|of|in|on|at|to|for|and|or|by|with|from|his|her|its|their|my|this|that|no)$|['’]s$/i.test(word);

function pastClaim(rest: string, object = ''): string | undefined {
  const words = rest.split(' ');
  const at = words.findIndex(
    (word, index) => index > 0 && pastOf(word) !== undefined && !isBound(words[index - 1] as string),
  );
  if (at < 1 || at > MOST_SUBJECT_WORDS || /^(?:i|you|we|one|it|they|he|she)$/i.test(words[0] as string))
    return undefined;
  const past = pastOf(words[at] as string) as string;
  const tail = words
    .slice(at + 1)
    .join(' ')
    .replace(/ (?:with|for|to|from|in|on|at|by|of|into|after)$/, '');
  return [words.slice(0, at).join(' '), past, object, tail].filter(Boolean).join(' ');
}

function passiveClaim(auxiliary: string, rest: string): string | undefined {
  const words = rest.split(' ');
  const at = words.findIndex((word, index) => index > 0 && isParticiple(word) && !isBound(words[index - 1] as string));
  if (at < 1 || at > MOST_SUBJECT_WORDS) return undefined;
  return [words.slice(0, at).join(' '), auxiliary, words.slice(at).join(' ')].join(' ');
}

/** "Which king had the pan cast in 1490" -> "a king had ..."; "Who built ..." -> "someone built ...". */
function ofSubject(asking: string): string | undefined {
  const [, asker = '', rest = ''] = /^(who|which|what) (.+)$/i.exec(asking) ?? [];
  const words = rest.split(' ');
  const at = words.findIndex((word) => isPast(word));
  const noun = words.slice(0, at);
  if (
    at < 0 ||
    at > MOST_NOUN_WORDS ||
    at === words.length - 1 ||
    noun.some((word) => !/^\p{Ll}+$/u.test(word) || isFunctionWord(word))
  )
    return undefined;
  if ((asker.toLowerCase() === 'who') !== (at === 0)) return undefined;
  return `${at === 0 ? 'someone' : withArticle(noun.join(' '))} ${words.slice(at).join(' ')}`;
}

/** "which harbour master resigned" */
const MOST_NOUN_WORDS = 3;

const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** "... the bishop who built the abbey in 1200" -> "a bishop built the abbey in 1200". */
function ofRelative(asking: string): string | undefined {
  const [, noun = '', rest = ''] =
    /\b(?:the|an?|which) (\p{Ll}[\p{L}-]*) (?:who|that|which) (\p{Ll}+ .+)$/u.exec(asking) ?? [];
  return isPast(rest.split(' ')[0] ?? '') ? `${withArticle(noun)} ${rest}` : undefined;
}
