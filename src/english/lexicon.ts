/**
 * The closed classes of English words that several parts of the engine need: the calendar, numbers, function words.
 * Verbs are in verbs.ts.
 */

const words = (list: string): readonly string[] => list.trim().split(/\s+/);

export const MONTHS = words('January February March April May June July August September October November December');
export const WEEKDAYS = words('Monday Tuesday Wednesday Thursday Friday Saturday Sunday');

const CALENDAR_NAME = new RegExp(`^(?:${[...MONTHS, ...WEEKDAYS.map((day) => `${day}s?`)].join('|')})$`);

/** "May", "Tuesdays": capitalised, yet the name of nobody. */
export const isCalendarName = (word: string): boolean => CALENDAR_NAME.test(word);

const numbered = (list: string, value: (at: number) => number): ReadonlyMap<string, number> =>
  new Map(words(list).map((word, at) => [word, value(at)]));

/** zero to nineteen */
export const SMALL_NUMBERS = numbered(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
  (at) => at,
);
export const TENS = numbered('twenty thirty forty fifty sixty seventy eighty ninety', (at) => 20 + at * 10);
export const SCALES: ReadonlyMap<string, number> = new Map([
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);
export const ORDINALS = numbered(
  `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth
  seventeenth eighteenth nineteenth twentieth`,
  (at) => at + 1,
);

/** Any word of a number, as part of a pattern. */
export const NUMBER_WORD_PATTERN = `(?:${[...SMALL_NUMBERS.keys(), ...TENS.keys(), ...SCALES.keys()].join('|')})`;
