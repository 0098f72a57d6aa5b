import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMMON_WORDS } from './common-words.js';
import { keepRareAmong, keepRareTokens, rareTokens } from './keep-rare.js';

describe('what is rare', () => {
  test.each([
    ['total funding of the digital health startup ryse', ['startup', 'ryse']],
    [
      'How does the sculpture “For Proctor Silex” look to those who walk up to it?',
      ['"For Proctor Silex"', 'For', 'Proctor', 'Silex'],
    ],
    ["what is 'the long now' about", ['"the long now"']],
    ['Who founded the school in Tovrick?', ['Tovrick']],
    ['London bridges and their length', ['London']],
    ['which rivers flow through london', ['london']],
    ['How many seats has the A-17 and what does 1,000 km cost in 2024?', ['A-17', '1,000', '2024']],
    ['Is C++ older than C# or iOS on NASA computers?', ['C++', 'C#', 'iOS', 'NASA']],
    ['What did the band The Who play?', ['The', 'Who']],
    ['WHO WON THE CUP IN TOVRICK', ['TOVRICK']],
    ['What year was the mother of #1 born?', ['#1']],
    ["What's the best way to grow a garden, e.g. and/or a tree?", []],
    ['東京タワーの高さ', ['東京タワーの高さ']],
  ])('%s', (original, rare) => {
    expect(rareTokens(original)).toEqual(rare);
  });

  test('the common words are whole, lower-case and hold no name', () => {
    expect(COMMON_WORDS.length).toBe(5000);
    expect(COMMON_WORDS.every((word) => /^[a-z]{2,}$/.test(word))).toBe(true);
    for (const name of ['london', 'john', 'chicago', 'january', 'ii']) expect(COMMON_WORDS).not.toContain(name);
    for (const word of ['the', 'funding', 'capital', 'illusion'])
      expect(COMMON_WORDS.includes(word)).toBe(word !== 'illusion');
  });
});

describe('what a rewrite gets back', () => {
  test("G-RAG's example: a company's name that was taken for a slip of the pen", () => {
    const original = 'total funding of the digital health startup ryse';
    expect(keepRareTokens(original, 'How much funding did digital health startups on the rise get?')).toBe(
      'How much funding did digital health startups on the rise get? ryse',
    );
  });

  test('a phrase comes back whole, and its words not once more', () => {
    const original = 'How does the sculpture “For Proctor Silex” look to those who walk up to it?';
    expect(keepRareTokens(original, 'sculpture by Proctor, optical effect')).toBe(
      'sculpture by Proctor, optical effect "For Proctor Silex"',
    );
  });

  test('a rewrite that lost nothing stays as it is, whatever the case, the accents and the endings', () => {
    expect(keepRareTokens('the startups of Café Zürn', 'café zurn startup')).toBe('café zurn startup');
    expect(keepRareTokens("Tovrick's harbour", 'harbour of Tovrick')).toBe('harbour of Tovrick');
  });

  test('names and codes are compared by the letter, not by the stem', () => {
    expect(keepRareTokens('Who built the Universal tower A-17?', 'university tower A-18')).toBe(
      'university tower A-18 Universal A-17',
    );
  });

  test('an empty rewrite is no rewrite', () => {
    expect(keepRareTokens('Who built Tovrick?', ' \n')).toBe('Who built Tovrick?');
  });

  test('sub-questions share the names among them; what all of them lost goes to each', () => {
    const original = 'Is Ada Stone older than Ben Hill of ryse?';
    expect(keepRareAmong(original, ['When was Ada Stone born?', 'When was Ben Hill of Rise born?'])).toEqual([
      'When was Ada Stone born? ryse',
      'When was Ben Hill of Rise born? ryse',
    ]);
  });
});

describe('for every question and every rewrite', () => {
  const common = fc.constantFrom(
    'what',
    'is',
    'the',
    'price',
    'of',
    'a',
    'house',
    'in',
    'who',
    'built',
    'running',
    'and',
    'schools',
  );
  const letters = (alphabet: string, minLength: number) =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength: 9 });
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  /** Letters that no common word is made of, so that all of them are rare. */
  const odd = letters('qxzvkyw', 3);
  const rare = fc.oneof(
    odd,
    odd.map(capital),
    odd.map((word) => `${capital(word)}'s`),
    fc.tuple(odd, odd).map(([one, other]) => `${capital(one)}-${other}`),
    fc.tuple(odd, fc.nat(9999)).map(([word, number]) => `${word.toUpperCase()}-${number}`),
    fc.nat(3000).map(String),
    odd.map((word) => `i${capital(word)}`),
    fc.tuple(odd, odd).map(([one, other]) => `"${one} of ${other}"`),
    odd.map((word) => `${word}é`),
    fc.constantFrom('C++', 'F#', '#1', '§12', 'R&D', '3.5', '1,000'),
  );
  const asked = fc.array(
    fc.oneof(
      common.map((word) => ({ word, isRare: false })),
      rare.map((word) => ({ word, isRare: true })),
    ),
    {
      minLength: 1,
      maxLength: 14,
    },
  );
  const question = asked.map((words) => ({
    text: `What ${words.map(({ word }) => word).join(' ')}?`,
    rare: words.filter(({ isRare }) => isRare).map(({ word }) => word),
  }));

  type Corruption = (words: readonly string[]) => readonly string[];
  const corruptions: readonly Corruption[] = [
    (words) => words.map((word) => word.toLowerCase()),
    (words) => words.map((word) => word.replace(/[yz]/gi, 'i')), // "corrected"
    (words) => words.map((word) => word.replace(/\d/, '7')),
    (words) => words.slice(0, words.length / 2), // cut short
    (words) => words.toReversed(),
    (words) => words.map((word) => word.replaceAll('"', '')),
    (words) => words.map((word) => word.slice(0, 4)),
    (words) => words.filter((_, at) => at % 2 === 0),
    (words) => ['query:', ...words, 'explained', 'simply'],
  ];
  const rewriteOf = (text: string) =>
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc
        .subarray([...corruptions])
        .map((chosen) =>
          chosen.reduce((words, corrupt) => corrupt(words), text.split(' ') as readonly string[]).join(' '),
        ),
    );
  const pair = question.chain((from) => rewriteOf(from.text).map((rewritten) => ({ ...from, rewritten })));

  /**
   * Written without the code under test: the token stands in the text between characters that are no part of a word,
   * possessive and accents aside.
   */
  const plain = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/['’]s(?![a-z])/g, '')
      .replaceAll('"', '');
  const isInside = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);
  function stands(token: string, text: string): boolean {
    const [wanted, within] = [plain(token), plain(text)];
    for (let at = within.indexOf(wanted); at >= 0; at = within.indexOf(wanted, at + 1)) {
      const rest = within.slice(at + wanted.length);
      if (!isInside(within[at - 1]) && (!isInside(rest[0]) || /^(?:s|es|d|ed|ing)(?![a-z])/.test(rest))) return true;
    }
    return /(?:s|es|d|ed|ing)$/.test(wanted) && stands(wanted.replace(/(?:es|s|ed|d|ing)$/, ''), text);
  }

  test('every rare token of the question is in the result', () => {
    fc.assert(
      fc.property(pair, ({ text, rare: tokens, rewritten }) => {
        const kept = keepRareTokens(text, rewritten);
        expect(tokens.filter((token) => !stands(token, kept))).toEqual([]);
      }),
      { numRuns: 1500, seed: 6 },
    );
  });

  test('nothing of the rewrite is lost, and doing it twice changes nothing', () => {
    fc.assert(
      fc.property(pair, ({ text, rewritten }) => {
        const kept = keepRareTokens(text, rewritten);
        if (rewritten.trim() !== '') expect(kept.startsWith(rewritten.trimEnd())).toBe(true);
        expect(keepRareTokens(text, kept)).toBe(kept);
        expect(keepRareTokens(text, text)).toBe(text);
      }),
      { numRuns: 1500, seed: 6 },
    );
  });

  test('any text at all: twice is once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (original, rewritten) => {
        const kept = keepRareTokens(original, rewritten);
        expect(keepRareTokens(original, kept)).toBe(kept);
      }),
      { numRuns: 1500, seed: 6 },
    );
  });

  test('sub-questions: every rare token is in one of them', () => {
    fc.assert(
      fc.property(
        question,
        fc.array(
          fc.array(common, { maxLength: 4 }).map((words) => words.join(' ')),
          { minLength: 1, maxLength: 4 },
        ),
        ({ text, rare: tokens }, rewrites) => {
          const kept = keepRareAmong(text, rewrites);
          expect(tokens.filter((token) => !kept.some((one) => stands(token, one)))).toEqual([]);
          kept.forEach((one, at) => {
            expect(one.startsWith(rewrites[at] as string)).toBe(true);
          });
        },
      ),
      { numRuns: 500, seed: 6 },
    );
  });
});
