/** LevelRAG end to end on the sample corpus: without any model, and with scripted ones that plan and read. */
import { describe, expect, test } from 'vitest';
import type { ChatRequest } from '../src/core/ports.js';
import { respondingModel, type ScriptedReply } from '../src/testing/index.js';
import { askWithEvents, documentedStages, expectSoundCitations, gold } from './support/golden.js';
import { goldenEngines } from './support/golden-engines.js';

const engines = goldenEngines();
const pipeline = 'level-rag';

/**
 * Searchers run at the same time and questions one after the other, so a stage may start many times: the order of first
 * starts counts.
 */
const firstStarts = (stages: readonly string[]) => [...new Set(stages)];

describe('without a language model', () => {
  const engine = engines.plain();

  test('the stages run in the order that the README gives, and the plan is in the result', async () => {
    const { stages, result } = await askWithEvents(engine, gold('q001').question, { pipeline });
    expect(firstStarts(stages)).toEqual(documentedStages('level-rag'));
    expect(result.fallbacks.map(({ stage }) => stage)).toEqual(['models']);
    expect(result.plan?.[0]).toMatchObject({
      round: 1,
      queries: expect.any(Array),
      stopped: expect.stringContaining('sparse: '),
    });
    expect(result.plan?.[0]?.found.length).toBeGreaterThan(0);
  }, 60_000);

  test.each(['q001', 'q003'])(
    '%s is answered from the gold page',
    async (id) => {
      const { question, gold_urls, answers, split } = gold(id);
      expect(split).toBe('tune');
      const { result } = await askWithEvents(engine, question, { pipeline });
      expect(result.answer.status).toBe('answered');
      expect(answers.some((answer) => result.answer.text.includes(answer))).toBe(true);
      expect(result.sources.map(({ url }) => url)).toEqual(expect.arrayContaining(gold_urls));
      expectSoundCitations(result);
    },
    60_000,
  );

  test('a question in two hops is taken apart, and the second is asked with the answer of the first', async () => {
    const asked = 'How many cows supply the dairy whose caves were robbed by Leopold Strang?';
    const { result } = await askWithEvents(engine, asked, { pipeline });
    expect(result.plan?.[0]?.question).toBe("Which dairy's caves were robbed by Leopold Strang?");
    expect(result.plan?.length).toBeGreaterThan(1);
    expect(result.plan?.some(({ question }) => /^How many cows supply (?!#)/.test(question))).toBe(true);
    expectSoundCitations(result);
  }, 60_000);

  test('a name that no page knows is abstained from', async () => {
    const { result } = await askWithEvents(engine, 'How many pupils does Brackenholm Grammar School have?', {
      pipeline,
    });
    expect(result.answer).toMatchObject({ status: 'abstained', claims: [] });
    expect(result.sources).toEqual([]);
  }, 60_000);
});

type PromptName = 'decompose' | 'supplement' | 'assess' | 'summarise' | 'answer';
const OPENINGS: readonly (readonly [PromptName, string])[] = [
  ['decompose', 'You plan a search'],
  ['supplement', 'You check whether the findings suffice'],
  ['assess', 'You read search results'],
  ['summarise', 'You answer one question from search results'],
  ['answer', 'You answer questions from findings'],
];
const promptOf = ({ messages }: ChatRequest): PromptName =>
  OPENINGS.find(([, opening]) => messages[0]?.content.startsWith(opening))?.[0] ?? 'answer';

const QUESTION = gold('q001').question;
const GOLD_PAGE = 'https://www.pellapedia.example/wiki/Pellandine';
const FACT = 'Its speaker carries a wooden salt rake instead of a mace.';

const SENSIBLE: Readonly<Record<PromptName, ScriptedReply>> = {
  decompose:
    '["What does the speaker of the Pellandine assembly carry instead of a mace?", "Where does the assembly of Pellandine sit?"]',
  supplement: '[]',
  assess: ({ messages }) =>
    JSON.stringify(
      messages.at(-1)?.content.includes('salt rake')
        ? { enough: true, answer: 'a wooden salt rake', summary: FACT }
        : { enough: 'no', add: 'salt', exclude: '', emphasise: 'speaker' },
    ),
  summarise: '{"answer": "", "summary": ""}',
  answer: FACT,
};

describe('with scripted models', () => {
  function scripted(script: Partial<Record<PromptName, ScriptedReply>> = {}) {
    const calls: PromptName[] = [];
    const model = respondingModel((request) => {
      const prompt = promptOf(request);
      calls.push(prompt);
      const reply = { ...SENSIBLE, ...script }[prompt];
      return typeof reply === 'function' ? reply(request) : reply;
    });
    const engine = engines.scripted({ small: model, large: model });
    return { engine, calls };
  }

  test('plans, looks up each question, verifies, and answers with a citation of the passage', async () => {
    const { engine, calls } = scripted();
    const { result, stages } = await askWithEvents(engine, QUESTION, { pipeline });
    expect(firstStarts(stages)).toEqual(documentedStages('level-rag').filter((stage) => stage !== 'search-dense'));
    expect(calls.filter((call) => call === 'decompose' || call === 'supplement' || call === 'answer')).toEqual([
      'decompose',
      'supplement',
      'answer',
    ]);
    expect(result.plan).toHaveLength(2);
    expect(result.plan?.[0]?.answer).toBe(FACT);
    expect(result.answer).toMatchObject({ status: 'answered', text: FACT });
    expect(result.sources.map(({ url }) => url)).toEqual([GOLD_PAGE]);
    expect(result.fallbacks.map(({ stage }) => stage)).toEqual(['search-dense']); // there is no embedder here
    expectSoundCitations(result);
  }, 60_000);

  test.each([
    ['decompose', 'decompose', 'I would rather not say.'],
    ['supplement', 'supplement', 'more of everything'],
    ['assess', 'search-sparse', '{"enough": "yesterday"}'],
    ['answer', 'write-answer', ''],
  ] as const)(
    'rubbish or failure in reply to %s: the run still ends, and names %s',
    async (prompt, stage, rubbish) => {
      for (const reply of [rubbish, new Error('the server is down')]) {
        const { engine } = scripted({ [prompt]: reply });
        const result = await engine.ask(QUESTION, { pipeline });
        expect(['answered', 'abstained']).toContain(result.answer.status);
        expect(result.fallbacks.map((fallback) => fallback.stage)).toContain(stage);
        expectSoundCitations(result);
      }
    },
    60_000,
  );

  test('rubbish in reply to everything still ends in an answer from the pages or an abstention', async () => {
    const { engine } = scripted({ decompose: '?', supplement: '?', assess: '?', summarise: '?', answer: '' });
    const result = await engine.ask(QUESTION, { pipeline });
    expect(['answered', 'abstained']).toContain(result.answer.status);
    expectSoundCitations(result);
  }, 60_000);

  test('a planner that always wants more is stopped by the limits', async () => {
    const things = ['roof', 'door', 'floor', 'window'];
    const { engine, calls } = scripted({ supplement: () => JSON.stringify([`What is the ${things.shift()} like?`]) });
    const result = await engine.ask(QUESTION, { pipeline });
    expect(calls.filter((call) => call === 'supplement')).toHaveLength(2); // three rounds
    expect(result.plan?.map(({ round }) => round)).toEqual([1, 1, 2, 3]);
  }, 60_000);
});
