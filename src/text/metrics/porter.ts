/**
 * Porter's stemmer (Program 14.3, 1980) with the changes NLTK makes to it by default, because Google's ROUGE scorer
 * stems with NLTK. Expects lower-case [a-z0-9]. Not the stemmer of our search index: for that the `stemmer` package is
 * enough.
 */

/**
 * Ending, what replaces it, and the test the rest of the word must pass. The first ending that fits decides, test
 * passed or not.
 */
type Rule = readonly [ending: string, replacement: string, test?: (stem: string) => boolean];

/** Words NLTK does not leave to the rules. */
const irregular = new Map([
  ...['sky', 'news', 'howe', 'inning', 'outing', 'canning', 'proceed', 'exceed', 'succeed'].map(
    (word) => [word, word] as const,
  ),
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['innings', 'inning'],
  ['outings', 'outing'],
  ['cannings', 'canning'],
]);

/** The word as a string of `c` and `v`; `y` is a vowel after a consonant, except at the start: "syzygy" is cvcvcv. */
function shape(word: string): string {
  let letters = '';
  for (const letter of word) {
    const vowel = 'aeiou'.includes(letter) || (letter === 'y' && letters.endsWith('c'));
    letters += vowel ? 'v' : 'c';
  }
  return letters;
}

/** Porter's m: how often a vowel is followed by a consonant. */
const measure = (stem: string): number => shape(stem).match(/vc/g)?.length ?? 0;
const positive = (stem: string): boolean => measure(stem) > 0;
const long = (stem: string): boolean => measure(stem) > 1;
const hasVowel = (stem: string): boolean => shape(stem).includes('v');

/** Consonant, vowel, consonant other than w, x, y ("hop"); NLTK adds two-letter words such as "us". */
function endsShort(stem: string): boolean {
  const letters = shape(stem);
  return letters === 'vc' || (letters.endsWith('cvc') && !/[wxy]$/.test(stem));
}

function apply(word: string, rules: readonly Rule[]): string {
  const rule = rules.find(([ending]) => word.endsWith(ending));
  if (!rule) return word;
  const [ending, replacement, test] = rule;
  const stem = word.slice(0, word.length - ending.length);
  return test && !test(stem) ? word : stem + replacement;
}

const plural: readonly Rule[] = [
  ['sses', 'ss'],
  ['ies', 'i'],
  ['ss', 'ss'],
  ['s', ''],
];

/** NLTK: "dies" and "died" give "die", where Porter has "di". */
function step1a(word: string): string {
  return word.length === 4 && word.endsWith('ies') ? word.slice(0, -1) : apply(word, plural);
}

function step1b(word: string): string {
  if (word.endsWith('ied')) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith('eed')) return apply(word, [['eed', 'ee', positive]]);
  const ending = ['ed', 'ing'].find(
    (candidate) => word.endsWith(candidate) && hasVowel(word.slice(0, -candidate.length)),
  );
  return ending ? mend(word.slice(0, -ending.length)) : word;
}

/** What losing -ed or -ing left behind: "hoping" gives "hop" gives "hope", "hopping" gives "hopp" gives "hop". */
function mend(stem: string): string {
  if (/(at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/(.)\1$/.test(stem) && shape(stem).endsWith('c')) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

/** NLTK: y becomes i after a consonant that is not the whole stem, so "enjoy" stays and "spy" gives "spi". */
const step1c: readonly Rule[] = [['y', 'i', (stem) => stem.length > 1 && shape(stem).endsWith('c')]];

const toRules = (pairs: string, test: (stem: string) => boolean): readonly Rule[] =>
  pairs.split(' ').map((pair): Rule => [pair.split('>')[0] ?? '', pair.split('>')[1] ?? '', test]);

const step2Rules: readonly Rule[] = [
  ...toRules(
    'ational>ate tional>tion enci>ence anci>ance izer>ize bli>ble alli>al entli>ent eli>e ousli>ous ization>ize',
    positive,
  ),
  ...toRules(
    'ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble fulli>ful',
    positive,
  ),
  ['logi', 'log', (stem) => positive(`${stem}l`)], // NLTK counts the l with the stem, so that "geologi" is cut too
];

/** NLTK goes round again after -alli, so that "rationalli" loses both endings. */
function step2(word: string): string {
  if (word.endsWith('alli') && positive(word.slice(0, -4))) return step2(word.slice(0, -2));
  return apply(word, step2Rules);
}

const step3 = toRules('icate>ic ative> alize>al iciti>ic ical>ic ful> ness>', positive);

const step4: readonly Rule[] = [
  ...toRules('al> ance> ence> er> ic> able> ible> ant> ement> ment> ent>', long),
  ['ion', '', (stem) => long(stem) && /[st]$/.test(stem)],
  ...toRules('ou> ism> ate> iti> ous> ive> ize>', long),
];

const step5a: readonly Rule[] = [['e', '', (stem) => long(stem) || (positive(stem) && !endsShort(stem))]];
const step5b: readonly Rule[] = [['ll', 'l', (stem) => long(`${stem}l`)]];

/** `stem('running')` is `run`. */
export function stem(word: string): string {
  const known = irregular.get(word);
  if (known !== undefined) return known;
  if (word.length <= 2) return word;
  const singular = apply(step1b(step1a(word)), step1c);
  return [step3, step4, step5a, step5b].reduce(apply, step2(singular));
}
