/** `winnow eval --judge`, `--fact-score` and `--bert-score` as a user runs them. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ChatServer, startChatServer } from './support/chat-server.js';
import { BARE, winnow } from './support/command.js';
import { letterTokenizer, tinyOnnx } from './support/tiny-onnx.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-grades-'));
afterAll(() => rmSync(root, { recursive: true }));

const jsonl = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');
const data = join(root, 'data');
mkdirSync(data);
const years = [1881, 1882, 1883];
writeFileSync(
  join(data, 'corpus.jsonl'),
  jsonl(
    years.map((year, at) => ({
      id: `d${at}`,
      title: `Bridge ${at}`,
      text: `Bridge number ${at} was opened in ${year}.`,
    })),
  ),
);
writeFileSync(
  join(data, 'questions.jsonl'),
  jsonl(
    years.map((year, at) => ({
      id: `q${at}`,
      question: `When was bridge number ${at} opened?`,
      answers: [`${year}`],
      gold_doc_ids: [`d${at}`],
    })),
  ),
);

const winnowEval = (args: readonly string[]) =>
  winnow(['eval', '--data', data, ...args, ...BARE, '--no-cache'], { cwd: root });
const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
const rowsIn = (out: string) =>
  read(out, 'rows.jsonl')
    .trimEnd()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as { id: string; grades: Record<string, { scores: Record<string, number | null> }> },
    );

const judgeFlags = ({ url }: ChatServer) => {
  const model = JSON.stringify({ baseUrl: url, model: 'loopback', price: { input: 1000, output: 1000 } });
  return ['--set', `allowPrivateHosts=["${new URL(url).host}"]`, '--set', `models.judge=${model}`];
};

test('--judge grades, counts its cost apart, is not asked again, and its scores are what anova explains', async () => {
  let judged = 0;
  const server = await startChatServer(([system]) => {
    if (!system?.content.includes('grade the answer')) return '{"verdict": "supported"}';
    judged += 1;
    const isRelevance = system.content.includes('gold answers');
    return isRelevance && judged === 1 ? 'no JSON' : `{"reason": "so", "score": ${isRelevance ? 2 : 1}}`;
  });
  try {
    const args = [
      '--out',
      'judged',
      '--pipeline',
      'hifi-rag',
      '--pipeline',
      'naive-hybrid',
      '--judge',
      '--max-concurrency',
      '1',
      ...judgeFlags(server),
    ];
    const { code, stdout } = await winnowEval(args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^relevance_score +2\.000 \[2\.000, 2\.000\] n 3/m);
    expect(stdout).toMatch(/^judge spent +7 calls, 700 \+ 70 tokens, \$0\.77/m); // one was asked again
    expect(rowsIn('judged').map(({ grades }) => grades.judge?.scores.faithfulness_score)).toEqual([1, 1, 1, 1, 1, 1]);
    const [before, count] = [read('judged', 'rows.jsonl'), server.requests()];
    expect(await winnowEval([...args, '--resume'])).toMatchObject({ code: 0 });
    expect([read('judged', 'rows.jsonl'), server.requests()]).toEqual([before, count]);

    const response = '0.6*relevance_score+0.4*faithfulness_score+0.001*seconds';
    const anova = await winnow(
      ['anova', '--scores', 'judged/rows.jsonl', '--response', response, '--model', 'pipeline', '--json'],
      {
        cwd: root,
      },
    );
    expect(anova).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(anova.stdout)).toMatchObject({ n: 6, rows: [{ term: 'pipeline', df: 1 }] });
  } finally {
    await server.close();
  }
});

test('grades can be added to a run that is done: nothing is asked again, and no row stands there twice', async () => {
  expect(await winnowEval(['--out', 'later'])).toMatchObject({ code: 0 });
  const folder = join(root, 'encoder');
  mkdirSync(folder);
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789.';
  const table = Array.from({ length: letters.length + 3 }, (_, id) => [Math.cos(id), Math.sin(id)]);
  writeFileSync(join(folder, 'model.onnx'), tinyOnnx({ table, weights: [1, 1] }));
  writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(letterTokenizer(letters)));
  const grading = ['--fact-score', 'gold', '--bert-score', folder, '--bert-layer', '0'];
  const { code, stderr, stdout } = await winnowEval(['--out', 'later', '--resume', ...grading]);
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('0 to ask, 3 to grade') });
  expect(stdout).toMatch(/^factScore\.plain +1\.000 .* n 3/m); // each answer says one thing, and the gold page says it, too
  expect(stdout).not.toContain('factScore spent');
  const rows = rowsIn('later');
  expect(rows.map(({ id }) => id)).toEqual(['q0', 'q1', 'q2']);
  for (const { grades } of rows) expect(grades.bertScore?.scores['bertScore.recall']).toBeCloseTo(1, 5);
});

test('a run that was made without a model can be judged later', async () => {
  expect(await winnowEval(['--out', 'unjudged'])).toMatchObject({ code: 0 });
  const server = await startChatServer(() => '{"reason": "so", "score": 1}');
  try {
    const judged = await winnowEval(['--out', 'unjudged', '--resume', '--judge', ...judgeFlags(server)]);
    expect(judged).toMatchObject({ code: 0, stderr: expect.stringContaining('0 to ask, 3 to grade') });
    expect(rowsIn('unjudged').map(({ grades }) => grades.judge?.scores.relevance_score)).toEqual([1, 1, 1]);
  } finally {
    await server.close();
  }
});

test('a grid is explained by the judge’s scores', async () => {
  const server = await startChatServer(([system]) =>
    system?.content.includes('grade the answer')
      ? `{"reason": "so", "score": ${system.content.includes('gold answers') ? 2 : 0}}`
      : '{"verdict": "supported"}',
  );
  try {
    const response = '0.6*relevance_score+0.4*faithfulness_score';
    const grid = { name: 'pages', data, pipeline: 'hifi-rag', axes: { maxPages: [1, 2] }, response };
    writeFileSync(join(root, 'grid.yaml'), JSON.stringify(grid));
    const flags = ['--out', 'grid', '--judge', '--limit', '2', ...judgeFlags(server), ...BARE];
    expect(await winnow(['grid', 'grid.yaml', ...flags], { cwd: root })).toMatchObject({ code: 0 });
    const [header = '', ...points] = read('grid', 'scores.csv').trimEnd().split('\n');
    expect(header.split(',')).toEqual(expect.arrayContaining(['relevance_score', 'faithfulness_score']));
    expect(points.map((point) => Number(point.split(',').at(-1)))).toEqual([
      expect.closeTo(1.2, 12),
      expect.closeTo(1.2, 12),
    ]);
  } finally {
    await server.close();
  }
});

test('a grid says what could not be graded, and grades it when it is resumed', async () => {
  let isDown = true;
  const server = await startChatServer(([system]) => {
    if (!system?.content.includes('atomic facts')) return '{"verdict": "supported"}';
    return isDown ? 'nonsense' : '{"facts": ["Bridge number 0 was opened in 1881."]}';
  });
  try {
    writeFileSync(
      join(root, 'facts.yaml'),
      JSON.stringify({ name: 'facts', data, pipeline: 'hifi-rag', axes: { maxPages: [1, 2] } }),
    );
    const args = [
      'grid',
      'facts.yaml',
      '--out',
      'facts',
      '--fact-score',
      'gold',
      '--limit',
      '1',
      ...judgeFlags(server),
      ...BARE,
    ];
    const failed = await winnow(args, { cwd: root });
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('2 answers could not be graded, the first with: '),
    });
    isDown = false;
    const mended = await winnow([...args, '--resume'], { cwd: root });
    expect(mended).toMatchObject({ code: 0, stderr: expect.stringContaining('2 of 2 to ask or to grade') });
    expect(mended.stderr).not.toContain('could not be graded');
    expect(
      rowsIn(join('facts', 'points', '1')).map(({ grades }) => grades.factScore?.scores['factScore.plain']),
    ).toEqual([1]);
  } finally {
    await server.close();
  }
});

test.each([
  ['a judge without a model', ['--judge'], 'models.judge'],
  ['a layer without an encoder', ['--bert-layer', '3'], '--bert-score bundled'],
  ['an encoder that is not there', ['--bert-score', 'nowhere'], 'tokenizer.json'],
  [
    'a layer the encoder does not have',
    ['--bert-score', 'bundled', '--bert-layer', '3'],
    'Its outputs: last_hidden_state',
  ],
  ['a source of facts that is none', ['--fact-score', 'guesses'], 'searched or gold'],
])('%s is refused before anything starts', async (_, flags, message) => {
  const { code, stderr } = await winnowEval(['--out', 'refused', ...flags]);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  expect(existsSync(join(root, 'refused'))).toBe(false);
});
