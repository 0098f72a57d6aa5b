/**
 * Reads a question without a model: what is asked, in which form, about which names. Nothing here "corrects" a word,
 * and only words of a closed list are ever dropped, so that a rare name can never be lost on the way to the search
 * engine.
 */
import { isCalendarName } from '../english/lexicon.js';
import { anyOf } from './any-of.js';
import { splitSentences } from './sentences.js';

/** The form of answer a question asks for. */
export type QuestionForm = 'who' | 'when' | 'where' | 'how-many' | 'how-to' | 'why' | 'yes-no' | 'which' | 'what';

/** Sentences that set a scene, order a style or thank; the question is elsewhere. */
const PERSONA = /^(?:you are|you're|act as|pretend|imagine (?:that )?you|as an? (?:expert|experienced)|your role)\b/i;
const ORDER = /explain|describe|tell|answer|reply|respond|keep|write|give|use|be|make|format|limit/;
const OF_STYLE = [
  /step by step|like i(?:'|’)?m|as if i|as though i|eli5|words?|sentences?|bullet|paragraphs?/,
  /short|brief|concise|simple|detailed?|format|tone|style|bluntly|polite/,
];
const STYLE = new RegExp(`^(?:please )?(?:${ORDER.source})\\b[^?]*\\b(?:${anyOf(OF_STYLE)})\\b[^?]*$`, 'i');

/**
 * All that a sentence about style may say: "Describe the Salt War in three sentences." is no such sentence, it says
 * what is asked for.
 */
const STYLE_WORDS = new Set(
  `explain describe answer reply respond keep write use make format limit step short shortly brief briefly concise
  concisely simple simply plain detail detailed details words word sentence sentences paragraph paragraphs bullet
  bullets point points list tone style bluntly polite politely friendly formal casual clear clearly english five two
  three four at most least maximum response language like terms`.split(/\s+/),
);

/** Phrases inside a sentence that say how to answer, not what. */
const MANNER_PHRASES = [
  /explain (?:it )?(?:to me )?like i(?:'|’)?m (?:five|5|a (?:child|kid|five[- ]year[- ]old|5[- ]year[- ]old))(?: years? old)?/,
  /eli5/,
  /in (?:a few|simple|plain|your own|under \d+|at most \d+|\d+) (?:words?|terms|sentences?|english)/,
  /step[- ]by[- ]step(?: instructions)?|as (?:short|briefly|quickly) as possible/,
  /if (?:that(?:'|’)?s|it(?:'|’)?s) (?:ok|okay|possible|not too much trouble)/,
  /if you don(?:'|’)?t mind/,
  /(?:could|can|would|will) you (?:please |kindly )?(?:tell|explain|help|let|give|show|find|remind)(?: out)?(?: (?:to )?me| us)?(?: know)?(?: out)?/,
  /(?:i|we)(?:'|’| a|'d |’d | woul)?(?:m| was| am|d)? ?(?:just )?(?:wondering|curious|wonder|trying to (?:find out|figure out|work out|remember)|(?:would )?(?:like|love|want|need) to know)/,
  /do you (?:happen to )?know|any (?:idea|chance you know)/,
  /thank(?:s| you)(?: so much| very much| a lot| in advance)?|please|kindly|pls|hello/,
  /hi there|hey(?: there)?|hi|good (?:morning|evening|afternoon)|cheers/,
  /sorry (?:to bother(?: you)?|for the (?:long|silly|dumb|stupid) question)/,
  /(?:quick|silly|stupid|dumb|weird) question|long story short|basically|actually|honestly/,
  /by the way|btw/,
];
const MANNER = new RegExp(`\\b(?:${anyOf(MANNER_PHRASES)})\\b`, 'gi');

/** The closed list of words that carry no content; a search query never needs them. */
const FUNCTION_WORDS = new Set(
  `a an the and or but if then so than as at by for from in into of off on onto out over to under up with without
  within about after again against before between during through until while above below am is are was were be been
  being do does did doing done have has had having will would shall should can could may might must i me my mine
  myself we us our ours you your yours he him his she her hers it its they them their theirs this that these those
  there here who whom whose which what when where why how not no nor too very just also only own same such both each
  few more most other some any all ever even still yet please tell know give gave let get got one ones s t d ll m re
  ve im ive id dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt anyone someone anybody somebody
  something anything really quite bit maybe perhaps thing things stuff lot way`.split(/\s+/),
);

/** Letters, digits and what joins them inside a name: "O'Hare", "A-17", "3.5", "R&D". */
const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[-'’.&/](?=[\p{L}\p{N}]))*/gu;

export function wordsOf(text: string): string[] {
  return text.match(WORD) ?? [];
}

export function isFunctionWord(word: string): boolean {
  return FUNCTION_WORDS.has(word.toLowerCase().replace(/['’]/g, ''));
}

/** Words that carry content, in their own spelling and order, each once. */
export function contentWords(text: string): string[] {
  const seen = new Set<string>();
  return wordsOf(text).filter((word, at) => {
    const key = word.toLowerCase();
    const isMonth = at > 0 && isCalendarName(word); // "in May", not "May I"
    if ((isFunctionWord(word) && !isMonth) || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/**
 * Words of the question that look like names: capitalised inside a sentence, or opening it before another such word;
 * and quoted words.
 */
export function namesIn(text: string): string[] {
  const names = new Set<string>();
  for (const sentence of splitSentences(text)) {
    const words = wordsOf(sentence.text);
    words.forEach((word, at) => {
      const opensName = at > 0 || ((words[1] ?? '').length > 1 && isCapitalised(words[1] ?? ''));
      if (isCapitalised(word) && opensName && !isFunctionWord(word)) names.add(word);
    });
  }
  for (const [, quoted] of text.matchAll(/["“]([^"”]+)["”]/g))
    for (const word of contentWords(quoted as string)) names.add(word);
  return [...names];
}

function isCapitalised(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** Years that the question names. */
export function yearsIn(text: string): string[] {
  return [...new Set(text.match(/\b(?:1\d|20)\d\d\b/g) ?? [])];
}

/**
 * `work_mem`, `core.autoSetup`, `--force`, `-Mt`, `40P01`, `SIGUSR1`, `-2207`: what joins its parts without a space, or mixes letters with digits,
 * is a name that somebody gave.
 */
const IDENTIFIERS = [
  /--[\p{L}\p{N}][\p{L}\p{N}_-]+/u,
  /-\p{L}[\p{L}\p{N}_-]*|-\p{N}{2,}/u,
  /\p{Lu}{3,}\p{N}+/u,
  /(?=.*_)[\p{L}\p{N}_.-]{3,}/u,
  /\p{L}[\p{L}\p{N}]+(?:\.\p{L}[\p{L}\p{N}]+)+/u,
  /\p{Ll}+\p{Lu}\p{L}*/u,
  /(?=.*\p{L}.*\p{N})(?=.*\p{N}.*\p{N})[\p{L}\p{N}]{4,}/u,
];
const IDENTIFIER = new RegExp(`^(?:${anyOf(IDENTIFIERS)})$`, 'u');

/** Nobody gives longer names, and the pattern takes the square of a token's length. */
const LONGEST_IDENTIFIER = 100;

export function identifiersIn(text: string): string[] {
  const tokens = text.split(/[\s,;:!?()"“”`]+/).filter((token) => token.length <= LONGEST_IDENTIFIER);
  return [...new Set(tokens.map((token) => token.replace(/[.'’]+$/, '')).filter((token) => IDENTIFIER.test(token)))];
}

/** `reprlib.Repr.maxlong` is `Repr.maxlong` on the page about `reprlib`; a version such as 3.11.2 is no such name. */
export function spellingsOf(identifier: string): string[] {
  const within = identifier.replace(/^[^.]*\./, '');
  return /^\p{L}[^.]*\./u.test(within) ? [identifier, within] : [identifier];
}

/**
 * The question itself, without persona, politeness and orders about style. "Hi! You are a guide. Where is X, please?"
 * -> "Where is X?"
 */
export function coreQuestion(text: string): string {
  const sentences = splitSentences(text.trim()).map((sentence) => sentence.text);
  const kept = sentences.filter((sentence) => !PERSONA.test(sentence) && !isStyleAlone(sentence));
  const cleaned = (kept.length > 0 ? kept : sentences)
    .map(stripManner)
    .filter((sentence) => wordsOf(sentence).length > 0);
  return cleaned.length > 0 ? cleaned.join(' ') : text.trim();
}

function isStyleAlone(sentence: string): boolean {
  return (
    STYLE.test(sentence) &&
    contentWords(stripManner(sentence)).every((word) => STYLE_WORDS.has(word.toLowerCase()) || /^\d+$/.test(word))
  );
}

function stripManner(sentence: string): string {
  return sentence
    .replace(MANNER, ' ')
    .replace(/\s+([,.?!;:])(?=\s|$)/g, '$1')
    .replace(/^[\s,.;:!-]+/, '')
    .replace(/([,;:])\s*(?=[.?!]|$)/g, '')
    .replace(/\s{2,}/g, ' ')
    .trim();
}

/**
 * The part of a longer text that asks: its last sentence with a question mark or a question's opening; else all of it.
 */
export function askingSentence(core: string): string {
  const sentences = splitSentences(core).map((sentence) => sentence.text);
  return sentences.findLast((sentence) => /\?\s*$/.test(sentence) || ASKS.test(sentence)) ?? core;
}

const ASKS =
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|should|will|has|have|name|list|tell|explain|describe)\b/i;

/**
 * One or two search queries: the content words of everything that matters, and, where the question stands in a longer
 * story, those of the asking sentence with the story's names.
 */
export function formulateQueries(text: string): string[] {
  const core = coreQuestion(text);
  const all = contentWords(core);
  if (all.length === 0) return [text.trim()];
  const asking = contentWords(askingSentence(core));
  const missingIn = (words: readonly string[]) =>
    namesIn(text).filter((name) => !words.some((word) => word.toLowerCase() === name.toLowerCase()));
  const narrow = [...missingIn(asking), ...asking];
  const wide = [...missingIn(all), ...all];
  return asking.length > 0 && narrow.length < wide.length ? [narrow.join(' '), wide.join(' ')] : [wide.join(' ')];
}

const DEGREE = /many|much|long|far|old|tall|high|deep|wide|big|large|heavy|often|fast|steep/;
const MEASURE =
  /number|population|price|cost|fare|fee|length|height|depth|area|capacity|weight|speed|distance|percentage|share|temperature|altitude|elevation/;
const PERSON =
  /person|architect|engineer|author|writer|artist|composer|painter|politician|mayor|scientist|player|singer|man|woman|sculptor|poet|designer|founder/;

const FORMS: readonly (readonly [QuestionForm, RegExp])[] = [
  [
    'how-to',
    /\bhow (?:do|does|can|should|would|to|might) (?:i|you|we|one|people|someone|visitors?|residents?|a |an |the )?|\bwhat (?:steps|should i do)\b|^how to\b|\bways? to\b/i,
  ],
  [
    'how-many',
    new RegExp(`\\bhow (?:${DEGREE.source})\\b|\\bwhat (?:is|was|were|are) the (?:${MEASURE.source})\\b`, 'i'),
  ],
  ['who', new RegExp(`\\b(?:who|whom|whose)\\b|\\b(?:which|what) (?:${PERSON.source})\\b`, 'i')],
  [
    'when',
    /\bwhen\b|\b(?:what|which|in what|in which) (?:year|date|day|month|century|decade|time)\b|\bhow long ago\b|\bsince when\b/i,
  ],
  [
    'where',
    /\bwhere\b|\b(?:in )?(?:which|what) (?:town|city|village|place|country|street|harbour|harbor|island|building|region|location|district|valley)\b/i,
  ],
  ['why', /\bwhy\b|\bwhat (?:caused|is the reason)\b|\bhow come\b/i],
  ['which', /\bwhich\b/i],
  ['yes-no', /^(?:am|is|are|was|were|do|does|did|can|could|should|will|would|has|have|had|may|must)\b/i],
];

export function questionForm(text: string): QuestionForm {
  const asking = askingSentence(coreQuestion(text));
  return FORMS.find(([, pattern]) => pattern.test(asking))?.[0] ?? 'what';
}
