/** Names of several words in running text, and when two spellings mean the same one. English. */
import { PARTICIPLE } from './verb-forms.js';

export type NameRun = { readonly name: string; readonly start: number; readonly end: number };

const NAME_RUN = /\p{Lu}[\p{L}\p{N}’'-]*(?:\s+(?:(?:of(?:\s+the)?|de|van|von)\s+)?\p{Lu}[\p{L}\p{N}’'-]*)*/gu;
const OPENING =
  'The|A|An|In|On|At|By|For|From|Of|To|It|He|She|They|This|That|These|Those|His|Her|Their|Its|When|While|After|Before|As|Both|With|Since|Until|During|There|Although|Though|But|And|If|Because|Between|Under|Over|Every|Each|Only|Instead|Nearly|About|Almost|More|Most|Some|One|Two|Three';
const OPENERS = new RegExp(`^(?:(?:${OPENING})\\s+)+|^(?:${OPENING})$`, 'u');
const CALENDAR =
  /^(?:January|February|March|April|May|June|July|August|September|October|November|December|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|Easter|Christmas)$/;

/** In the order of the text, without words that have their capital from their place, and without days and months. */
export function nameRunsIn(text: string): NameRun[] {
  return [...text.matchAll(NAME_RUN)].flatMap(({ 0: whole, index }) => {
    const rest = opensSentence(text, index) && isPlainOpener(whole) ? '' : whole.replace(OPENERS, '');
    return partsOf(rest, index + whole.length - rest.length).flatMap(({ name: part, start }) => {
      const name = part.replace(/['’]s?$/, '');
      return name === '' || CALENDAR.test(name) ? [] : [{ name, start, end: start + name.length }];
    });
  });
}

const opensSentence = (text: string, at: number): boolean => /(?:^|[.!?\n]\s*)$/.test(text.slice(Math.max(0, at - 3), at));
/** "Born on Hathe ...": one word with its capital from its place. */
const isPlainOpener = (run: string): boolean => PARTICIPLE.test(run.toLowerCase());

const SEVERAL =
  /^(\S+\s+\S.*?|Mayor|King|Queen|President|Bishop|Governor|Baron|Captain|Prince|Princess|Duke|Earl)(\s+of\s+(?:[Tt]he\s+)?)/u;

/** "Treaty of Quillhaven" is one name, "Ignatius Bellweather of The Ninth Pan" two. */
function partsOf(run: string, start: number): Pick<NameRun, 'name' | 'start'>[] {
  const [, before, gap = ''] = SEVERAL.exec(run) ?? [];
  if (before === undefined) return [{ name: run, start }];
  const at = before.length + gap.length;
  return [{ name: before, start }, ...partsOf(run.slice(at), start + at)];
}

/** "Wrenfield" and "Tobias" are "Tobias Wrenfield"; "Greta Pellow" and "Maud Pellow" are two. */
export function isSameName(left: string, right: string): boolean {
  const [a, b] = [left, right].map((name) => name.toLowerCase().split(/\s+/)) as [string[], string[]];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const isEnd = long.slice(-short.length).join(' ') === short.join(' ');
  return isEnd || (short.length === 1 && long[0] === short[0]);
}
