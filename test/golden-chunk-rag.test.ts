/**
 * ChunkRAG end to end on the sample corpus: without any model, and with scripted ones that score what they are shown.
 */
import { describe, expect, test } from 'vitest';
import type { ChatRequest } from '../src/core/ports.js';
import { ABLATIONS } from '../src/pipelines/chunk-rag/ablation.js';
import { chunkRagOptions } from '../src/pipelines/chunk-rag/options.js';
import { respondingModel, type ScriptedReply } from '../src/testing/index.js';
import { askWithEvents, documentedStages, expectSoundCitations, gold } from './support/golden.js';
import { goldenEngines } from './support/golden-engines.js';

const engines = goldenEngines();
const pipeline = 'chunk-rag';

describe('without a language model', () => {
  const engine = engines.plain();

  test('the stages run in the order that the README gives', async () => {
    const { stages, result, events } = await askWithEvents(engine, gold('q001').question, { pipeline });
    expect(stages.length).toBeGreaterThan(8);
    expect(stages).toEqual(documentedStages('chunk-rag'));
    expect(result.fallbacks.map(({ stage }) => stage)).toEqual(['models']);
    expect(events).toContainEqual(expect.objectContaining({ type: 'scores', stage: 'cut-at-threshold' }));
    expect(result.funnel.sectionsKept).toBeGreaterThan(0);
    expect(result.funnel.sectionsKept).toBeLessThan(result.funnel.sections);
  });

  test('every chunk is accounted for: kept, or dropped once with a reason', async () => {
    const { events, result } = await askWithEvents(engine, gold('q003').question, { pipeline });
    const [kept, dropped] = ['kept', 'dropped'].map((type) =>
      events.flatMap((event) => (event.type === type && 'id' in event ? [event.id] : [])),
    );
    const all = [...(kept as string[]), ...(dropped as string[])];
    expect(new Set(all).size).toBe(all.length);
    expect(all).toHaveLength(result.funnel.sections);
    expect(kept).toHaveLength(result.funnel.sectionsKept);
  });

  test.each(['q001', 'q003'])(
    '%s is answered from the gold page, and a cited chunk is a stretch of its document',
    async (id) => {
      const { question, gold_urls, answers, split } = gold(id);
      expect(split).toBe('tune');
      const { result } = await askWithEvents(engine, question, { pipeline });
      expect(result.answer.status).toBe('answered');
      expect(answers.some((answer) => result.answer.text.includes(answer))).toBe(true);
      expect(result.sources.map(({ url }) => url)).toEqual(expect.arrayContaining(gold_urls));
      expectSoundCitations(result);
      const whole = await engine.ask(question, { pipeline, options: { chunk: 'as-ingested' } });
      for (const { url, passages } of result.sources) {
        const sections = whole.sources.find((source) => source.url === url)?.passages ?? [];
        for (const { text, start, end } of passages) {
          expect(end - start).toBe(text.length);
          expect(text.length).toBeLessThan(500);
          for (const section of sections)
            if (start >= section.start && end <= section.end)
              expect(section.text.slice(start - section.start, end - section.start)).toBe(text);
        }
      }
    },
  );

  test('a name that no page knows is abstained from', async () => {
    const { result, stages } = await askWithEvents(engine, 'How many pupils does Brackenholm Grammar School have?', {
      pipeline,
    });
    expect(result.answer).toMatchObject({ status: 'abstained', claims: [] });
    expect(stages.at(-1)).toBe('abstain');
  });
});

/** Which prompt a request is: their instructions open differently. */
const OPENINGS = {
  rewrite: 'You turn questions into queries',
  relevance: 'You judge how far',
  reflect: 'You scored chunks',
  critic: 'You are the critic',
  threshold: 'Chunks of documents were scored',
  answer: 'You answer questions from numbered chunks',
} as const;
type Name = keyof typeof OPENINGS;

function nameOf({ messages }: ChatRequest): Name {
  const system = messages[0]?.content ?? '';
  return (Object.keys(OPENINGS) as Name[]).find((name) => system.startsWith(OPENINGS[name])) as Name;
}

/** 0.9 for every shown chunk that speaks of the rake, 0.2 for the others. */
const byRake = ({ messages }: ChatRequest) => {
  const chunks = (messages[1]?.content ?? '').split(/^\[chunk /m).slice(1);
  return JSON.stringify({
    scores: chunks.map((text, at) => ({ chunk: at + 1, score: /rake/.test(text) ? 0.9 : 0.2 })),
  });
};

const SENSIBLE: Readonly<Record<Name, ScriptedReply>> = {
  rewrite: 'speaker Pellandine assembly carries instead of mace',
  relevance: byRake,
  reflect: byRake,
  critic: byRake,
  threshold: '{"threshold": 0.5}',
  answer: 'Its speaker carries a wooden salt rake instead of a mace.',
};

describe('with scripted models', () => {
  const question = gold('q001').question;

  /** Words alone find and cut here: what is tested is the way through the pipeline. */
  function scripted(script: Partial<Record<Name, ScriptedReply>> = {}) {
    const replies = { ...SENSIBLE, ...script };
    const calls: Name[] = [];
    const model = respondingModel((request) => {
      const name = nameOf(request);
      calls.push(name);
      const reply = replies[name];
      return typeof reply === 'function' ? reply(request) : reply;
    });
    const engine = engines.scripted({ small: model, large: model });
    return { engine, calls };
  }
  const count = (calls: readonly Name[], name: Name) => calls.filter((call) => call === name).length;
  /** No embedder is there, so retrieval says what it did instead. */
  const WITHOUT_VECTORS = ['retrieve-passages'];

  test('the stages run in the documented order; only chunks with high scores reach the writer', async () => {
    const { engine, calls } = scripted();
    const { result, stages, events } = await askWithEvents(engine, question, { pipeline });
    expect(stages).toEqual(documentedStages('chunk-rag'));
    expect(result.answer).toMatchObject({ status: 'answered', text: SENSIBLE.answer });
    expect(new Set(result.fallbacks.map(({ stage }) => stage))).toEqual(new Set(WITHOUT_VECTORS));
    const kept = events.flatMap((event) => (event.type === 'kept' ? [event.score] : []));
    expect(kept.length).toBeGreaterThan(0);
    expect(new Set(kept)).toEqual(new Set([0.9].map((score) => expect.closeTo(score, 9))));
    expect(count(calls, 'relevance')).toBe(count(calls, 'critic'));
    expectSoundCitations(result);
  });

  test('per chunk there are three calls for each chunk that is judged; batched there are an eighth of them, with the same cut', async () => {
    const [paper, batched] = [scripted(), scripted()];
    const options = { scoring: 'per-chunk', chunks: 16 };
    const one = await askWithEvents(paper.engine, question, { pipeline, options });
    const many = await askWithEvents(batched.engine, question, { pipeline, options: { chunks: 16 } });
    const scoresOf = ({ events }: typeof one) => events.find((event) => event.type === 'scores');
    const judged = scoresOf(one);
    const chunks = judged?.type === 'scores' ? judged.scores.length : 0;
    expect(chunks).toBeGreaterThan(8);
    expect(paper.calls.length).toBe(3 * chunks + 2);
    expect(batched.calls.length).toBe(3 * Math.ceil(chunks / 8) + 2);
    expect(scoresOf(many)).toMatchObject({ scores: judged?.type === 'scores' ? judged.scores : [] });
  });

  test('the writer that finds no answer in what is left abstains', async () => {
    const { engine } = scripted({ answer: 'NO ANSWER IN THE SOURCES' });
    const result = await engine.ask(question, { pipeline });
    expect(result.answer.status).toBe('abstained');
    expect(result.sources).toEqual([]);
  });

  const STAGE_OF: [Name, string, string][] = [
    ['relevance', 'score-relevance', 'rather relevant'],
    ['reflect', 'reflect-on-scores', 'I stand by it'],
    ['critic', 'criticise-scores', '{"verdict": "fine"}'],
    ['threshold', 'cut-at-threshold', 'high'],
    ['answer', 'write-answer', ''],
  ];

  test.each(STAGE_OF)(
    'rubbish in reply to %s: the run still ends well and names %s among the fallbacks',
    async (prompt, stage, rubbish) => {
      const { engine, calls } = scripted({ [prompt]: rubbish });
      const result = await engine.ask(question, { pipeline, options: { threshold: 'model' } });
      expect(['answered', 'abstained']).toContain(result.answer.status);
      expect(new Set(result.fallbacks.map((fallback) => fallback.stage))).toEqual(new Set([...WITHOUT_VECTORS, stage]));
      expect(count(calls, prompt)).toBeGreaterThanOrEqual(2); // it was asked again first
      expectSoundCitations(result);
    },
  );

  test.each([['rewrite', 'rewrite-query', ''] as const, ...STAGE_OF])(
    'a failing call at %s: the run still ends well and names %s',
    async (prompt, stage) => {
      const { engine } = scripted({ [prompt]: new Error('the server is down') });
      const result = await engine.ask(question, { pipeline, options: { threshold: 'model' } });
      expect(['answered', 'abstained']).toContain(result.answer.status);
      expect(result.fallbacks).toContainEqual(expect.objectContaining({ stage, reason: 'the server is down' }));
      expectSoundCitations(result);
    },
  );

  test('a rewrite that loses the name gets it back', async () => {
    const { engine } = scripted({ rewrite: 'what a speaker carries' });
    const { events } = await askWithEvents(engine, question, { pipeline });
    const query = events.find((event) => event.type === 'query');
    expect(query).toMatchObject({ query: expect.stringContaining('Pellandine') });
  });

  test.each(Object.keys(ABLATIONS))('the row %s runs', async (row) => {
    expect(chunkRagOptions.safeParse(ABLATIONS[row]).success).toBe(true);
    const { engine } = scripted();
    const result = await engine.ask(question, { pipeline, options: ABLATIONS[row] as Record<string, unknown> });
    expect(result.answer.status).toBe('answered');
  });
});
