/** Questions for numbers: "The music school has 900 pupils." -> "How many pupils does the music school have?" */

import { type Fact, isClear, UNCLEAR } from './fact.js';
import { NAME, type Subject } from './names.js';
import { quantitiesIn } from './quantities.js';
import { verbOfParticiple, verbOfPast, verbOfThird } from './verbs.js';

const COUNT = String.raw`(?:(?:about|around|some|over|more than|nearly|almost|at least|up to|roughly|exactly) )?((?:\d[\d,]*(?:\.\d+)?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: million| thousand| hundred)?)`;
const COUNTED = String.raw`((?:[\p{Ll}-]+ ){0,2}(?:[\p{Ll}-]{2,}[^s\W]s|people|staff|men|women|children|sheep|fish)(?: of [\p{Ll}-]+)?)`;
const TAIL = String.raw`((?: (?:a|an|per|in|on|at|from|for|each|every|under|between)(?: [\p{L}\p{N}’'-]+){1,4})?)`;

/** "The music school has 900 pupils." */
export function howMany({ text, rest }: Subject): Fact[] {
  const match = new RegExp(String.raw`^(\p{Ll}+) ${COUNT} ${COUNTED}${TAIL}(?=[.,;](?!\d)| and )`, 'u').exec(rest);
  const [, word = '', count = '', counted = '', tail = ''] = match ?? [];
  const [third, past] = [verbOfThird(word), verbOfPast(word)];
  const verb = third ?? past;
  if (!match || !verb || ['cost', 'weigh', 'last', 'take', 'remain', 'date'].includes(verb.base) || !isClear(counted)) return [];
  if (UNCLEAR.test(tail) || /\b(?:years|days|hours|minutes|months|weeks|metres|feet|miles)\b/.test(counted)) return [];
  const isYearly = tail === '';
  return [
    {
      kind: 'how-many',
      question: `How many ${counted} ${third ? 'does' : 'did'} ${text} ${verb.base}${tail}?`,
      answers: [count, `${count} ${counted}`],
      subject: text,
      ...(isYearly && {
        comparable: { key: `${word} ${counted}`, value: numberOf(count), asks: `Which ${word} more ${counted}`, wins: 'most' as const },
      }),
    },
  ];
}

const COMPARATIVE: Readonly<Record<string, string>> = {
  long: 'longer',
  high: 'higher',
  tall: 'taller',
  deep: 'deeper',
  wide: 'wider',
  thick: 'thicker',
  heavy: 'heavier',
};

/** "is 612 metres long", "cost 2.3 million pells", "weighs 18 tonnes", "lasts 40 minutes" */
export function howMuch({ text, rest }: Subject): Fact[] {
  const long = new RegExp(
    String.raw`^(is|was|are|were) ${COUNT} (\p{Ll}+) (long|high|tall|deep|wide|thick)(?=[.,;](?!\d)| and )`,
    'u',
  ).exec(rest);
  if (long) {
    const [, be = '', count = '', unit = '', adjective = ''] = long;
    const comparable = {
      key: `${adjective} ${unit}`,
      value: numberOf(count),
      asks: `Which ${be} ${COMPARATIVE[adjective]}`,
      wins: 'most' as const,
    };
    return [{ kind: 'how-many', question: `How ${adjective} ${be} ${text}?`, answers: [`${count} ${unit}`], subject: text, comparable }];
  }
  const paid = new RegExp(
    String.raw`^(costs?|weighs|weighed|lasts|lasted|takes|took) ${COUNT} (\p{Ll}+)${TAIL}(?=[.,;](?!\d)| and )`,
    'u',
  ).exec(rest);
  if (!paid) return [];
  const [, word = '', count = '', unit = '', tail = ''] = paid;
  if (UNCLEAR.test(tail)) return [];
  const base = (verbOfThird(word) ?? verbOfPast(word))?.base ?? word;
  const isLong = base === 'last' || base === 'take';
  if (isLong && !/^(?:years?|days?|hours?|minutes|months?|weeks?|seconds)$/.test(unit)) return [];
  const does = verbOfThird(word) ? 'does' : 'did';
  const comparable = {
    key: `${word} ${unit}`,
    value: numberOf(count),
    asks: `Which ${word} ${isLong ? 'longer' : 'more'}`,
    wins: 'most' as const,
  };
  return [
    {
      kind: 'how-many',
      question: `How ${isLong ? 'long' : 'much'} ${does} ${text} ${base}${tail}?`,
      answers: [`${count} ${unit}`],
      subject: text,
      ...(tail === '' && { comparable }),
    },
  ];
}

/** "is a village of 412 inhabitants", "is paved with 11,000 slabs of Nethershaw slate" */
export function howManyOf({ text, rest }: Subject): Fact[] {
  const people = new RegExp(
    String.raw`^(?:is|was) an? (?:[\p{L}-]+ ){1,4}(?:of|with) ${COUNT} (inhabitants|people|residents|members|pages|rooms|students|pupils|seats|islands)\b`,
    'u',
  ).exec(rest);
  if (people) {
    const [, count = '', counted = ''] = people;
    const comparable = { key: `has ${counted}`, value: numberOf(count), asks: `Which has more ${counted}`, wins: 'most' as const };
    return [
      {
        kind: 'how-many',
        question: `How many ${counted} does ${text} have?`,
        answers: [count, `${count} ${counted}`],
        subject: text,
        comparable,
      },
    ];
  }
  const made = new RegExp(String.raw`^(is|was|are|were) (\p{Ll}+) (with|by|of|from) ${COUNT} ${COUNTED}(?=[.,;](?!\d))`, 'u').exec(rest);
  const [, be = '', participle = '', preposition = '', count = '', counted = ''] = made ?? [];
  if (!made || !verbOfParticiple(participle) || !isClear(counted)) return [];
  const question = `How many ${counted} ${be} ${text} ${participle} ${preposition}?`;
  return [{ kind: 'how-many', question, answers: [count, `${count} ${counted}`], subject: text }];
}

/** "There are 14 colours on the town chart of Tovrick." */
export function thereAre(sentence: string): Fact[] {
  const match = new RegExp(`^There (are|were) ${COUNT} ${COUNTED} ((?:in|on|at) (?:the )?(${NAME}))(?=[.,;](?!d))`, 'u').exec(sentence);
  const [, be = '', count = '', counted = '', place = '', subject = ''] = match ?? [];
  if (!match || !isClear(counted)) return [];
  return [{ kind: 'how-many', question: `How many ${counted} ${be} there ${place}?`, answers: [count, `${count} ${counted}`], subject }];
}

/** "The mean discharge at Tovrick is 47 cubic metres per second." */
export function whatFigure({ text, rest }: Subject): Fact[] {
  const match = new RegExp(String.raw`^(is|was) ${COUNT} ((?:[\p{Ll}-]+ ?){1,4})(?=[.,;](?!\d))`, 'u').exec(rest);
  const [, be = '', count = '', unit = ''] = match ?? [];
  const isMeasured = /^the (?:[\p{Ll}-]+ )+(?:of|at|in|on|for) /u.test(text) && quantitiesIn(`${count} ${unit}`)[0]?.unit !== undefined;
  if (!match || !isMeasured || UNCLEAR.test(unit) || /(?:long|high|tall|deep|wide|thick|old)$/.test(unit)) return [];
  return [{ kind: 'how-many', question: `What ${be} ${text}?`, answers: [`${count} ${unit.trim()}`, count], subject: text }];
}

function numberOf(count: string): number {
  return quantitiesIn(count)[0]?.value ?? Number.NaN;
}
