import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decompose, fillIn, referencesIn } from './decompose.js';
import { namesIn } from './question.js';

describe('chains', () => {
  test.each([
    [
      'Who taught the sculptor of the Tidewater Altar?',
      ['Who is the sculptor of the Tidewater Altar?', 'Who taught #1?'],
    ],
    ["What trade did Edric Poole's uncle learn?", ["Who is Edric Poole's uncle?", 'What trade did #1 learn?']],
    ["Who is Wyn III (Hathe)'s maternal grandmother?", ["Who is Wyn III (Hathe)'s mother?", "Who is #1's mother?"]],
    [
      'What is the oldest mill in the parish where the Sallow Fair is held?',
      ['In which parish is the Sallow Fair held?', 'What is the oldest mill in #1?'],
    ],
    [
      'Where was the person who founded the salt museum buried?',
      ['Who founded the salt museum?', 'Where was #1 buried?'],
    ],
    [
      'When was the ship that carried the Lantern Bell sold to the Harbour Board?',
      ['Which ship carried the Lantern Bell?', 'When was #1 sold to the Harbour Board?'],
    ],
    [
      'What year did the union Tovrick Rope Works is part of strike?',
      ['Which union is Tovrick Rope Works part of?', 'What year did #1 strike?'],
    ],
    [
      'Where did the crew live that built the barge Morning Star?',
      ['Which crew built the barge Morning Star?', 'Where did #1 live?'],
    ],
    [
      'How many cows supply the dairy whose caves were robbed by Leopold Strang?',
      ["Which dairy's caves were robbed by Leopold Strang?", 'How many cows supply #1?'],
    ],
    [
      'Where did the captain of the ferry that ran aground in 1994 retire?',
      ['Which ferry ran aground in 1994?', 'Who is the captain of #1?', 'Where did #2 retire?'],
    ],
    [
      "How many locks are in the canal that meets the end of the street where Hello Harbour's composer lived?",
      [
        "Who is Hello Harbour's composer?",
        'In which street #1 lived?',
        'Which canal meets the end of #2?',
        'How many locks are in #3?',
      ],
    ],
  ])('%s', (question, steps) => {
    expect(decompose(question)).toEqual(steps);
  });
});

describe('questions side by side', () => {
  test.each([
    [
      "Which ferry line was opened first, Miller's Crossing or Rides for Herons?",
      ["When was Miller's Crossing opened?", 'When was Rides for Herons opened?'],
    ],
    [
      'Which stamp came out first, The Blue Heron or Grey Seal?',
      ['When did The Blue Heron come out?', 'When did Grey Seal come out?'],
    ],
    [
      'Which is longer, the Kestrel Bridge or the Old Pier?',
      ['How long is the Kestrel Bridge?', 'How long is Old Pier?'],
    ],
    [
      'Are Cordelia Amsinck and Petra Lindqvale both bell founders?',
      ['Is Cordelia Amsinck a bell founder?', 'Is Petra Lindqvale a bell founder?'],
    ],
    [
      'Are painter of series Tern (1970) and painter of series Knot (1963) from the same village?',
      [
        'Who is the painter of series Tern (1970)?',
        '#1 is from what village?',
        'Who is the painter of series Knot (1963)?',
        '#3 is from what village?',
      ],
    ],
    [
      'When was Ottilie Brandt born and where did she die?',
      ['When was Ottilie Brandt born?', 'Where did Ottilie Brandt die?'],
    ],
  ])('%s', (question, steps) => {
    expect(decompose(question)).toEqual(steps);
  });
});

describe('what comes back alone', () => {
  test.each([
    'What is the capital of France?',
    'Who wrote Dune?',
    "What is Jonas Mayne's trade?",
    'bell winter ale strength',
    'Who taught the sculptor of the #1 altar of Arlen?',
    'Wie viele Hefte sind in der Ausstellung zu sehen?',
    '',
    `${'the bridge that the man who built it '.repeat(40)}crossed?`,
  ])('%j', (question) => {
    expect(decompose(question)).toEqual([question]);
  });
});

const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/);
const frame = fc.constantFrom(
  (a: string, b: string) => `Who taught the sculptor of ${a} ${b}?`,
  (a: string, b: string) => `When did the island where ${a} is located join ${b}?`,
  (a: string, b: string) => `What stream runs past the mill ${a} worked for before ${b}?`,
  (a: string, b: string) => `Which is older, ${a} or ${b}?`,
  (a: string, b: string) => `Are ${a} and ${b} from the same town?`,
  (a: string, b: string) => `When was ${a} knighted and where did the sister of ${b} live?`,
);

test('no name of the question is lost, and no step waits for one that comes later', () => {
  fc.assert(
    fc.property(frame, word, word, (render, a, b) => {
      const question = render(a, b);
      const steps = decompose(question);
      expect(namesIn(question).filter((name) => !steps.join(' ').includes(name))).toEqual([]);
      steps.forEach((step, at) => {
        expect(referencesIn(step).every((number) => number >= 1 && number <= at)).toBe(true);
      });
    }),
  );
});

test('any text at all is taken in', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const steps = decompose(text);
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.length).toBeLessThanOrEqual(6);
    }),
  );
});

test('answers are filled in; a reference without an answer stays', () => {
  expect(referencesIn('What do #1 and #3 share with #1?')).toEqual([1, 3]);
  expect(fillIn('What do #1 and #2 share?', (number) => (number === 1 ? 'Ann $& Co' : undefined))).toBe(
    'What do Ann $& Co and #2 share?',
  );
});

test('a clause that stands behind the verb belongs to the noun before it', () => {
  expect(decompose('Which river does the bridge cross that was opened by Cordelia Amsinck?')).toEqual([
    'Which bridge was opened by Cordelia Amsinck?',
    'Which river does #1 cross?',
  ]);
  expect(decompose('Which river does the old bridge that was opened by Cordelia Amsinck cross?').at(-1)).toBe(
    'Which river does #1 cross?',
  );
});
