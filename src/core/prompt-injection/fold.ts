/**
 * Text as a clever reader reads it: one form for each letter, nothing invisible; and, for disguises, look-alikes as the
 * Latin letters they pass for.
 */
import { stripInvisible } from '../characters.js';

/** Strokes and frames laid over a letter, which is read all the same: "I̵g̵n̵o̵r̵e̵". */
const OVERLAYS = /[\u0334-\u0338\u20d2\u20d3\u20d8-\u20e0\u20e2-\u20e6\u20ea-\u20f0]/g;

export function plainForm(text: string): string {
  return stripInvisible(text.normalize('NFKC'))
    .replace(OVERLAYS, '')
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .replace(/[\u201c\u201d\u201e\u00ab\u00bb]/g, '"');
}

/** Cyrillic, Greek and other letters that look Latin, and figures that stand for letters: "іgnоre", "1gn0re". */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries([
  ['а', 'a'],
  ['е', 'e'],
  ['о', 'o'],
  ['р', 'p'],
  ['с', 'c'],
  ['у', 'y'],
  ['х', 'x'],
  ['і', 'i'],
  ['ј', 'j'],
  ['ѕ', 's'],
  ['һ', 'h'],
  ['ԁ', 'd'],
  ['ո', 'n'],
  ['ս', 'u'],
  ['ԛ', 'q'],
  ['ԝ', 'w'],
  ['в', 'b'],
  ['к', 'k'],
  ['м', 'm'],
  ['н', 'h'],
  ['т', 't'],
  ['г', 'r'],
  ['α', 'a'],
  ['ε', 'e'],
  ['ι', 'i'],
  ['ο', 'o'],
  ['ρ', 'p'],
  ['υ', 'u'],
  ['ν', 'v'],
  ['τ', 't'],
  ['κ', 'k'],
  ['χ', 'x'],
  ['γ', 'y'],
  ['ı', 'i'],
  ['ɡ', 'g'],
  ['ɩ', 'i'],
  ['ʀ', 'r'],
  ['ɴ', 'n'],
  ['ɪ', 'i'],
  ['0', 'o'],
  ['1', 'i'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['@', 'a'],
  ['$', 's'],
]);

/** Small letters without accents; only worth a look where it differs from the plain form. */
export function unmasked(plain: string): string {
  const bare = plain.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return bare.replace(/[^\sa-z]/gu, (character) => LOOK_ALIKES[character] ?? character);
}
