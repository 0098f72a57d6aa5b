import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decompose, fillIn, referencesIn } from './decompose.js';
import { namesIn } from './question.js';

describe('chains', () => {
  test.each([
    ['Who is the spouse of the director of Salt for Silver?', ['Who is the director of Salt for Silver?', 'Who is the spouse of #1?']],
    ["What nationality was Edric Poole's wife?", ["Who is Edric Poole's wife?", 'What nationality was #1?']],
    ["Who is Osric II (Sallow)'s paternal grandfather?", ["Who is Osric II (Sallow)'s father?", "Who is #1's father?"]],
    [
      'What is the name of the waterfall in the country where the Sallow River is found?',
      ['In which country is the Sallow River found?', 'What is the name of the waterfall in #1?'],
    ],
    ['Where was the person who discovered penicillin born?', ['Who discovered penicillin?', 'Where was #1 born?']],
    [
      'When was the country that produced Iron Tide taken by the Hathers?',
      ['Which country produced Iron Tide?', 'When was #1 taken by the Hathers?'],
    ],
    [
      'What year did the company Soundlink Island Ferries is part of dissolve?',
      ['Which company is Soundlink Island Ferries part of?', 'What year did #1 dissolve?'],
    ],
    [
      'Where did the band form that made the live album Lantern Nights?',
      ['Which band made the live album Lantern Nights?', 'Where did #1 form?'],
    ],
    [
      'How many cows supply the dairy whose caves were robbed by Leopold Strang?',
      ["Which dairy's caves were robbed by Leopold Strang?", 'How many cows supply #1?'],
    ],
    [
      'Where did the director of the film that won the Lantern Prize in 1994 study?',
      ['Which film won the Lantern Prize in 1994?', 'Who is the director of #1?', 'Where did #2 study?'],
    ],
    [
      "How many shops are in the state that borders the east of the state where Hello Harbour's performer lived?",
      ["Who is Hello Harbour's performer?", 'In which state #1 lived?', 'Which state borders the east of #2?', 'How many shops are in #3?'],
    ],
  ])('%s', (question, steps) => {
    expect(decompose(question)).toEqual(steps);
  });
});

describe('stories and statements', () => {
  test.each([
    [
      'A ferry has an upright piano that belonged to a composer. In which town was this composer born?',
      ['A ferry has an upright piano that belonged to which composer?', 'In which town was #1 born?'],
    ],
    [
      'An engineer won a competition with the cheapest design. How thin is the roof he built later?',
      ['Which engineer won a competition with the cheapest design?', 'How thin is the roof #1 built later?'],
    ],
    [
      'Ilse Karroway starred in a series that was first shown on what station?',
      ['Ilse Karroway starred in which series?', '#1 was first shown on what station?'],
    ],
    [
      'Leo B. Strang was the head of a holding company headquartered in what city?',
      ['Leo B. Strang was the head of which holding company?', '#1 was headquartered in what city?'],
    ],
  ])('%s', (question, steps) => {
    expect(decompose(question)).toEqual(steps);
  });
});

describe('questions side by side', () => {
  test.each([
    [
      "Which magazine was started first, Miller's Almanac or Tides for Sailors?",
      ["When was Miller's Almanac started?", 'When was Tides for Sailors started?'],
    ],
    ['Which film came out first, The Long Ferry or Marsh Light?', ['When did The Long Ferry come out?', 'When did Marsh Light come out?']],
    ['Which is longer, the Kestrel Bridge or the Old Pier?', ['How long is the Kestrel Bridge?', 'How long is Old Pier?']],
    [
      'Are Cordelia Amsinck and Petra Lindqvale both film directors?',
      ['Is Cordelia Amsinck a film director?', 'Is Petra Lindqvale a film director?'],
    ],
    [
      'Are director of film Tide (1970) and director of film Moor (1963) from the same country?',
      [
        'Who is the director of film Tide (1970)?',
        '#1 is from what country?',
        'Who is the director of film Moor (1963)?',
        '#3 is from what country?',
      ],
    ],
    ['When was Ottilie Brandt born and where did she die?', ['When was Ottilie Brandt born?', 'Where did Ottilie Brandt die?']],
  ])('%s', (question, steps) => {
    expect(decompose(question)).toEqual(steps);
  });
});

describe('what comes back alone', () => {
  test.each([
    'What is the capital of France?',
    'Who wrote Dune?',
    "What is John Mayne's occupation?",
    'bell winter ale strength',
    'Who is the spouse of the director of the #1 film of Arlen?',
    'Wie viele Hefte sind in der Ausstellung zu sehen?',
    '',
    `${'the bridge that the man who built it '.repeat(40)}crossed?`,
  ])('%j', (question) => {
    expect(decompose(question)).toEqual([question]);
  });
});

const word = fc.stringMatching(/^[A-Z][a-z]{2,8}$/);
const frame = fc.constantFrom(
  (a: string, b: string) => `Who is the spouse of the director of ${a} ${b}?`,
  (a: string, b: string) => `When did the country where ${a} is located join ${b}?`,
  (a: string, b: string) => `What river flows through the city ${a} played for before ${b}?`,
  (a: string, b: string) => `Which is older, ${a} or ${b}?`,
  (a: string, b: string) => `${a} ${b} worked for a company that was founded by whom?`,
  (a: string, b: string) => `Are ${a} and ${b} from the same town?`,
  (a: string, b: string) => `When was ${a} born and where did the wife of ${b} die?`,
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
  expect(fillIn('What do #1 and #2 share?', (number) => (number === 1 ? 'Ann $& Co' : undefined))).toBe('What do Ann $& Co and #2 share?');
});

test('a clause that stands behind the verb belongs to the noun before it', () => {
  expect(decompose('Which river does the bridge cross that was opened by Cordelia Amsinck?')).toEqual([
    'Which bridge was opened by Cordelia Amsinck?',
    'Which river does #1 cross?',
  ]);
  expect(decompose('Which river does the old bridge that was opened by Cordelia Amsinck cross?').at(-1)).toBe('Which river does #1 cross?');
});
