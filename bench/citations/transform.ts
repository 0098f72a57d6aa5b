/**
 * Says a sentence in another way by rule, so that paraphrases of texts that must not be copied can be made while measuring: clauses change places,
 * units and numbers are spelled otherwise, a date is said less exactly, a figure is rounded, a pronoun is resolved, two sentences are joined.
 */

export type Said = { readonly kind: string; readonly text: string };

const lower = (text: string): string =>
  /^(?:The|An?|This|These|Those|It|They|He|She|Its|Their|There|Some|Many|Most|All|In|On|At|During|Since|By|After|Before)\b/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Every way that fits; `before` is the sentence before it on its page. */
export function waysToSay(sentence: string, before = ''): Said[] {
  const made: readonly (readonly [string, string | undefined])[] = [
    ['reordered', reordered(sentence)],
    ['unit', otherUnits(sentence)],
    ['date', lessExact(sentence)],
    ['rounding', rounded(sentence)],
    ['pronoun', resolved(sentence, before)],
  ];
  return made.flatMap(([kind, text]) => (text !== undefined && text !== sentence ? [{ kind, text }] : []));
}

/** "In 1994, the body was set up." -> "The body was set up in 1994."; "Although A, B." -> "B, although A."; "A because B." -> "Because B, A." */
function reordered(sentence: string): string | undefined {
  const opening = /^((?:In|On|During|Since|By|At|Until|After|Before) [^,;:]{3,40}), ([^,;:]+)\.$/.exec(sentence);
  if (opening && !/^(?:and|but|which|who)\b/.test(opening[2] ?? '')) return `${upper(opening[2] ?? '')} ${lower(opening[1] ?? '')}.`;
  const clause = /^(Although|While|When|If|Because) ([^,;:]+), ([^,;:]+)\.$/.exec(sentence);
  if (clause) return `${upper(clause[3] ?? '')} ${clause[1]?.toLowerCase()} ${clause[2]}.`;
  const reason = /^([^,;:]+) because ([^,;:]+)\.$/.exec(sentence);
  if (reason) return `Because ${reason[2]}, ${lower(reason[1] ?? '')}.`;
  const dated = /^([^,;:]+) (in (?:1[5-9]|20)\d\d)\.$/.exec(sentence);
  return dated ? `${upper(dated[2] ?? '')}, ${lower(dated[1] ?? '')}.` : undefined;
}

const SHORT: Readonly<Record<string, string>> = {
  kilometres: 'km',
  kilometers: 'km',
  metres: 'm',
  meters: 'm',
  kilograms: 'kg',
  grams: 'g',
  centimetres: 'cm',
  centimeters: 'cm',
  millimetres: 'mm',
  millimeters: 'mm',
  feet: 'ft',
  pounds: 'lb',
  tonnes: 't',
  minutes: 'min',
  miles: 'mi',
  litres: 'l',
  liters: 'l',
}; // prettier-ignore
const DIGITS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** "41 metres" -> "41 m", "20 percent" -> "20%", "five years" -> "5 years". */
function otherUnits(sentence: string): string {
  return sentence
    .replace(/(?<=\d )(\p{L}+)\b/gu, (unit) => SHORT[unit] ?? unit)
    .replace(/(?<=\d) ?(?:percent|per cent)\b/g, '%')
    .replace(/(?<= )(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?= \p{Ll}+s\b)/gu, (word) => `${DIGITS.indexOf(word)}`);
}

const MONTH = '(January|February|March|April|May|June|July|August|September|October|November|December)';

/** "on 3 May 1988" and "on May 3, 1988" -> "in May 1988". */
function lessExact(sentence: string): string {
  return sentence
    .replace(new RegExp(`\\b[Oo]n \\d{1,2}(?:st|nd|rd|th)? (?:of )?${MONTH},? (\\d{4})\\b,?`), 'in $1 $2')
    .replace(new RegExp(`\\b[Oo]n ${MONTH} \\d{1,2}(?:st|nd|rd|th)?,? (\\d{4})\\b,?`), 'in $1 $2')
    .replace(/^in /, 'In ');
}

/** "4,871 people" -> "about 4,900 people". */
function rounded(sentence: string): string {
  return sentence.replace(
    /(?<=\p{Ll} )(?<!(?:about|around|nearly|almost|than|over|under|to|roughly|approximately) )\d{1,3}(?:,\d{3})+(?= \p{Ll})/u,
    (figure) => {
      const value = Number(figure.replaceAll(',', ''));
      const step = 10 ** (String(value).length - 2);
      const near = Math.round(value / step) * step;
      return near === value ? figure : `about ${near.toLocaleString('en-US')}`;
    },
  );
}

/** "She was born in Oslo." after "Ada Holm is a painter." -> "Ada Holm was born in Oslo." */
function resolved(sentence: string, before: string): string | undefined {
  const [, name] = /^(\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?) (?:is|was|has|had|became|began|\p{Ll}+ed)\b/u.exec(before) ?? [];
  const others = before.slice(name?.length ?? 0).match(/\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/gu);
  return name && !others && /^(?:He|She) (?=\p{Ll})/u.test(sentence) ? sentence.replace(/^(?:He|She)/, name) : undefined;
}

/** Two sentences of two pages in one. */
export function joinedWith(one: string, other: string): Said {
  return { kind: 'joined', text: `${one.replace(/\.$/, '')}, while ${lower(other)}` };
}
