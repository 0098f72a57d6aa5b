/**
 * The comparators end to end on the sample corpus: without any model, and with a scripted one that answers sensibly, in
 * rubbish, or not at all.
 */
import { describe, expect, test } from 'vitest';
import type { Engine } from '../src/engine/index.js';
import { askWithEvents, documentedStages, expectSoundCitations, gold } from './support/golden.js';
import { goldenEngines } from './support/golden-engines.js';
import { type Script, scriptedModels } from './support/scripted-baselines.js';

const engines = goldenEngines();

const documented = (name: string) => documentedStages('baselines', `Stages of ${name}`);
const distinct = (stages: readonly string[]) => [...new Set(stages)];

/** In crag a passage is never right and never wrong here, so that it takes both ways; itrg writes in every round. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  crag: { upper: 1000, lower: -1000 },
  itrg: { strategy: 'refresh' },
};
const RETRIEVING = [
  'naive-sparse',
  'naive-dense',
  'naive-hybrid',
  'naive-web',
  'hyde',
  'react',
  'ircot',
  'itrg',
  'resp',
  'crag',
];
const PLANNING = ['react', 'ircot', 'itrg', 'resp'];
const ask = (engine: Engine, question: string, pipeline: string) =>
  askWithEvents(engine, question, { pipeline, ...(OPTIONS[pipeline] && { options: OPTIONS[pipeline] }) });

describe('without a language model', () => {
  const engine = engines.plain();

  test.each(RETRIEVING)(
    '%s runs the stages that the README gives, and cites the gold page',
    async (name) => {
      const { question, gold_urls, answers } = gold('q001');
      const { result, stages } = await ask(engine, question, name);
      expect(documented(name).length).toBeGreaterThan(2);
      expect(distinct(stages)).toEqual(documented(name));
      expect(result.answer.status).toBe('answered');
      expect(answers.some((answer) => result.answer.text.includes(answer))).toBe(true);
      expect(result.sources.map(({ url }) => url)).toEqual(expect.arrayContaining(gold_urls));
      expect(result.usage.calls).toBe(0);
      expectSoundCitations(result);
      if (PLANNING.includes(name)) expect(result.plan?.length).toBeGreaterThan(0);
    },
    120_000,
  );

  test.each(RETRIEVING)(
    '%s abstains from a name that no page knows',
    async (name) => {
      const { result, stages } = await ask(engine, 'How many pupils does Brackenholm Grammar School have?', name);
      expect(result.answer).toMatchObject({ status: 'abstained', claims: [] });
      expect(stages.at(-1)).toBe('abstain');
    },
    120_000,
  );

  test('no-retrieval has nothing to answer from and says so', async () => {
    const { result, stages } = await ask(engine, gold('q001').question, 'no-retrieval');
    expect(result.answer).toMatchObject({
      status: 'abstained',
      text: expect.stringContaining('there is no language model'),
    });
    expect(stages).toEqual(['write-answer', 'abstain']);
  });
});

const ANSWER = 'The speaker carries a wooden salt rake instead of a mace.';

/** Searches, looks something up and finishes. */
const REACT = [
  { thought: 'find it', action: 'search', input: 'speaker of the Pellandine assembly mace' },
  { thought: 'where is it', action: 'lookup', input: 'mace' },
  { thought: 'known', action: 'finish', input: ANSWER },
].map((action) => JSON.stringify(action));

const SENSIBLE: Script = {
  answer: ANSWER,
  'no-retrieval-answer': 'A golden mace. Nobody knows why.',
  'hyde-passage': 'The speaker of the assembly carries a rake where others carry a mace.',
  'react-step': REACT,
  'ircot-sentence': [
    '{"sentence": "The Pellandine assembly has a speaker.", "done": false}',
    `{"sentence": "${ANSWER}", "done": true}`,
  ],
  'itrg-text': ['The assembly has a speaker.', 'The speaker carries a rake.', 'The speaker carries a rake.'],
  'resp-reason': ['{"answerable": false, "question": "Who is the speaker?"}', '{"answerable": true, "question": ""}'],
  'resp-summary': '{"evidence": "The speaker carries a salt rake.", "answer": "Somebody."}',
  'crag-grade': '{"score": 5}',
  'crag-strips': '[1]',
  'crag-keywords': '["Pellandine assembly speaker mace"]',
};

const CALLS: Readonly<Record<string, readonly string[]>> = {
  'no-retrieval': ['no-retrieval-answer'],
  'naive-hybrid': ['answer'],
  'naive-web': ['answer'],
  hyde: ['hyde-passage', 'answer'],
  react: ['react-step', 'react-step', 'react-step'],
  ircot: ['ircot-sentence', 'ircot-sentence', 'answer'],
  itrg: ['itrg-text', 'itrg-text', 'itrg-text', 'answer'],
  resp: ['resp-summary', 'resp-reason', 'resp-summary', 'resp-reason', 'answer'],
};

describe('with a scripted model', () => {
  const question = gold('q001').question;

  function scripted(script: Script) {
    const { models, calls } = scriptedModels({ ...SENSIBLE, ...script });
    const engine = engines.scripted(models);
    return { engine, calls };
  }

  test.each(Object.entries(CALLS))(
    '%s asks what its paper asks, in order',
    async (name, expected) => {
      const { engine, calls } = scripted({});
      const { result } = await ask(engine, question, name);
      expect(calls.map(({ prompt }) => prompt)).toEqual(expected);
      expect(result.answer.status).toBe('answered');
      expectSoundCitations(result);
      if (name !== 'no-retrieval') expect(result.answer.claims.every(({ sources }) => sources.length > 0)).toBe(true);
    },
    60_000,
  );

  test('crag grades every passage, searches by keywords in between, and picks strips', async () => {
    const { engine, calls } = scripted({});
    const { result, stages } = await ask(engine, question, 'crag');
    const counts = new Map(calls.map(({ prompt }) => [prompt, calls.filter((call) => call.prompt === prompt).length]));
    expect(counts.get('crag-grade')).toBe(10);
    expect(counts.get('crag-keywords')).toBe(1);
    expect(counts.get('crag-strips')).toBeGreaterThan(1);
    expect(distinct(stages)).toEqual(documented('crag'));
    expectSoundCitations(result);
  });

  test('no-retrieval shows every sentence without a source', async () => {
    const { result } = await ask(scripted({}).engine, question, 'no-retrieval');
    expect(result.answer.claims.map(({ sources }) => sources)).toEqual([[], []]);
    expect(result.sources).toEqual([]);
    expect(documented('no-retrieval')).toEqual(['write-answer', 'cite-answer']);
  });

  const EVERYONE = ['no-retrieval', ...RETRIEVING];
  const all = (reply: string | Error) => Object.fromEntries(Object.keys(SENSIBLE).map((prompt) => [prompt, reply]));

  test.each(EVERYONE)(
    'rubbish in reply to everything: %s still ends in an answer or an abstention',
    async (name) => {
      const { result } = await ask(scripted(all('   ')).engine, question, name);
      expect(['answered', 'abstained']).toContain(result.answer.status);
      expect(result.fallbacks.length).toBeGreaterThan(0);
      expectSoundCitations(result);
    },
    60_000,
  );

  test.each(EVERYONE)(
    'a model that is down: %s still ends in an answer or an abstention, and says so',
    async (name) => {
      const { result } = await ask(scripted(all(new Error('the server is down'))).engine, question, name);
      expect(['answered', 'abstained']).toContain(result.answer.status);
      expect(result.fallbacks.map(({ reason }) => reason)).toContain('the server is down');
      expectSoundCitations(result);
    },
    60_000,
  );
});
