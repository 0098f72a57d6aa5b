import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitSentences } from './sentences.js';

const texts = (source: string) => splitSentences(source).map(({ text }) => text);
const oneSentence = (source: string) => expect(texts(source)).toEqual([source]);
/** Cases are written with a bar where a sentence ends. */
const cut = (marked: string) =>
  expect(texts(marked.replaceAll('|', ''))).toEqual(marked.split('|').map((part) => part.trim()));

describe('offsets', () => {
  test('are exact in the source, around blanks and newlines', () => {
    const source = '  One is here.\n\n\tTwo is\nthere!  ';
    expect(splitSentences(source)).toEqual([
      { text: 'One is here.', start: 2, end: 14 },
      { text: 'Two is\nthere!', start: 17, end: 30 },
    ]);
  });

  test('nothing comes of nothing', () => {
    expect(splitSentences('')).toEqual([]);
    expect(splitSentences(' \n\t\n ')).toEqual([]);
  });

  const pieces = fc.constantFrom(
    ...[
      '.',
      '...',
      '. . .',
      '!',
      '?',
      '。',
      ' ',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '2) ',
      '# ',
      '| a |',
      '```',
      'Dr',
      'U.S',
      'The',
      'word',
      '7',
    ],
    ...['"', '”', '(', ')', '[1]', '「', '」', '…', '\u00a0', '\r\n', '😀', '\ud83d', 'é', '*'],
  );
  test('cover all that is not blank, in order, trimmed', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces).map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (source) => {
          let covered = 0;
          for (const { text, start, end } of splitSentences(source)) {
            expect(text).toBe(source.slice(start, end));
            expect(text).toBe(text.trim());
            expect(text).not.toBe('');
            expect(source.slice(covered, start).trim()).toBe('');
            covered = end;
          }
          expect(source.slice(covered).trim()).toBe('');
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('words with stops', () => {
  test.each([
    'See No. 5 on the list.',
    'He prayed at St. Mary in the evening.',
    'It opens at 3 p.m. Friday in the hall.',
    'The meeting with Dr. A. B. Lee and Prof. Jones is on Jan. 5 in Rm. 4.',
    'Roe v. Wade was decided by the U.S. Supreme Court.',
    'Write to jane.doe@example.org or see https://example.org/a.b?c=d!e for v1.2.3 of Node.js.',
    'The value of 3.14 is approx. 22/7, cf. Fig. 2 and pp. 3-9.',
    'Lee et al. showed this.',
    'It was shown before (Proc. Natl. Acad. Sci. 85, 2444; see ref. 7), i.e. (i) in mice.',
    'Er wurde am 3. Mai 1988 in Bonn geboren.',
    'Er wurde am 3. 5. 1988 geboren und lebte im 20. Jahrhundert.',
    'Das kostet z. B. Zeit, d. h. Geld, bzw. Arbeit von ca. 40 Leuten.',
  ])('%s', oneSentence);

  test.each([
    'Is it here?| No.| He took it.',
    'She lives on Main St.| He does not.',
    'It opens at 3 p.m.| The hall is small.',
    'They moved to the U.S.| In 1990 they left.',
    'He works for Foo Inc.| They pay well.',
    'It was 1988.| Rain fell.',
    'They took 80 g/d.| CONCLUSIONS follow.',
    '(a) It is so.| (b) It is not.',
    'Take plan B.| It is better.',
    'Er kam am 3. Mai.| Dann ging er.',
  ])('%s', cut);
});

describe('quotes, brackets and dots', () => {
  test.each([
    'He said "Go." and left.',
    'The rest (see there.) is lost.',
    'It was [...] Good (?) and so on.',
    'Well ... I do not know.',
    'She works at Yahoo! in Paris.',
  ])('%s', oneSentence);

  test.each([
    'He said “Go.”| Then he left.',
    '(It rained.)| We left.',
    '**Bold words.**| Plain words.',
    'Really?!| Yes.',
    'It rained….| We left.',
    'Water boils.[1][2]| Ice melts. [3]| Steam rises.',
    'It ends here.|Today it goes on.',
    '¿Qué?| ¡Nada!| «Bien.»| Sí.',
  ])('%s', cut);

  test.each([
    '今日は晴れ。|明日は雨！|本当？',
    '「はい。」と言った。|彼は帰った。',
    '他来了。|她走了。',
    'यह एक है।| वह दो है।',
  ])('%s', cut);
});

describe('lines', () => {
  test('a blank line ends a sentence, a single newline does not', () => {
    expect(texts('One line\ngoes on\n\nand stops')).toEqual(['One line\ngoes on', 'and stops']);
  });

  test('headings and table rows are units', () => {
    const lines = [
      '# Dr. No. A film. Good?',
      'Text here.',
      '| A. B | C. D |',
      '| --- | --- |',
      '| One. Two | 3 |',
      'More text.',
    ];
    expect(texts(lines.join('\n'))).toEqual(lines);
  });

  test('list items are units and keep their markers', () => {
    const lines = ['Needed:', '- flour', '- eggs, large', '1. Mix', '2. Bake it', '(a) first', '(b) second'];
    expect(texts(lines.join('\n'))).toEqual(lines);
  });

  test('a list item runs on over its line and is cut into sentences', () => {
    expect(texts('- One\n  goes on. Then two.\n- Three')).toEqual(['- One\n  goes on.', 'Then two.', '- Three']);
  });

  test('a number that opens a wrapped line is no list', () => {
    expect(texts('It happened in\n198. That was long ago.')).toEqual(['It happened in\n198.', 'That was long ago.']);
  });

  test('a list in one line is cut at its markers', () => {
    expect(texts('1) Flour from here 2) Eggs 3) Milk')).toEqual(['1) Flour from here', '2) Eggs', '3) Milk']);
  });

  test('lines of code are units', () => {
    const lines = ['Run:', '```', 'a.b(); C.d(); x? Y', '# comment. More', '```', 'Done.'];
    expect(texts(lines.join('\n'))).toEqual(lines);
  });
});

test.each(['.', '. ', '. . ', '!', '"', '(', ' ', '\n', 'a', 'A.', '1. ', '[1]', ' [1]', '. [', '| ', '-', '*'])(
  'half a million of %j is cut in one go (quadratic work would hit the time limit of the test)',
  (unit) => {
    const source = unit.repeat(500_000 / unit.length);
    const joined = splitSentences(source).map(({ text }) => text.replace(/\s/g, ''));
    expect(joined.join('').length).toBe(source.replace(/\s/g, '').length);
  },
);

test('100 paragraphs of the sample corpus are cut as pysbd cuts them, but for two: sentences of a long quotation, and a date in German', () => {
  type Cut = { readonly text: string; readonly sentences: readonly string[] };
  const given = JSON.parse(readFileSync('test/fixtures/oracles/sentences.json', 'utf8')) as Cut[];
  const different = given.filter(({ text, sentences }) => JSON.stringify(texts(text)) !== JSON.stringify(sentences));
  expect(given).toHaveLength(100);
  expect(different.map(({ text }) => texts(text).at(-1))).toEqual([
    'I have been practising for them all my life, my grandmother says, by never going to bed."',
    'Die Schau läuft bis zum 31. Oktober 2025.',
  ]);
});

type GoldenCase = { name: string; text: string; expected: string[]; golden_rule: boolean };

describe.skipIf(!process.env.WINNOW_DATA)('golden rules', () => {
  test('at least 50 of the 52 English golden rules hold', () => {
    const file = join(process.env.WINNOW_DATA ?? '', 'sentences', 'english.jsonl');
    const cases = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as GoldenCase);
    const golden = cases.filter((one) => one.golden_rule);
    const squeeze = (parts: readonly string[]) => JSON.stringify(parts.map((part) => part.replace(/\s+/g, ' ')));
    const held = golden.filter((one) => squeeze(texts(one.text)) === squeeze(one.expected));
    console.log(`golden rules: ${held.length} of ${golden.length}`);
    expect(golden.length).toBe(52);
    expect(held.length).toBeGreaterThanOrEqual(50);
  });
});
