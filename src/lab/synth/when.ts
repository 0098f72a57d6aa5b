/** When-questions: "The Kestrel Bridge opened in 1934." -> "When did the Kestrel Bridge open?" */

import { type Moment, momentsIn } from '../../english/calendar.js';
import { MONTHS } from '../../english/lexicon.js';
import { ADVERB, type Fact, isClear } from './fact.js';
import { isPersonName, NAME, type Page, type Subject, subjectOf } from './names.js';
import { verbOfParticiple, verbOfPast, verbOfThird } from './verbs.js';

const MIDDLE = String.raw`((?: [\p{L}\p{N}’'-]+){0,8}?)`;
const MONTH = `(?:${MONTHS.map((month) => month.slice(0, 3)).join('|')})`;

/** The year as a number, with the month as its fraction. */
const timeOf = ({ year = 0, month = 1, day = 1 }: Moment): number => year + (month - 1) / 12 + (day - 1) / 372;

type Dated = { readonly match: RegExpExecArray; readonly date: string; readonly moment: Moment; readonly tail: string };

/** The date right after a verb and what belongs to it, in the main clause: " opened to traffic in May 1934 ...". */
function dated(rest: string, head: string): Dated | undefined {
  const match = new RegExp(`^${head}${MIDDLE} (?:in|on) (?=\\d|${MONTH})`, 'u').exec(rest);
  if (!match) return undefined;
  const after = rest.slice(match[0].length);
  const [moment] = momentsIn(after);
  if (moment?.start !== 0 || moment.year === undefined) return undefined;
  const tail = after.slice(moment.end);
  // "in 1904 and 1921", "in 1904 or 1905", "in 1904-05": not one time.
  if (/^(?:\s*[-–/]|,? (?:and|or|to|until|and again)\b[^.]*\d)/.test(tail)) return undefined;
  return { match, date: after.slice(0, moment.end), moment, tail };
}

function whenFact(question: string, { date, moment, subject, key, asks }: WhenParts): Fact[] {
  const year = `${moment.year}`;
  return [
    {
      kind: 'when',
      question,
      answers: [...new Set([date, year])],
      subject,
      ...(key !== undefined && { comparable: { key, value: timeOf(moment), asks: asks ?? '', wins: 'least' as const } }),
    },
  ];
}

type WhenParts = {
  readonly date: string;
  readonly moment: Moment;
  readonly subject: string;
  readonly key?: string | undefined;
  readonly asks?: string;
};

export function whenPassive({ text, rest }: Subject): Fact[] {
  const found = dated(rest, String.raw`(was|were) (${ADVERB} )?(\p{Ll}+)`);
  if (!found) return [];
  const [, auxiliary = '', adverb = '', participle = '', middle = ''] = found.match;
  const isBorn = participle === 'born';
  if ((!verbOfParticiple(participle) && !isBorn) || !isClear(middle)) return [];
  const said = `${adverb}${participle}`;
  const asks = isBorn ? 'Who was born first' : `Which ${auxiliary} ${participle} first`;
  const key = middle === '' && adverb === '' ? `when ${auxiliary} ${participle}` : undefined;
  return whenFact(`When ${auxiliary} ${text} ${said}${middle}?`, { ...found, subject: text, key, asks });
}

/** "signed in 2005 with the Lions": without what follows, the question would be another. */
const NEEDS_MORE = /^ (?:with|to|for|as|from|an?|the|its|under|his|her) /;

export function whenActive({ text, rest }: Subject): Fact[] {
  const found = dated(rest, String.raw`(${ADVERB} )?(\p{Ll}+)`);
  if (!found) return [];
  const [, adverb = '', past = '', middle = ''] = found.match;
  const verb = verbOfPast(past);
  if (!verb || !isClear(middle) || (middle === '' && NEEDS_MORE.test(found.tail))) return [];
  const key = middle === '' && adverb === '' ? `when ${past}` : undefined;
  const asks = `${verb.base === 'die' || verb.base === 'retire' ? 'Who' : 'Which'} ${past} first`;
  return whenFact(`When did ${text} ${adverb}${verb.base}${middle}?`, { ...found, subject: text, key, asks });
}

/** "The Ropewalk Arena has been closed since May 2019.", "The Kestrel Line leaves at 6:05." */
export function sinceWhen({ text, rest }: Subject): Fact[] {
  const since = new RegExp(`^(?:has|have) been (\\p{Ll}+)${MIDDLE} since (.{4,24}?)(?=[.,;])`, 'u').exec(rest);
  const moment = since && wholeMoment(since[3] as string);
  if (since && moment && isClear(since[2] as string) && verbOfParticiple(since[1] as string))
    return whenFact(`Since when has ${text} been ${since[1]}${since[2]}?`, { date: since[3] as string, moment, subject: text });
  const time = LEAVES.exec(rest);
  const verb = time && verbOfThird(time[1] as string);
  const [, , hour = '', days = ''] = time ?? [];
  return verb ? [{ kind: 'when', question: `At what time does ${text} ${verb.base}${days}?`, answers: [hour], subject: text }] : [];
}

const LEAVES =
  /^(opens|closes|starts|begins|ends|leaves|departs|sails|arrives) at (\d{1,2}[:.]\d{2}|noon|midnight)((?: (?:on|every|each) \p{L}+)?)(?=[.,;])/u;

const OPENING = /^(?:In|On) ([^,]{4,24}?),? (?=(?:the )?\p{Lu}|the \p{Ll})/u;
const CLAUSE = /^(?:(was|were) )?(\p{Ll}+)((?: [\p{L}\p{N}’'-]+){0,8}?)(?:[,;.]| by | after | because | when | and )/u;

/** "In 1904 the fish market moved to its present hall." Nothing where the sentence does not begin with a date. */
export function datedOpening(sentence: string, page: Page): Fact[] | undefined {
  const opening = OPENING.exec(sentence);
  const date = opening?.[1] ?? '';
  const moment = wholeMoment(date);
  if (!opening || !moment) return undefined;
  const clause = sentence.slice(opening[0].length);
  const subject = subjectOf(`${clause.charAt(0).toUpperCase()}${clause.slice(1)}`, page);
  const match = subject && CLAUSE.exec(subject.rest);
  const [, auxiliary = '', word = '', middle = ''] = match ?? [];
  const verb = auxiliary ? verbOfParticiple(word) : verbOfPast(word);
  if (!subject || !verb || !isClear(middle) || /\d/.test(middle)) return [];
  const { text } = subject;
  const question = auxiliary ? `When ${auxiliary} ${text} ${word}${middle}?` : `When did ${text} ${verb.base}${middle}?`;
  return whenFact(question, { date, moment, subject: text });
}

function wholeMoment(text: string): Moment | undefined {
  const [moment] = momentsIn(text);
  return moment?.year !== undefined && moment.start === 0 && moment.end === text.trim().length ? moment : undefined;
}

/** Groups: the name and the date of birth, once for "(born ...)" and once for "(... – ...)". */
const BORN = new RegExp(
  String.raw`^(${NAME}) \((?:[^()]{0,40}; )?born (?:on )?([^();–-]{4,20}?)(?:[;,][^()]*)?\)|^(${NAME}) \(([^();–-]{4,20}?) ?[–-] ?[^();–-]{4,20}\)`,
  'u',
);

/** "Ada Stone (born 3 May 1840) was ...", "Ada Stone (3 May 1840 – 1 June 1901) was ..." */
export function bornIn(sentence: string): Fact[] {
  const [, name, date, other, otherDate] = BORN.exec(sentence) ?? [];
  const [subject = '', said = ''] = [name ?? other, date ?? otherDate];
  const moment = wholeMoment(said);
  if (!moment || !isPersonName(subject)) return [];
  return whenFact(`When was ${subject} born?`, { date: said.trim(), moment, subject, key: 'when was born', asks: 'Who was born first' });
}
