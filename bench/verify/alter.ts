/** Makes a true sentence false in one place: number, unit, date, name, negation, comparison, roles. Seeded, so that a set can be made again. */
import { momentsIn } from '../../src/text/facts/calendar.js';
import { quantitiesIn } from '../../src/text/facts/quantities.js';
import { namesIn } from '../../src/text/question.js';

export type Altered = { readonly kind: string; readonly text: string };

type Random = () => number;
const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;
const splice = (text: string, { start, end }: { start: number; end: number }, put: string) => text.slice(0, start) + put + text.slice(end);

/** One alteration of every kind that the sentence allows. `others` are names of the same page or of others. */
export function alterations(sentence: string, others: readonly string[], random: Random): Altered[] {
  const makers = [number, unit, date, (text: string) => name(text, others, random), negation, comparison, roles];
  return makers.flatMap((make) => {
    const altered = make(sentence, random);
    return altered && altered.text !== sentence ? [altered] : [];
  });
}

function number(text: string, random: Random): Altered | undefined {
  const quantity = pick(
    quantitiesIn(text).filter(({ start, end, isOrdinal }) => !isOrdinal && /\d/.test(text.slice(start, end))),
    random,
  );
  if (!quantity) return undefined;
  const said = /\d[\d,]*(?:\.\d+)?/.exec(text.slice(quantity.start, quantity.end));
  if (!said) return undefined;
  const value = Number(said[0].replaceAll(',', ''));
  const decimals = said[0].split('.')[1]?.length ?? 0;
  const factor = pick([0.5, 0.8, 1.1, 1.25, 2, 3], random);
  let changed = Number((value * factor).toFixed(decimals));
  if (changed === value || Math.abs(changed - value) < 1) changed = value + pick([1, 2, 3], random);
  const shown = said[0].includes(',') ? changed.toLocaleString('en-US') : changed.toFixed(decimals);
  const start = quantity.start + said.index;
  return { kind: 'number', text: splice(text, { start, end: start + said[0].length }, shown) };
}

const UNIT_SWAPS: Record<string, readonly string[]> = {
  metres: ['kilometres', 'feet'],
  metre: ['kilometre', 'foot'],
  kilometres: ['metres', 'miles'],
  km: ['m', 'miles'],
  m: ['km', 'feet'],
  feet: ['metres', 'inches'],
  miles: ['kilometres', 'metres'],
  kg: ['tonnes', 'g'],
  tonnes: ['kilograms', 'pounds'],
  hours: ['days', 'minutes'],
  minutes: ['hours', 'seconds'],
  days: ['weeks', 'hours'],
  weeks: ['months', 'days'],
  months: ['years', 'weeks'],
  years: ['months', 'decades'],
  percent: ['degrees'],
  litres: ['gallons'],
  inches: ['feet'],
  pounds: ['ounces', 'tonnes'],
  million: ['billion', 'thousand'],
  billion: ['million'],
  thousand: ['million'],
  hectares: ['acres'],
  acres: ['hectares'],
  cm: ['mm', 'm'],
  mm: ['cm'],
};

function unit(text: string, random: Random): Altered | undefined {
  const matches = [...text.matchAll(/(?<=\d[\d,.]*[ -])(\p{L}+)\b/gu)].filter(([, word]) => UNIT_SWAPS[(word as string).toLowerCase()]);
  const match = pick(matches, random);
  if (!match) return undefined;
  const swapped = pick(UNIT_SWAPS[(match[1] as string).toLowerCase()] as string[], random);
  return { kind: 'unit', text: splice(text, { start: match.index, end: match.index + match[0].length }, swapped) };
}

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

function date(text: string, random: Random): Altered | undefined {
  const moment = pick(momentsIn(text), random);
  if (!moment) return undefined;
  const said = text.slice(moment.start, moment.end);
  const choices = [
    moment.year === undefined
      ? undefined
      : said.replace(`${moment.year}`, `${moment.year + pick([-20, -11, -3, -1, 1, 2, 7, 10], random)}`),
    moment.month === undefined
      ? undefined
      : said.replace(
          /\p{Lu}\p{Ll}{2,}/u,
          pick(
            MONTHS.filter((_, at) => at + 1 !== moment.month),
            random,
          ),
        ),
    moment.day === undefined ? undefined : said.replace(new RegExp(`\\b${moment.day}\\b`), `${(moment.day % 27) + 1}`),
  ].filter((choice) => choice !== undefined && choice !== said);
  return choices.length === 0 ? undefined : { kind: 'date', text: splice(text, moment, pick(choices, random) as string) };
}

function name(text: string, others: readonly string[], random: Random): Altered | undefined {
  const known = namesIn(text);
  const target = pick(
    known.filter((word) => word.length > 3 && /^\p{Lu}/u.test(word)),
    random,
  );
  const replacement = pick(
    others.filter((other) => other.length > 3 && /^\p{Lu}/u.test(other) && !text.toLowerCase().includes(other.toLowerCase())),
    random,
  );
  if (!target || !replacement) return undefined;
  return { kind: 'name', text: text.replace(target, replacement) };
}

const AUXILIARY = /\b(is|are|was|were|has|have|had|can|could|will|would|should|must|may|does|did)\b(?! not|n't| only)/;

function negation(text: string): Altered | undefined {
  if (/\b(?:no|none|nobody|nothing|nor|neither|without)\b/i.test(text)) return undefined; // a second denial would make no sentence
  if (/\bnot\b|n't\b|\bnever\b/.test(text)) return { kind: 'negation', text: text.replace(/ (?:not|never)\b|n't\b/, '') };
  return AUXILIARY.test(text) ? { kind: 'negation', text: text.replace(AUXILIARY, '$1 not') } : undefined;
}

const TURNS =
  `more less|largest smallest|larger smaller|higher lower|highest lowest|longest shortest|longer shorter|oldest newest|older younger|earlier later|before after|above below|increased decreased|rose fell|first last|best worst|most least|over under|northern southern|eastern western|north south|east west`
    .split('|')
    .flatMap((pair) => {
      const [one, other] = pair.split(' ') as [string, string];
      return [
        [one, other],
        [other, one],
      ] as const;
    });

function comparison(text: string, random: Random): Altered | undefined {
  const turn = pick(
    TURNS.filter(([word]) => new RegExp(`\\b${word}\\b`).test(text)),
    random,
  );
  return turn && { kind: 'comparison', text: text.replace(new RegExp(`\\b${turn[0]}\\b`), turn[1]) };
}

/** Days and months play no role. */
const CALENDAR = new RegExp(`^(?:${MONTHS.join('|')}|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Easter|Christmas)$`);
/** "Hettie's Veil" and "Treaty of Quillhaven" are one; a word that opens the sentence is none of it. */
const NAME =
  /(?!(?:The|An?|In|On|At|By|For|From|Of|To|It|Since|Until|After|Before|During|Between|Over|Under|With|When|While|Both|Only|Each|Every|Mayor)\b)\b\p{Lu}\p{L}+(?:['’]s \p{Lu}\p{L}+| (?:of |& )?\p{Lu}\p{L}+)*/gu;
/** Two that stand in a row may change places without harm. */
const IN_A_ROW = /(?:\b(?:and|or)|,)\s*(?:the\s+)?$/;

/** "A built B" -> "B built A": the first two runs of capitalised words change places. */
function roles(text: string): Altered | undefined {
  const runs = [...text.matchAll(NAME)].filter(({ 0: run, index }) => (index > 0 || run.includes(' ')) && !CALENDAR.test(run));
  const [first, second] = runs;
  if (!first || !second || first[0] === second[0] || IN_A_ROW.test(text.slice(first.index + first[0].length, second.index)))
    return undefined;
  const swapped = splice(
    splice(text, { start: second.index, end: second.index + second[0].length }, first[0]),
    { start: first.index, end: first.index + first[0].length },
    second[0],
  );
  return { kind: 'roles', text: swapped };
}
