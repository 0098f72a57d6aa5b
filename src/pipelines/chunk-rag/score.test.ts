import { describe, expect, test } from 'vitest';
import type { ChatModel } from '../../core/ports.js';
import { fakeModel, passage, question, respondingModel, testRun } from '../../testing/index.js';
import type { JudgedChunk } from './by-rules.js';
import { chunkRagOptions } from './options.js';
import { combineScores, criticiseScores, reflectOnScores, scoreRelevance } from './score.js';

const asked = question("What is Henry Feilden's occupation?");
const judged = { question: asked, query: 'Henry Feilden occupation biography' };
const texts = [
  'Henry Feilden led an industrial firm.',
  'The town has a market.',
  'Henry Feilden was born in the north.',
];
const chunks = texts.map((text, at) => passage(`d#${at}`, text));
const options = (given: object = {}) => chunkRagOptions.parse(given);
const parts = (small?: ChatModel) => ({ models: small ? { small } : {}, local: {} });
const based = (bases: readonly number[]): JudgedChunk[] =>
  chunks.map((chunk, at) => ({ ...chunk, base: bases[at] as number }));
const shown = (request: { messages: readonly { content: string }[] }) => request.messages.at(-1)?.content ?? '';

describe('calls', () => {
  test('one call for each chunk, as the paper has it', async () => {
    const model = respondingModel((request) => (shown(request).includes('industrial') ? '0.9' : '0.2'));
    const { run } = testRun();
    const scored = await scoreRelevance(parts(model), options({ scoring: 'per-chunk' }))({ ...judged, chunks }, run);
    expect(model.requests).toHaveLength(3);
    expect(scored.map(({ base }) => base)).toEqual([0.9, 0.2, 0.2]);
    for (const request of model.requests) expect(shown(request)).toContain(judged.query);
  });

  test('many chunks a call, a score each; the last call takes what is left', async () => {
    const model = respondingModel((request) =>
      JSON.stringify({
        scores: [...shown(request).matchAll(/\[chunk (\d)/g)].map(([, chunk]) => ({
          chunk: Number(chunk),
          score: Number(chunk) / 4,
        })),
      }),
    );
    const { run, events } = testRun();
    const scored = await scoreRelevance(parts(model), options({ batch: 2 }))({ ...judged, chunks }, run);
    expect(model.requests).toHaveLength(2);
    expect(scored.map(({ base }) => base)).toEqual([0.25, 0.5, 0.25]);
    expect(events.filter(({ type }) => type === 'fallback')).toEqual([]);
  });

  test('one score for all tells no chunk from another: rules score them, and that is said', async () => {
    const { run, events } = testRun();
    const same = fakeModel(['{"1": 0, "2": 0, "3": 0}']);
    const scored = await scoreRelevance(parts(same), options({}))({ ...judged, chunks }, run);
    const byRules = await scoreRelevance(parts(), options({}))({ ...judged, chunks }, testRun().run);
    expect(scored.map(({ base }) => base)).toEqual(byRules.map(({ base }) => base));
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'fallback', reason: expect.stringContaining('same score to all 3 chunks') }),
    );
  });

  test('reflection is shown the score, the critic both, and today', async () => {
    const model = fakeModel(['{"scores": [0.1, 0.2, 0.3]}', '{"scores": [0.1, 0.2, 0.3]}']);
    const { run } = testRun();
    const reflected = await reflectOnScores(parts(model), options())(
      { ...judged, chunks: based([0.91, 0.22, 0.33]) },
      run,
    );
    expect(reflected.map(({ reflect }) => reflect)).toEqual([0.1, 0.2, 0.3]);
    await criticiseScores(parts(model), options())({ ...judged, chunks: reflected }, run);
    const [reflection, critic] = model.requests.map(shown) as [string, string];
    expect(reflection).toContain('[chunk 1, scored 0.91]');
    expect(critic).toContain('[chunk 1, scored 0.91, on reflection 0.10]');
    expect(critic).toContain('Today is 2026-01-01');
  });

  test('chunks are fenced: what a page says is no instruction', async () => {
    const model = fakeModel(['0.5']);
    await scoreRelevance(parts(model), options())({ ...judged, chunks: chunks.slice(0, 1) }, testRun().run);
    expect(shown(model.requests[0] as never)).toMatch(
      /<<page test>>\n[^<]*Henry Feilden led an industrial firm\.\n<<end test>>/,
    );
  });
});

describe('replies that are of no use', () => {
  test('a chunk without a score gets that of the rules, and the trace says so', async () => {
    const model = fakeModel(['{"scores": [{"chunk": 1, "score": 0.9}, {"chunk": 9, "score": 1}]}']);
    const { run, events } = testRun();
    const scored = await scoreRelevance(parts(model), options())({ ...judged, chunks }, run);
    // Without reranker and embedder the rules go by words: two of the query's four, of which the second chunk has none.
    expect(scored.map(({ base }) => base)).toEqual([0.9, 0, 0.5]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'fallback', reason: expect.stringContaining('no score to 2 of 3') }),
    );
  });

  test.each(['rubbish', '{"scores": "all good"}', ''])('%j twice: the step works by its rules', async (reply) => {
    const { run, events } = testRun();
    const scored = await scoreRelevance(parts(fakeModel([reply, reply])), options())({ ...judged, chunks }, run);
    expect(scored.map(({ base }) => base)).toEqual([0.5, 0, 0.5]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'fallback', stage: 'score-relevance' }));
  });

  test('a failing call does so too', async () => {
    const { run, events } = testRun();
    const down = fakeModel([new Error('the server is down')]);
    const criticised = await criticiseScores(parts(down), options())(
      { ...judged, chunks: based([0.8, 0.8, 0.8]) },
      run,
    );
    expect(criticised.map(({ critic }) => critic)).toEqual([0.8, 0.4, 0.8]); // the second chunk does not name him
    expect(events).toContainEqual(expect.objectContaining({ type: 'fallback', reason: 'the server is down' }));
  });
});

describe('without a model', () => {
  const reranker = {
    name: 'fake',
    score: async (_: string, given: readonly string[]) => given.map((text) => (text.includes('industrial') ? 4 : -4)),
  };

  test('relevance is the reranker, mapped to 0..1, and its logits are kept', async () => {
    const scored = await scoreRelevance({ models: {}, local: { reranker } }, options())(
      { ...judged, chunks },
      testRun().run,
    );
    expect(scored.map(({ base }) => Number(base.toFixed(3)))).toEqual([0.982, 0.018, 0.018]);
    expect(scored.map(({ rerank }) => rerank)).toEqual([4, -4, -4]);
  });

  test('a reranker that fails is a fallback: words take its place', async () => {
    const broken = { name: 'broken', score: () => Promise.reject(new Error('no key')) };
    const { run, events } = testRun();
    const scored = await scoreRelevance({ models: {}, local: { reranker: broken } }, options())(
      { ...judged, chunks },
      run,
    );
    expect(scored.map(({ base }) => base)).toEqual([0.5, 0, 0.5]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'fallback', reason: 'the reranker broken failed: no key' }),
    );
  });

  test('reflection draws the score towards the words that agree; the critic lowers what breaks a rule', async () => {
    const tools = { models: {}, local: {} };
    const { run, events } = testRun();
    const reflected = await reflectOnScores(tools, options())({ ...judged, chunks: based([0.9, 0.9, 0.1]) }, run);
    expect(reflected.map(({ reflect }) => reflect)).toEqual([0.7, 0.45, 0.3]);
    const criticised = await criticiseScores(tools, options())({ ...judged, chunks: reflected }, run);
    expect(criticised.map(({ critic }) => critic)).toEqual([0.7, 0.225, 0.3]);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'note', text: expect.stringContaining('does not name Henry') }),
    );
  });
});

test('scores are combined by their weights; a step that did not run does not count', () => {
  const [chunk] = based([0.9]) as [JudgedChunk];
  const full = { ...chunk, reflect: 0.6, critic: 0.3 };
  const scoreOf = (one: JudgedChunk, weights: [number, number, number]) => combineScores([one], weights)[0]?.score;
  expect(scoreOf(full, [1, 1, 1])).toBeCloseTo(0.6, 12);
  expect(scoreOf(full, [0, 1, 0])).toBeCloseTo(0.6, 12);
  expect(scoreOf(full, [0.3, 0.3, 0.4])).toBeCloseTo(0.57, 12);
  expect(scoreOf(chunk, [1, 1, 1])).toBeCloseTo(0.9, 12);
  expect(scoreOf(chunk, [0, 1, 1])).toBeCloseTo(0.9, 12); // nothing of what counts was asked: the last there is
});
