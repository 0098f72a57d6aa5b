import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { document, type FakeModel, fakeModel, fakeWeb, question } from '../testing/index.js';
import type { ConfigInput } from './config.js';
import { checkFactsWith, JUDGE_PROMPTS, judgeWith } from './grading.js';
import { createEngine } from './index.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-grading-'));
afterAll(() => rmSync(root, { recursive: true }));

const said = 'The Old Bridge was opened in 1888 by Ada Stone.';
const web = fakeWeb([document('https://a.example/bridge', [[['Old Bridge'], said]])]);
const engineWith = (judge: FakeModel, config: ConfigInput = {}) =>
  createEngine({
    config,
    models: { judge },
    local: {},
    search: web.search,
    fetcher: web.fetcher,
    retriever: web.retriever,
  });

const answer = { question: question('When was the Old Bridge opened?'), text: said, golds: ['1888'] };
const passages = [{ id: 'a#0', headings: [], text: said, start: 0, end: said.length }];
const sources = [{ n: 1, url: 'https://a.example/bridge', title: 'Old Bridge', passages }];

test('a judgement is recorded and replayed as a question is', async () => {
  const file = join(root, 'calls.jsonl');
  const recording = engineWith(fakeModel(['{"reason": "right", "score": 2}', '{"reason": "said", "score": 1}']), {
    calls: { record: file },
  });
  const judged = await judgeWith(recording, { ...answer, sources });
  await recording.close();
  const silent = fakeModel([]);
  const replaying = engineWith(silent, { calls: { replay: file } });
  expect(await judgeWith(replaying, { ...answer, sources })).toEqual(judged);
  expect(judged).toMatchObject({ relevance: { score: 2 }, faithfulness: { score: 1 } });
  expect(silent.requests).toEqual([]);
  await expect(judgeWith(replaying, { ...answer, text: 'It was opened in 1921.', sources })).rejects.toMatchObject({
    code: 'usage',
  });
  await replaying.close();
});

test('a judgement keeps to the limit of money, tells its calls, and names its prompts', async () => {
  const dear = fakeModel(['{"reason": "right", "score": 2}', '{"reason": "said", "score": 1}'], {
    price: { input: 1e6, output: 1e6 },
  });
  const events: string[] = [];
  const judging = judgeWith(engineWith(dear, { limits: { maxCostUsd: 0.01 } }), {
    ...answer,
    sources,
    onEvent: ({ type }) => events.push(type),
  });
  await expect(judging).rejects.toMatchObject({ code: 'budget' });
  expect(events).toContain('model-call');
  expect(JUDGE_PROMPTS).toEqual(['judge/relevance@1', 'judge/faithfulness@1']);
});

test('facts are checked against the documents that a search brings, or against the pages that are named; none that opens is none', async () => {
  const engine = createEngine({
    models: {},
    local: {},
    search: web.search,
    fetcher: web.fetcher,
    retriever: web.retriever,
  });
  const supported = [{ text: said, verdict: 'supported' }];
  expect(await checkFactsWith(engine, { ...answer, source: 'searched' })).toEqual(supported);
  expect(web.queries.at(-1)).toBe(`${answer.question.text} ${said}`);
  expect(await checkFactsWith(engine, { ...answer, source: [['d1', 'https://a.example/bridge']] })).toEqual(supported);
  expect(await checkFactsWith(engine, { ...answer, source: [['d1'], ['d2']] })).toBeNull();
});
