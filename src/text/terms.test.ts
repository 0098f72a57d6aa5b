import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyze, terms, words } from './terms.js';

describe('terms', () => {
  test('stems English and leaves out stop words', () => {
    expect(terms('The running dogs are barking at the houses')).toEqual(['run', 'dog', 'bark', 'hous']);
  });

  test('drops the possessive, curly or straight, and joins names with an apostrophe', () => {
    expect(terms("Darwin's finches, Newton’s apple, O'Neill, the dogs' bowl")).toEqual([
      'darwin',
      'finch',
      'newton',
      'appl',
      'oneil',
      'dog',
      'bowl',
    ]);
  });

  test('folds case and accents', () => {
    expect(terms('Éléphant Straße Łódź Ångström', 'xx')).toEqual(['elephant', 'strasse', 'lodz', 'angstrom']);
    expect(terms('ＡＢＣ ﬁne', 'xx')).toEqual(['abc', 'fine']);
  });

  test('keeps numbers and codes whole, and finds a code by its parts too', () => {
    expect(terms('3.5')).toEqual(['3.5']);
    expect(terms('1,000,000 and 3,5')).toEqual(['1000000', '3,5']);
    expect(terms('A-17')).toEqual(['a-17', '17']);
    expect(terms('COVID-19')).toEqual(['covid-19', 'covid', '19']);
    expect(terms('§12 and § 13')).toEqual(['§12', '12', '§13', '13']);
    expect(terms('C++ or C#')).toEqual(['c++', 'c', 'c#', 'c']);
    expect(terms('node.js snake_case')).toEqual(['node.js', 'node', 'js', 'snake_case', 'snake', 'case']);
    expect(terms('p53 H2O')).toEqual(['p53', 'h2o']);
  });

  test('reads dotted abbreviations as one word and hyphenated words as two', () => {
    expect(words('the U.S.A. is well-known')).toEqual(['the', 'usa', 'is', 'well', 'known']);
  });

  test('cuts Chinese, Japanese and Korean into bigrams, also beyond the basic plane', () => {
    expect(terms('東京都')).toEqual(['東京', '京都']);
    expect(terms('犬')).toEqual(['犬']);
    expect(terms('한국어 text')).toEqual(['한국', '국어', 'text']);
    expect(terms('𠀋𠀌')).toEqual(['𠀋𠀌']);
  });

  test('strips number and gender in other European languages', () => {
    expect(terms('Häuser Haus', 'de')[0]).toBe('haus');
    expect(terms("l'homme les chevaux cheval", 'fr')).toEqual(['homm', 'cheval', 'cheval']);
    expect(terms('casas casa', 'es')).toEqual(['cas', 'cas']);
    expect(terms('Wörter', 'de-AT')).toEqual(terms('Wort', 'de'));
  });

  test('does not hang on to signs that belong to no word', () => {
    expect(terms("' - . , § # ++ -- '' 😀 \u0000")).toEqual([]);
    expect(terms('end. Next, "quoted" (bracketed)')).toEqual(['end', 'next', 'quot', 'bracket']);
  });
});

describe('analyze', () => {
  test('gives offsets into the text and positions that count stop words', () => {
    expect(analyze('State of the art.')).toEqual([
      { term: 'state', position: 0, start: 0, end: 5 },
      { term: 'art', position: 3, start: 13, end: 16 },
    ]);
  });

  test('puts a code at the place of its first part', () => {
    expect(analyze('IL-6 rises').map(({ term, position }) => [term, position])).toEqual([
      ['il-6', 0],
      ['il', 0],
      ['6', 1],
      ['rise', 2],
    ]);
  });

  test('never throws, keeps order, and offsets always lie inside the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        let position = 0;
        for (const token of analyze(text)) {
          expect(token.start).toBeLessThan(token.end);
          expect(token.end).toBeLessThanOrEqual(text.length);
          expect(token.position).toBeGreaterThanOrEqual(position);
          expect(token.term).not.toBe('');
          position = token.position;
        }
      }),
    );
  });

  test('finds the same terms however the text is cased', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9 .,'-]{0,40}$/), (text) => {
        expect(terms(text.toUpperCase())).toEqual(terms(text));
      }),
    );
  });
});

test('identifiers are found whole and in parts', () => {
  expect(terms('Use --force-with-lease or -x.')).toEqual(
    expect.arrayContaining(['--force-with-lease', 'forc', 'leas', '-x']),
  );
  expect(terms('core.autoSetupMerge')).toEqual(
    expect.arrayContaining(['core.autosetupmerge', 'autosetupmerg', 'auto', 'setup', 'merg']),
  );
  expect(terms('work_mem pg_hba.conf 40P01 v1.2.3')).toEqual(
    expect.arrayContaining(['work_mem', 'work', 'mem', 'pg_hba.conf', 'hba', '40p01', 'v1.2.3']),
  );
});

test('a dash in or after a word opens no option, and a name in mixed case is one word', () => {
  expect(terms('well-known -- a 5-day JavaScript mRNA').some((term) => term.startsWith('-'))).toBe(false);
  expect(terms('JavaScript mRNA')).toEqual(['javascript', 'mrna']);
});
