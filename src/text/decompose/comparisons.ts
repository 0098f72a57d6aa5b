/**
 * Questions that compare two things, or ask two: what must be known of each. "Which is longer, A or B?" -> "How long is
 * A?", "How long is B?".
 */
import { ASKING_WORD, AUXILIARY, asQuestion, NAME } from './grammar.js';

/** What is asked of each side, by the word that compares. */
const MEASURES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:older|oldest|younger|youngest)\b/i, 'When was % born or made'],
  [/\b(?:longer|longest|shorter|shortest)\b/i, 'How long is %'],
  [/\b(?:taller|tallest|higher|highest)\b/i, 'How high is %'],
  [/\b(?:larger|largest|bigger|biggest|smaller|smallest)\b/i, 'How large is %'],
  [/\b(?:heavier|lighter)\b/i, 'How heavy is %'],
  [/\b(?:deeper|deepest)\b/i, 'How deep is %'],
  [/\b(?:faster|slower)\b/i, 'How fast is %'],
  [/\b(?:cheaper|more expensive|costlier|dearer)\b/i, 'How much does % cost'],
  [/\b(?:more populous|more people|more inhabitants)\b/i, 'What is the population of %'],
];

/** "was formed first", "came out first", "died earlier". */
const FIRST = /\b(?:(was|were|is|are) )?([\p{Ll}]+(?: out)?) (?:first|earlier|later|last|more recently)\b/iu;

function measureOf(comparison: string): string | undefined {
  const measure = MEASURES.find(([pattern]) => pattern.test(comparison))?.[1];
  if (measure) return measure;
  const [, auxiliary, verb] = FIRST.exec(comparison) ?? [];
  if (verb)
    return auxiliary
      ? `When ${auxiliary} % ${verb}`
      : `When did % ${verb === 'came' ? 'come' : verb === 'came out' ? 'come out' : verb}`;
  return undefined;
}

/** "Which magazine was started first, A or B?" */
function eitherOr(question: string): string[] | undefined {
  const [, asked = '', right = ''] =
    /^(?:which|who|what)\b(.+),? or (?:the )?([^,?]+?)(?:,? and [^?]+)?[\s?]*$/i.exec(question) ?? [];
  const split =
    /^(.*)[,:] (.+)$/.exec(asked) ??
    /^(.*\b(?:first|earlier|later|last)) (\S.*)$/.exec(asked) ??
    /^(.* \p{Ll}+(?:er|est)) (\p{Lu}.*)$/u.exec(asked);
  const [, comparison = '', left = ''] = split ?? [];
  return left && right ? sides(comparison, left, right) : undefined;
}

function sides(comparison: string, left: string, right: string): string[] | undefined {
  const measure = measureOf(comparison);
  if (measure) return [left, right].map((side) => asQuestion(measure.replace('%', () => side.trim())));
  const property = /^(?: [\p{Ll}]+)? (is|was|are|were|has|had) ([^,]+?),?$/u.exec(comparison);
  if (!property) return undefined;
  return [left, right].map((side) => asQuestion(`${property[1]} ${side.trim()} ${property[2]}`));
}

function between(question: string): string[] | undefined {
  const [, left, right, comparison] =
    /^between ([^,]+?) and ([^,]+), (?:which|who|what)\b(.+?)[\s?]*$/i.exec(question) ?? [];
  return left && right && comparison ? sides(comparison, left, right) : undefined;
}

/** "Are A and B both directors?", "Are A and B from the same country?", "Are both A and B ...?" */
function bothOrSame(question: string): string[] | undefined {
  const pair = new RegExp(
    String.raw`^(${AUXILIARY})(?: both)? (?:the )?(.+?),? and (?:the )?(.+?),? (both|from the same|in the same|of the same|[\p{Ll}]+ in the same|members of the same|[\p{Ll}]+ the same) (.+?)[\s?]*$`,
    'iu',
  ).exec(question);
  if (!pair) return undefined;
  const [, auxiliary = '', left = '', right = '', link = '', what = ''] = pair;
  const singular = /^are$/i.test(auxiliary) ? 'is' : /^were$/i.test(auxiliary) ? 'was' : auxiliary;
  const ask = (side: string) => {
    const shared = /\b(in|from|of) the same (\S+)$/i.exec(what);
    if (shared) return `${side} ${singular} ${shared[1]} what ${shared[2]}`;
    if (link.toLowerCase() === 'both') return `${singular} ${side} ${one(what)}`;
    return `${side} ${singular} ${link.replace(/the same$/i, 'what')} ${what}`;
  };
  return [left, right].map((side) => asQuestion(ask(side.trim().replace(/^(?!the )(?=\p{Ll})/u, 'the '))));
}

/** "film directors" -> "a film director"; what is no plural stays. */
function one(what: string): string {
  const noun = what.replace(/\b([\p{L}]+)ies$/u, '$1y').replace(/([^s])s$/u, '$1');
  return noun === what ? what : `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** "When was Ottilie Brandt born and where did she die?" asks twice; "she" is who the first question is about. */
function twoQuestions(question: string): string[] | undefined {
  const joint = new RegExp(
    String.raw`^((?:${ASKING_WORD})\b.+?),? and ((?:${ASKING_WORD}) (?:\S+ )?(?:${AUXILIARY})\b.+)$`,
    'i',
  ).exec(question);
  const [, first = '', second = ''] = joint ?? [];
  const [subject] =
    new RegExp(`(?:the )?${NAME}(?: (?:brothers|sisters|family))?`, 'u').exec(first.replace(/^\S+/, '')) ?? [];
  if (!joint || subject === undefined) return undefined;
  return [asQuestion(first), asQuestion(second.replace(/\b(?:he|she|they|it)\b/i, () => subject))];
}

/** The questions that stand side by side in a question, none of which waits for another. */
export function sideBySide(question: string): string[] | undefined {
  return between(question) ?? bothOrSame(question) ?? eitherOr(question) ?? twoQuestions(question);
}
