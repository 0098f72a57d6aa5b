/**
 * Questions that tell something first. In two sentences: "A café has a piano that belonged to a composer. Where was this composer born?". In one:
 * "Ilse Karroway starred in a series that was broadcast on what station?".
 */
import { splitSentences } from '../sentences.js';
import { ASKING_WORD, asQuestion, hasAsking, isPerson, NAME } from './grammar.js';

/** Without `first` the question is merely said more simply. */
export type Earlier = { readonly first: string | undefined; readonly rest: (reference: string) => string };

/** A statement, then a question that points back to it by "this composer", "that bridge", "he". */
export function introducedIn(text: string): Earlier | undefined {
  const sentences = splitSentences(text).map((sentence) => sentence.text);
  const asking = sentences.at(-1) ?? '';
  const told = sentences.slice(0, -1).join(' ');
  if (told === '' || /\?/.test(told) || !/\?\s*$/.test(asking)) return undefined;
  return byNoun(told, asking) ?? byPronoun(told, asking);
}

function byNoun(told: string, asking: string): Earlier | undefined {
  for (const { 0: phrase, 1: noun = '', index } of asking.matchAll(/\b(?:this|that|these|those|the) ([\p{Ll}-]+)\b/giu)) {
    const mention = new RegExp(String.raw`\b(?:an?|one|some|the) ((?:[\p{L}-]+ ){0,2}?${noun})\b`, 'iu').exec(told);
    if (!mention) continue;
    const before = told.slice(0, mention.index).replace(/^There (?:is|was|are|were)\s+$/i, '');
    const first = `${before}which ${mention[1]}${told.slice(mention.index + mention[0].length)}`;
    return { first: asQuestion(first), rest: (reference) => asking.slice(0, index) + reference + asking.slice(index + phrase.length) };
  }
  return undefined;
}

/** "he" is the one the story begins with, or its last person; "it" the last thing it brings up. */
function mentionFor(pronoun: string, told: string): { noun: string; start: number; end: number } | undefined {
  const mentions = [...told.matchAll(/\b(?:an?|one) ((?:[\p{L}-]+ ){0,2}?[\p{Ll}-]+)(?= [\p{Ll}]|[,.;]|$)/giu)].map(
    ({ 0: whole, 1: noun = '', index }) => ({
      noun,
      start: index,
      end: index + whole.length,
    }),
  );
  const persons = mentions.filter(({ noun }) => isPerson(noun));
  if (/^(?:it|its)$/i.test(pronoun)) return mentions.filter(({ noun }) => !isPerson(noun)).at(-1);
  return persons.find(({ start }) => start === 0) ?? persons.at(-1);
}

function byPronoun(told: string, asking: string): Earlier | undefined {
  const pronoun = /\b(?:he|she|they|it|him|her|his|its|their)\b/i.exec(asking);
  const mention = pronoun && mentionFor(pronoun[0], told);
  if (!pronoun || !mention) return undefined;
  const end = pronoun.index + pronoun[0].length;
  const isOwner = /^(?:his|its|their)$/i.test(pronoun[0]) || (/^her$/i.test(pronoun[0]) && /^ \p{Ll}/u.test(asking.slice(end)));
  const first = `${told.slice(0, mention.start)}which ${mention.noun}${told.slice(mention.end)}`;
  return {
    first: asQuestion(first),
    rest: (reference) => `${asking.slice(0, pronoun.index)}${reference}${isOwner ? "'s" : ''}${asking.slice(end)}`,
  };
}

const LINKS =
  'that|which|who|whose|based|located|developed|founded|created|written|directed|produced|published|headquartered|born|known|named|from';
const NOUN = String.raw`(?:(?!(?:in|of|from|for|by|with|at|on|an?|the|and|or|to|is|was)\b)[\p{L}\p{N}'’&.-]+ ){0,6}?[\p{Ll}-]+`;
const STATED = new RegExp(String.raw`^(.*?)\b(?:an?|one of the|the(?= ${NOUN},? (?:that|who|whose) )) (${NOUN}),? (${LINKS}) (.+)$`, 'u');
const OPENS_AS_QUESTION = new RegExp(
  String.raw`^(?:(?:in|at|from|on|to|of|by|for|under) )?(?:${ASKING_WORD}|is|are|was|were|did|does|do|can|will|name)\b`,
  'i',
);
/** Something in particular is spoken of: "A café has a piano that belonged to whom?" is one question. */
const NAMED = /^\S+ .*\p{Lu}/u;
/** "Edric Poole is a consultant who has worked with ...": the consultant is he. */
const IS_A = new RegExp(`^(${NAME}),? (?:is|was|are|were) $`, 'u');

/** One sentence whose asking word stands after a relative clause: what comes before it is the first question. */
export function statedIn(question: string): Earlier | undefined {
  const [, before = '', noun = '', link = '', after = ''] = STATED.exec(question) ?? [];
  if (noun === '' || OPENS_AS_QUESTION.test(question) || hasAsking(before) || !hasAsking(after) || !NAMED.test(before)) return undefined;
  const joined = /^whose$/i.test(link) ? "'s " : /^(?:that|which|who)$/i.test(link) ? ' ' : ` ${link === 'from' ? 'is' : 'was'} ${link} `;
  const [, himself] = IS_A.exec(before) ?? [];
  return himself === undefined
    ? { first: asQuestion(`${before}which ${noun}`), rest: (reference) => `${reference}${joined}${after}` }
    : { first: undefined, rest: () => `${himself}${joined}${after}` };
}
