import { describe, expect, test } from 'vitest';
import { accuracy, answerInTexts, containment, exactMatch, normaliseAnswer, tokenF1 } from './answers.js';

describe('normalisation', () => {
  test.each([
    ['lower case, articles, white space', ' The  Red\tKite ', 'red kite', 'red kite'],
    ['punctuation inside a word', "O'Brien's", 'obriens', 'obriens'],
    ['a lone mark between words leaves two spaces in FlexRAG', 'x - y', 'x y', 'x  y'],
    ['an article before a hyphen is lost in FlexRAG only', 'U.S. a-team', 'us ateam', 'us team'],
    ['an article behind a full stop is an article in FlexRAG only', 'the.end', 'theend', 'end'],
    ['a removed mark at the end leaves its space in FlexRAG', 'kite !', 'kite', 'kite '],
    ['marks outside ASCII stay', '“kite” — Æ', '“kite” — æ', '“kite” — æ'],
    ['articles inside words stay', 'Theatre an-nex banana', 'theatre annex banana', 'theatre nex banana'],
    ['an accented letter belongs to its word', 'aé thé', 'aé thé', 'aé thé'],
    ['nothing but an article', 'The', '', ''],
  ])('%s', (_name, text, squad, flexrag) => {
    expect(normaliseAnswer(text, 'squad')).toBe(squad);
    expect(normaliseAnswer(text, 'flexrag')).toBe(flexrag);
  });
});

describe('exact match', () => {
  test('any gold answer will do, after normalisation', () => {
    expect(exactMatch('the Red Kite!', ['osprey', 'red kite'])).toBe(1);
    expect(exactMatch('a red kite in flight', ['red kite'])).toBe(0);
  });

  test('styles differ where a mark stands alone', () => {
    expect(exactMatch('red - kite', ['red kite'], 'squad')).toBe(1);
    expect(exactMatch('red - kite', ['red kite'], 'flexrag')).toBe(0);
  });
});

describe('token F1', () => {
  test('counts each word as often as both sides have it', () => {
    expect(tokenF1('red red kite', ['red kite kite'])).toBeCloseTo(2 / 3, 12);
    expect(tokenF1('red', ['red kite'])).toBeCloseTo(2 / 3, 12);
    expect(tokenF1('kite red', ['red kite'])).toBe(1);
    expect(tokenF1('owl', ['red kite'])).toBe(0);
  });

  test('takes the best gold answer', () => {
    expect(tokenF1('red kite', ['owl', 'red kite', 'kite'])).toBe(1);
  });

  test('two empty sides agree in SQuAD 2.0 and not in FlexRAG', () => {
    expect(tokenF1('the', ['A'], 'squad')).toBe(1);
    expect(tokenF1('the', ['A'], 'flexrag')).toBe(0);
    expect(tokenF1('', ['kite'], 'squad')).toBe(0);
  });

  test("FlexRAG's two spaces do not make a word", () => {
    expect(tokenF1('red - kite', ['red kite'], 'flexrag')).toBe(1);
  });
});

describe('accuracy', () => {
  test('a gold answer is contained in the answer', () => {
    expect(accuracy('It was a Red Kite, they said.', ['red kite'])).toBe(1);
    expect(accuracy('It was an owl.', ['red kite'])).toBe(0);
  });

  test("FlexRAG's two spaces hide a gold answer", () => {
    expect(accuracy('see red - kite there', ['red kite'], { style: 'squad' })).toBe(1);
    expect(accuracy('see red - kite there', ['red kite'], { style: 'flexrag' })).toBe(0);
  });

  test.each(['squad', 'flexrag'] as const)(
    'a gold answer without words matches everything only when faithful (%s)',
    (style) => {
      expect(accuracy('something else', ['The'], { style, faithful: true })).toBe(1);
      expect(accuracy('something else', ['The'], { style })).toBe(0);
      expect(accuracy('the', ['The'], { style })).toBe(1);
      expect(accuracy('', ['The'], { style })).toBe(0);
    },
  );

  test('a gold answer without words does not spoil the others', () => {
    expect(accuracy('a red kite', ['A', 'red kite'])).toBe(1);
    expect(accuracy('an owl', ['A', 'red kite'])).toBe(0);
  });
});

describe('an answer in the texts read', () => {
  test('is found in any of them', () => {
    expect(answerInTexts(['nothing', 'The Red Kite nests here.'], ['red kite'])).toBe(1);
    expect(answerInTexts(['nothing'], ['red kite'])).toBe(0);
    expect(answerInTexts([], ['red kite'])).toBe(0);
  });

  test('faithful leaves the texts as they are and so misses capital letters', () => {
    expect(answerInTexts(['The Red Kite nests here.'], ['Red Kite'], { style: 'flexrag', faithful: true })).toBe(0);
    expect(answerInTexts(['a red kite nests'], ['Red Kite'], { style: 'flexrag', faithful: true })).toBe(1);
  });

  test('a gold answer without words is in no text, except when faithful', () => {
    expect(answerInTexts(['some text'], ['The'])).toBe(0);
    expect(answerInTexts(['some text'], ['The'], { faithful: true })).toBe(1);
  });
});

describe('plain containment', () => {
  test('looks past letter case and white space only', () => {
    expect(containment('It weighs 1.2\n kg  [1].', ['1.2 KG'])).toBe(1);
    expect(containment('It weighs 1,2 kg.', ['1.2 kg'])).toBe(0);
    expect(containment('Red-kite', ['red kite'])).toBe(0);
  });

  test('an empty gold answer is never contained', () => {
    expect(containment('anything', [' '])).toBe(0);
  });
});

test('without gold answers there is no score', () => {
  expect([
    exactMatch('a', []),
    tokenF1('a', []),
    accuracy('a', []),
    answerInTexts(['a'], []),
    containment('a', []),
  ]).toEqual(Array(5).fill(null));
});
