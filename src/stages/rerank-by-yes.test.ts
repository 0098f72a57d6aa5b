import { describe, expect, test } from 'vitest';
import { WinnowError } from '../core/errors.js';
import type { ChatRequest, LocalModels } from '../core/ports.js';
import { definePrompt, proseReply } from '../core/prompt.js';
import { passage, question, respondingModel, type ScriptedReply, testRun } from '../testing/index.js';
import { type RerankParts, rerankByYes, withinWords, type YesVars } from './rerank-by-yes.js';

const asked = question('Who built it?');
const prompt = definePrompt({
  id: 'test/yes',
  version: 1,
  reply: proseReply,
  render: ({ passage: { id } }: YesVars) => [{ role: 'user' as const, content: id }],
});

const yes = (probability: number, no = 0) => ({
  text: 'Yes',
  firstToken: [
    { token: 'Yes', logprob: Math.log(probability) },
    ...(no > 0 ? [{ token: ' No', logprob: Math.log(no) }] : []),
  ],
});

const idIn = ({ messages }: ChatRequest) => messages[0]?.content ?? '';

/** Reranks passages of three words whose ids are those of the replies, in that order. */
async function reranked(
  replies: Record<string, ScriptedReply>,
  given: Partial<RerankParts> = {},
  local: LocalModels = {},
) {
  const model = respondingModel((request) => {
    const reply = replies[idIn(request)] as ScriptedReply;
    return typeof reply === 'function' ? reply(request) : reply;
  });
  const parts = {
    models: { small: model },
    local,
    prompt,
    normalised: false,
    threshold: 0.5,
    contextWords: 100,
    whenNone: 2,
    concurrency: 2,
  };
  const { run, events } = testRun();
  const passages = Object.keys(replies).map((id) => passage(id, `${id} two three`));
  const kept = await rerankByYes({ ...parts, ...given })({ question: asked, passages }, run);
  const fallbacks = events.flatMap((event) => (event.type === 'fallback' ? [event.reason] : []));
  return { ids: kept.map(({ id }) => id), kept, events, fallbacks, model };
}

describe('with a model', () => {
  test('one call a passage; the surest first; one half is kept, less is not', async () => {
    const { kept, model, fallbacks } = await reranked({ a: yes(0.5), b: yes(0.49), c: yes(0.9), d: yes(0.7) });
    expect(kept.map(({ id, score }) => [id, Math.round(score * 100)])).toEqual([
      ['c', 90],
      ['d', 70],
      ['a', 50],
    ]);
    expect(model.requests).toHaveLength(4);
    expect(model.requests[0]).toMatchObject({ topLogprobs: 20 });
    expect(fallbacks).toEqual([]);
  });

  test('raw probability counts all words, the normalised one Yes and No alone', async () => {
    const replies = { a: yes(0.3, 0.1), b: yes(0.45, 0.5) };
    expect((await reranked(replies)).fallbacks).toHaveLength(1);
    expect((await reranked(replies, { normalised: true })).ids).toEqual(['a']);
  });

  test('a model without log-probabilities is taken at its word, and equals stay in order', async () => {
    expect((await reranked({ a: 'No.', b: 'Yes', c: 'yes, it does', d: '"Yes"' })).ids).toEqual(['b', 'c', 'd']);
  });

  test('none passes: the first few in the order in which they came, as a fallback', async () => {
    const { ids, fallbacks, events } = await reranked({ a: yes(0.1), b: yes(0.2), c: yes(0.3) });
    expect(ids).toEqual(['a', 'b']);
    expect(fallbacks).toEqual(['none of 3 passages seems to help; the first 2 are used']);
    expect(events).toContainEqual(expect.objectContaining({ type: 'dropped', id: 'c', reason: 'probably no help' }));
  });

  test('the order in which replies come in does not matter', async () => {
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return 'Yes';
    };
    expect((await reranked({ a: slow, b: 'Yes', c: 'Yes' }, { concurrency: 3 })).ids).toEqual(['a', 'b', 'c']);
  });

  test('never more calls at a time than allowed', async () => {
    let [running, most] = [0, 0];
    const counted = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2));
      running -= 1;
      return 'Yes';
    };
    await reranked(Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((id) => [id, counted])), { concurrency: 3 });
    expect(most).toBe(3);
  });

  test('passages that the model cannot judge are judged without it; one fallback names how many and why', async () => {
    const reranker = {
      name: 'scripted',
      score: async (_: string, texts: readonly string[]) => texts.map((text) => (text.includes('b') ? 9 : -9)),
    };
    const { ids, fallbacks } = await reranked(
      { a: yes(0.6), b: 'Perhaps', c: new Error('down'), d: yes(0.2) },
      {},
      { reranker },
    );
    expect(ids).toEqual(['b', 'a']);
    expect(fallbacks).toEqual([
      '2 of 4 passages were judged without the model: the model was asked for yes or no and said neither',
    ]);
  });

  test('what ends the run ends the stage', async () => {
    await expect(reranked({ a: new WinnowError('budget', 'spent') })).rejects.toThrow('spent');
  });
});

describe('the context', () => {
  const three = (id: string) => passage(id, 'one two three');

  test('passages are taken while they fit; the first that does not ends the list', () => {
    const passages = [three('a'), passage('b', 'one two three four five'), passage('c', 'one')];
    expect(withinWords(passages, 8)).toHaveLength(2);
    expect(withinWords(passages, 7)).toHaveLength(1);
    expect(withinWords(passages, 100)).toHaveLength(3);
    expect(withinWords(passages, 2)).toEqual([]);
  });

  test('what is left out is in the trace with its reason, and the funnel adds up', async () => {
    const { ids, events } = await reranked({ a: yes(0.9), b: yes(0.8), c: yes(0.1) }, { contextWords: 5 });
    expect(ids).toEqual(['a']);
    const dropped = events.flatMap((event) => (event.type === 'dropped' ? [[event.id, event.reason]] : []));
    expect(dropped).toEqual([
      ['b', 'the context is full'],
      ['c', 'probably no help'],
    ]);
    expect(events.flatMap((event) => (event.type === 'count' ? [[event.name, event.value]] : []))).toEqual([
      ['sections', 3],
      ['sectionsKept', 1],
    ]);
  });

  test('a context too small for the surest passage keeps it alone, and says so', async () => {
    const { ids, events } = await reranked({ a: yes(0.9), b: yes(0.95) }, { contextWords: 2 });
    expect(ids).toEqual(['b']);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'fallback', reason: expect.stringContaining('longer than 2 words') }),
    );
  });
});

test('the scores of all passages and the cut are in the trace', async () => {
  const { events } = await reranked({ a: yes(0.25), b: yes(0.75) });
  const scores = events.find((event) => event.type === 'scores');
  expect(scores).toMatchObject({ cut: 0.5, scores: [{ id: 'b' }, { id: 'a' }] });
});

test('without a model the reranker judges, and when none passes the best are kept', async () => {
  const reranker = {
    name: 'scripted',
    score: async (_: string, texts: readonly string[]) => texts.map((text) => (text.includes('b') ? -5 : -9)),
  };
  const { ids, model } = await reranked({ a: 'Yes', b: 'Yes', c: 'Yes' }, { models: {}, whenNone: 1 }, { reranker });
  expect(ids).toEqual(['b']);
  expect(model.requests).toEqual([]);
});

test('no passages, no fallback', async () => {
  expect(await reranked({})).toMatchObject({ ids: [], fallbacks: [] });
});

test('what the search puts first is kept however the model judges it, as far as it fits', async () => {
  const replies = { a: yes(0.1), b: yes(0.2), c: yes(0.9) };
  expect((await reranked(replies, { alwaysKept: 1 })).ids).toEqual(['c', 'a']);
  expect((await reranked(replies)).ids).toEqual(['c']);
});
