/**
 * Makes a true sentence false in one place: a number, a date, a name, a negation, two names swapped. Seeded, so that a
 * set can be made again. Written without looking at the check that is measured with it: it shares no code with
 * src/text/exact.ts.
 */

export const ALTERATIONS = ['number', 'date', 'name', 'negation', 'roles'] as const;
export type Alteration = (typeof ALTERATIONS)[number];
export type Altered = { readonly kind: Alteration; readonly text: string };

export type Random = () => number;
type Make = (text: string, random: Random, others: readonly string[]) => string | undefined;

/** One alteration of every kind that the sentence allows. `others` are names to put in the place of one. */
export function alterations(sentence: string, others: readonly string[], random: Random): Altered[] {
  return ALTERATIONS.flatMap((kind) => {
    const text = MAKERS[kind](sentence, random, others);
    return text !== undefined && text !== sentence ? [{ kind, text }] : [];
  });
}

const pick = <T>(list: readonly T[], random: Random): T | undefined => list[Math.floor(random() * list.length)];

function replaced(
  text: string,
  found: Name | undefined,
  put: (said: string) => string | undefined,
): string | undefined {
  const made = found && put(found.text);
  return !found || made === undefined
    ? undefined
    : text.slice(0, found.index) + made + text.slice(found.index + found.text.length);
}

const matchesOf = (text: string, ...patterns: readonly RegExp[]): Name[] =>
  patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(({ 0: said, index }) => ({ text: said, index })));

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const YEAR = /(?<![\d.,$€£-])\b(?:1[0-9]\d\d|20\d\d)\b(?![.,]\d|%)/g;
const MONTH = new RegExp(`\\b(?:${MONTHS.join('|')})\\b(?=,? \\d)|(?<=\\d )\\b(?:${MONTHS.join('|')})\\b`, 'g');
const DAY = new RegExp(`(?<=(?:${MONTHS.join('|')}) )\\d{1,2}\\b|\\b\\d{1,2}(?= (?:${MONTHS.join('|')}))`, 'g');
const FIGURE = /(?<![\p{L}\d.,-])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\p{L}\d.,-])\d+(?:\.\d+)?(?![\p{L}\d]|,\d|-)/gu;
const SPELLED = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve'];
const SPELLED_FIGURE = new RegExp(`\\b(?:${SPELLED.join('|')})\\b`, 'gi');

const dates = (text: string): Name[] => matchesOf(text, YEAR, MONTH, DAY);

function otherDate(said: string, random: Random): string | undefined {
  if (MONTHS.includes(said))
    return pick(
      MONTHS.filter((month) => month !== said),
      random,
    );
  const value = Number(said);
  if (value < 32) return String((value % 27) + 1);
  return String(value + (pick([-20, -11, -3, -1, 1, 2, 7, 10], random) as number));
}

function otherNumber(said: string, random: Random): string | undefined {
  const spelled = SPELLED.indexOf(said.toLowerCase());
  if (spelled >= 0)
    return pick(
      SPELLED.filter((_, at) => at !== spelled),
      random,
    );
  const decimals = said.split('.')[1]?.length ?? 0;
  const value = Number(said.replaceAll(',', ''));
  const scaled = Number((value * (pick([0.5, 0.8, 1.1, 1.25, 2, 3], random) as number)).toFixed(decimals));
  const changed =
    scaled === value || (decimals === 0 && Math.abs(scaled - value) < 1)
      ? value + (pick([1, 2, 3], random) as number)
      : scaled;
  return said.includes(',') ? changed.toLocaleString('en-US') : changed.toFixed(decimals);
}

/** Runs of capitalised words, initials and "of" inside; a single one that opens the sentence may be no name. */
const NAME = /\p{Lu}[\p{L}.'’-]*(?: (?:of |de |& )?\p{Lu}[\p{L}.'’-]*)*/gu;
const NO_NAME = new RegExp(
  `^(?:The|An?|In|On|At|By|For|From|Of|To|It|Its|He|She|They|His|Her|Their|This|These|That|Those|There|As|If|Since|Until|After|Before|During|Between|Over|Under|With|When|While|Both|Only|Each|Every|However|Also|Although|But|And|Yes|No|${MONTHS.join('|')}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)$`,
);

type Name = { readonly text: string; readonly index: number };

export function namesOf(text: string): Name[] {
  return [...text.matchAll(NAME)].flatMap(({ 0: run, index }) => {
    const [first = ''] = run.split(' ');
    const skipped = NO_NAME.test(first) ? first.length + 1 : 0;
    const name = { text: run.slice(skipped), index: index + skipped };
    const opens = name.index === 0 && !name.text.includes(' ');
    return name.text.length < 3 || opens || NO_NAME.test(name.text) ? [] : [name];
  });
}

function otherName(text: string, random: Random, others: readonly string[]): string | undefined {
  const known = others.filter((other) => !text.toLowerCase().includes(other.toLowerCase()));
  return replaced(text, pick(namesOf(text), random), () => pick(known, random));
}

const AUXILIARY =
  /\b(?:is|are|was|were|has|have|had|can|could|will|would|should|must|may|does|did)\b(?! not|n't| only| no\b)/;

function negated(text: string): string | undefined {
  if (/\b(?:no|none|nobody|nothing|nor|neither|without)\b/i.test(text)) return undefined; // a second denial would make no sentence
  if (/ not\b| never\b|n't\b/.test(text)) return text.replace(/ (?:not|never)\b|n't\b/, '');
  const found = AUXILIARY.exec(text);
  return replaced(text, found ? { text: found[0], index: found.index } : undefined, (said) => `${said} not`);
}

/** Two that stand in a row may change places without harm. */
const IN_A_ROW = /(?:\b(?:and|or)|,)\s*(?:the\s+)?$/;

/** "A built B" -> "B built A". */
function swapped(text: string): string | undefined {
  const names = namesOf(text);
  const at = names.findIndex((name, index) => {
    const next = names[index + 1];
    return (
      next !== undefined &&
      next.text !== name.text &&
      !IN_A_ROW.test(text.slice(name.index + name.text.length, next.index))
    );
  });
  const [first, second] = [names[at], names[at + 1]];
  if (!first || !second) return undefined;
  return replaced(replaced(text, second, () => first.text) as string, first, () => second.text);
}

const MAKERS: Readonly<Record<Alteration, Make>> = {
  number: (text, random) => {
    const inDates = new Set(dates(text).map(({ index }) => index));
    const figures = matchesOf(text, FIGURE, SPELLED_FIGURE).filter(({ index }) => !inDates.has(index));
    return replaced(text, pick(figures, random), (said) => otherNumber(said, random));
  },
  date: (text, random) => replaced(text, pick(dates(text), random), (said) => otherDate(said, random)),
  name: otherName,
  negation: negated,
  roles: swapped,
};
