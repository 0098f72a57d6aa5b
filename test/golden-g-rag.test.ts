/** G-RAG end to end on the sample corpus: without any model, and with a scripted one. */
import { describe, expect, test } from 'vitest';
import { ABLATIONS } from '../src/pipelines/g-rag/ablation.js';
import type { ScriptedReply } from '../src/testing/index.js';
import { askWithEvents, documentedStages, expectSoundCitations, gold } from './support/golden.js';
import { goldenEngines } from './support/golden-engines.js';
import { type Script, scriptedModels } from './support/scripted-g-rag.js';

const engines = goldenEngines({ pipeline: 'g-rag' });

describe('without a language model', { timeout: 120_000 }, () => {
  const engine = engines.plain();

  test('the stages run in the order that the README gives', async () => {
    const { stages, events } = await askWithEvents(engine, gold('q001').question);
    expect(stages).toEqual(documentedStages('g-rag'));
    expect(events[0]).toMatchObject({ type: 'run-start', pipeline: 'g-rag' });
    expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'answered' });
    expect(events.flatMap((event) => (event.type === 'query' ? [event.query] : []))).toEqual([
      gold('q001').question,
      gold('q001').question,
    ]);
  });

  test.each(['q001', 'q003', 'q004'])('%s is answered from the gold page and cites it', async (id) => {
    const { question, gold_urls, answers, split } = gold(id);
    expect(split).toBe('tune');
    const result = await engine.ask(question);
    expect(answers.some((answer) => result.answer.text.includes(answer))).toBe(true);
    expect(result.sources.map(({ url }) => url)).toEqual(expect.arrayContaining(gold_urls));
    expect(result.usage.calls).toBe(0);
    expectSoundCitations(result);
  });

  test('a name that no page knows is abstained from', async () => {
    const { result, stages } = await askWithEvents(engine, 'How many pupils does Brackenholm Grammar School have?');
    expect(result.answer).toMatchObject({ status: 'abstained', claims: [] });
    expect(stages.at(-1)).toBe('abstain');
  });

  test('decomposition runs its own stages and searches every sub-question', async () => {
    const question = 'Which is older, the Kestrel Bridge or the Provincial Theatre?';
    const { stages, events, result } = await askWithEvents(engine, question, {
      options: { queryExpansion: 'decomposition', hyde: 'off' },
    });
    expect(stages.slice(0, 3)).toEqual(documentedStages('g-rag', 'Stages of decomposition'));
    expect(stages[3]).toBe('retrieve-passages');
    const queries = new Set(events.flatMap((event) => (event.type === 'query' ? [event.query] : [])));
    expect(queries.size).toBe(2);
    expectSoundCitations(result);
  });
});

const GOLD_PAGE = 'https://www.pellapedia.example/wiki/Pellandine';
const ANSWER = 'The speaker carries a wooden salt rake instead of a mace.';

/** Sure of what mentions the rake, in doubt about the rest. */
const judge: ScriptedReply = ({ messages }) => {
  const helps = (messages[1]?.content ?? '').includes('salt rake');
  return { text: helps ? 'Yes' : 'No', firstToken: [{ token: 'Yes', logprob: Math.log(helps ? 0.9 : 0.1) }] };
};

const SENSIBLE: Script = {
  hypothetical: 'The speaker carries a wooden rake in place of a mace.',
  yes: judge,
  'answer-naive': ANSWER,
  'answer-medium': ANSWER,
  'answer-advanced': ANSWER,
  'paper-answer-naive': ANSWER,
  'paper-answer-medium': ANSWER,
  'paper-answer-advanced': ANSWER,
  'variants-medium': 'query: speaker mace\nquery: assembly of Pellandine, speaker',
  components: '1. speaker [office]\n2. Pellandine [region]',
  rephrase: 'What object does the speaker of the assembly of Pellandine carry where others carry a mace?',
  classify: 'SIMPLE',
  condense: ANSWER,
};

describe('with a scripted model', () => {
  const { question } = gold('q001');

  function scripted(script: Script) {
    const { models, calls } = scriptedModels({ ...SENSIBLE, ...script });
    const engine = engines.scripted(models);
    return { engine, calls };
  }

  test('the stages are those of the README; one call imagines, one a document judges, one writes', async () => {
    const { engine, calls } = scripted({});
    const { result, stages, events } = await askWithEvents(engine, question);
    expect(stages).toEqual(documentedStages('g-rag'));
    const judged = calls.filter(({ prompt }) => prompt === 'yes').length;
    expect(judged).toBe(result.funnel.sections);
    expect(judged).toBeLessThanOrEqual(50);
    expect(calls.filter(({ prompt }) => prompt !== 'yes').map(({ role, prompt }) => `${role} ${prompt}`)).toEqual([
      'small hypothetical',
      'large answer-naive',
    ]);
    const queries = events.flatMap((event) => (event.type === 'query' ? [event.query] : []));
    expect(queries).toHaveLength(4);
    expect(new Set(queries)).toEqual(new Set([question, SENSIBLE.hypothetical]));
    expect(result.answer).toMatchObject({ status: 'answered', text: ANSWER });
    expect(result.sources.map(({ url }) => url)).toEqual([GOLD_PAGE]);
    expectSoundCitations(result);
  });

  test('the writer sees the question as it was asked and only the passages that help', async () => {
    const { engine, calls } = scripted({});
    await engine.ask(question, { options: { queryExpansion: 'decomposition' } });
    const shown = calls.at(-1)?.messages[1]?.content ?? '';
    expect(shown).toContain(`Question: ${question}`);
    const documents = shown.match(/^\[\d+\]$/gm) ?? [];
    expect(documents.length).toBeGreaterThan(0);
    expect(shown.match(/salt rake/g)?.length).toBeGreaterThanOrEqual(documents.length);
    const asked = calls.find(({ prompt }) => prompt === 'yes')?.messages[1]?.content;
    expect(asked).toContain('where others carry a mace');
  });

  test.each(Object.keys(ABLATIONS))('%s answers and cites the gold page', async (name) => {
    const { engine } = scripted({});
    const result = await engine.ask(question, { options: { ...ABLATIONS[name] } });
    expect(result.answer).toMatchObject({ status: 'answered', text: ANSWER });
    expect(result.sources.map(({ url }) => url)).toEqual([GOLD_PAGE]);
    expect(result.fallbacks.filter(({ reason }) => !reason.includes('needs vectors'))).toEqual([]);
  });

  test('nothing seems to help: the first ten documents are used, and the result says so', async () => {
    const { engine } = scripted({ yes: 'No' });
    const result = await engine.ask(question);
    expect(result.funnel.sectionsKept).toBe(10);
    expect(result.fallbacks).toContainEqual({
      stage: 'rerank-by-yes',
      reason: expect.stringContaining('the first 10 are used'),
    });
  });

  test('an answer that is too long is condensed by one more call', async () => {
    const { engine, calls } = scripted({ 'answer-naive': `${ANSWER} `.repeat(31) });
    const result = await engine.ask(question);
    expect(calls.at(-1)).toMatchObject({ role: 'large', prompt: 'condense' });
    expect(result.answer.text).toBe(ANSWER);
  });

  test('the writer may say that the documents do not hold the answer', async () => {
    const { engine } = scripted({ 'answer-naive': 'NO ANSWER IN THE SOURCES' });
    expect((await engine.ask(question)).answer).toMatchObject({ status: 'abstained', claims: [] });
  });

  const STAGE_OF: [string, string][] = [
    ['hypothetical', 'write-hypothetical-answer'],
    ['yes', 'rerank-by-yes'],
    ['answer-naive', 'write-answer'],
  ];

  test.each(STAGE_OF)('a failing call at %s: the run still answers and names %s', async (prompt, stage) => {
    const { engine } = scripted({ [prompt]: new Error('the server is down') });
    const result = await engine.ask(question);
    expect(result.answer.status).toBe('answered');
    expect(result.fallbacks).toContainEqual(
      expect.objectContaining({ stage, reason: expect.stringContaining('the server is down') }),
    );
    expectSoundCitations(result);
  });

  test.each(['   ', 'Mu.', '{"a": [', '\u0000\ufffd query: '])(
    'rubbish in reply to everything (%j) ends in an answer or an abstention',
    async (rubbish) => {
      const { engine } = scripted(
        Object.fromEntries([...Object.keys(SENSIBLE), 'sub-queries'].map((prompt) => [prompt, rubbish])),
      );
      for (const queryExpansion of ['none', 'variants', 'decomposition']) {
        const result = await engine.ask(question, { options: { queryExpansion } });
        expect(['answered', 'abstained']).toContain(result.answer.status);
        expect(result.fallbacks.map(({ stage }) => stage)).toContain('rerank-by-yes');
        expectSoundCitations(result);
      }
    },
  );
});
