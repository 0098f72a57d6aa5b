import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  askingSentence,
  contentWords,
  coreQuestion,
  formulateQueries,
  identifiersIn,
  isFunctionWord,
  namesIn,
  questionForm,
  spellingsOf,
  wordsOf,
  yearsIn,
} from './question.js';

describe('formulateQueries', () => {
  const TEMPLATES: ((word: string, other: string) => string)[] = [
    (word, other) => `Who built the ${word} ${other}?`,
    (word, other) => `Hello! Could you please tell me when ${word} opened in ${other}? Thanks a lot in advance.`,
    (word, other) => `You are a patient tour guide. What does ${word} cost at ${other}, please?`,
    (word, other) =>
      `I visited ${word} last summer with my aunt. How long is the walk to ${other}? Answer in one short sentence.`,
    (word, other) => `${word} or ${other}: which is older? Explain it to me like I'm five.`,
    (word, other) => `quick question, btw where is ${word} near ${other}`,
    (word, other) => `Describe ${word} in three short sentences. Who won the ${other}?`,
    (word, other) => `I was just wondering whether ${word} still sells "${other}".`,
  ];
  const rareWord = fc
    .stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{2,12}(?:-?[0-9]{1,3})?$/)
    .filter((word) => !isFunctionWord(word) && coreQuestion(`Where is ${word} now?`).includes(word));

  test('no word outside the closed list is lost or changed, whatever persona and politeness stand around it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TEMPLATES), rareWord, rareWord, (template, word, other) => {
        const queries = formulateQueries(template(word, other));
        for (const kept of [word, other])
          expect(queries.some((query) => wordsOf(query).some((had) => had.toLowerCase() === kept.toLowerCase()))).toBe(
            true,
          );
        expect(queries.length).toBeLessThanOrEqual(2);
      }),
      { numRuns: 500 },
    );
  });

  test('persona and politeness are left out', () => {
    expect(
      formulateQueries('Hello! You are a guide. Could you please tell me where the Kestrel Bridge is? Thank you!'),
    ).toEqual(['Kestrel Bridge']);
  });

  test('an order about style alone is left out; one that says what is asked for is kept', () => {
    expect(formulateQueries('Where is Hathe? Answer in one short sentence.')).toEqual(['Hathe']);
    expect(formulateQueries('Explain how tides work in simple terms. I have an exam tomorrow.')[0]).toContain(
      'tides work',
    );
  });

  test('a story gives a narrow query, with its names, and a wide one', () => {
    const [narrow, wide] = formulateQueries(
      'My sister moved to Quillhaven and keeps bees in her garden. What does a permit cost?',
    );
    expect(narrow).toBe('Quillhaven permit cost');
    expect(wide).toContain('bees garden');
  });

  test('a question of function words alone is searched as it is', () => {
    expect(formulateQueries('  Who are you?  ')).toEqual(['Who are you?']);
  });

  test('codes, versions and joined names keep their spelling', () => {
    expect(formulateQueries("What does error E-41 of the R&D app 3.5 mean at O'Hare?")[0]).toBe(
      "error E-41 R&D app 3.5 mean O'Hare",
    );
  });
});

test('coreQuestion keeps the text when nothing but manner is in it', () => {
  expect(coreQuestion('Please!')).toBe('Please!');
  expect(coreQuestion("Hi there, where is the mill? Explain like I'm five.")).toBe('where is the mill?');
});

test('May is a month inside a question and a verb at its beginning', () => {
  expect(contentWords('Was it opened in May?')).toEqual(['opened', 'May']);
  expect(contentWords('May I park here?')).toEqual(['park']);
});

test('a name that begins with a point keeps its space', () => {
  expect(coreQuestion('Please, what does .timeout do in the shell ?')).toBe('what does .timeout do in the shell?');
});

test('askingSentence is the last one that asks', () => {
  expect(askingSentence('I like boats. Where do they land? It is nice there.')).toBe('Where do they land?');
  expect(askingSentence('Boats of Hathe')).toBe('Boats of Hathe');
});

test('contentWords come once each, in order and in their own spelling', () => {
  expect(contentWords('The Mill and the mill and a Weir')).toEqual(['Mill', 'Weir']);
});

test('namesIn finds capitalised words inside sentences, name pairs at their beginning, and quoted words', () => {
  expect(namesIn('Did Ada Stone meet him in Hathe?')).toEqual(['Ada', 'Stone', 'Hathe']);
  expect(namesIn('Ada Stone built what?')).toEqual(['Ada', 'Stone']);
  expect(namesIn('Bridges are long.')).toEqual([]);
  expect(namesIn('what is the "salt rake"')).toEqual(['salt', 'rake']);
});

test('a name of three parts is also known without the first; a version, and a name of two parts, only as a whole', () => {
  expect(spellingsOf('reprlib.Repr.maxlong')).toEqual(['reprlib.Repr.maxlong', 'Repr.maxlong']);
  for (const name of ['3.11.2', 'core.autoSetup', 'work_mem', 'v1.2.3']) expect(spellingsOf(name)).toEqual([name]);
});

test('identifiersIn finds settings, options, codes and files, and no plain words, hyphenated words or amounts', () => {
  expect(
    identifiersIn('Do work_mem, core.autoSetup, --force-with-lease, pg_hba.conf, autoSetup and 40P01 exist?'),
  ).toEqual(['work_mem', 'core.autoSetup', '--force-with-lease', 'pg_hba.conf', 'autoSetup', '40P01']);
  expect(identifiersIn('Is it -Mt, SIGUSR1 or error -2207?')).toEqual(['-Mt', 'SIGUSR1', '-2207']);
  expect(
    identifiersIn('Was two-factor login, e.g. by SMS, common in the U.S. of the 1990s, on the 20th or within 300ms?'),
  ).toEqual([]);
});

test('yearsIn finds years and no other numbers', () => {
  expect(yearsIn('In 1934 and 2024, not 41,000 or 12345 or 934; 1934 again')).toEqual(['1934', '2024']);
});

test.each([
  ['Who built it?', 'who'],
  ['Which engineer built it?', 'who'],
  ['When did it open?', 'when'],
  ['In which year did it open?', 'when'],
  ['Where is it?', 'where'],
  ['In which town does she live?', 'where'],
  ['How many people live there?', 'how-many'],
  ['What is the population of Hathe?', 'how-many'],
  ['How do I apply for a permit?', 'how-to'],
  ['Why was it closed?', 'why'],
  ['Is it open on Sundays?', 'yes-no'],
  ['Which is older?', 'which'],
  ['What is a sallowbox?', 'what'],
  ['Hi! Please tell me: how long is the bridge?', 'how-many'],
] as const)('questionForm of "%s" is %s', (text, form) => {
  expect(questionForm(text)).toBe(form);
});
