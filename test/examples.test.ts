/** The examples run, say what they should, and stay short. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { startChatServer } from './support/chat-server.js';
import { folderWith, QUESTION, TINY_DOCS } from './support/command.js';

const examples = fileURLToPath(new URL('../examples', import.meta.url));
const cwd = folderWith(TINY_DOCS);
afterAll(() => rmSync(cwd, { recursive: true }));

function runExample(name: string, ...args: readonly string[]) {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('WINNOW_')));
  return promisify(execFile)(process.execPath, [join(examples, name), ...args], {
    cwd,
    env: { ...environment, HOME: cwd },
  });
}

test('ask-a-folder prints each claim with its sources, and the stages as they end', async () => {
  const { stdout, stderr } = await runExample('ask-a-folder.mjs', 'docs', QUESTION);
  expect(stdout).toMatch(/The Old Bridge was opened in 1888 by Ada Stone\. \[1\]\n/);
  expect(stdout).toMatch(/^\[1\] Old Bridge file:.*bridge\.md$/m);
  expect(stderr).toMatch(/search-web: \d+ ms/);
  expect(stderr).toContain('sectionsKept');
});

test('own-pipeline answers by the pipeline it defines', async () => {
  const { stdout } = await runExample('own-pipeline.mjs', 'docs', 'Old Bridge');
  expect(JSON.parse(stdout)).toMatchObject({
    pipeline: 'skim',
    answer: { status: 'answered', claims: [{ sources: [1] }, { sources: [2] }] },
    funnel: { pages: 2 },
  });
});

test('own-provider searches, fetches and writes by its own parts', async () => {
  const { stdout, stderr } = await runExample('own-provider.mjs');
  expect(stderr).toContain('searching: lit lamp north pier');
  expect(stdout).toContain('The lamp of the north pier was lit on 3 May 1931 by Ida Venn. [ 1 ] note:lamp');
  expect(stdout).toContain('2 calls, $0.000456');
});

test('ai-sdk: an agent looks a question up and answers', async () => {
  const server = await startChatServer(() => 'The Old Bridge was opened in 1888.');
  const { stdout } = await runExample('ai-sdk.mjs', server.url, 'any', 'docs', QUESTION);
  expect(stdout).toBe('The Old Bridge was opened in 1888.\n');
  await server.close();
});

test('langchain: the retriever stands in a chain', async () => {
  expect((await runExample('langchain.mjs', 'docs', QUESTION)).stdout).toMatch(/^Old Bridge$/m);
});

test('own-metric is summarised beside the built-in ones', async () => {
  writeFileSync(
    join(cwd, 'questions.jsonl'),
    `${JSON.stringify({ id: '1', question: QUESTION, answers: ['1888'] })}\n`,
  );
  const { stdout } = await runExample('own-metric.mjs', 'docs', 'questions.jsonl');
  expect(JSON.parse(stdout)).toMatchObject({ contains: { mean: 1, n: 1 }, brevity: { n: 1 } });
});

test('route-handler answers a request, and a bad one with its reason', { timeout: 120_000 }, async () => {
  const { POST } = (await import(join(examples, 'route-handler.mjs'))) as {
    POST: (request: Request) => Promise<Response>;
  };
  const post = (body: string) => POST(new Request('http://localhost/api/ask', { method: 'POST', body }));
  expect(await (await post(JSON.stringify({ question: 'Who opened the Kestrel Bridge?' }))).json()).toHaveProperty(
    'answer.claims',
  );
  expect((await post('{}')).status).toBe(400);
  expect((await post('nonsense')).status).toBe(400);
});

test('every example has under 30 lines of code and a test here', () => {
  const files = readdirSync(examples).filter((name) => name.endsWith('.mjs'));
  expect(files.sort()).toEqual(
    ['ai-sdk', 'ask-a-folder', 'langchain', 'own-metric', 'own-pipeline', 'own-provider', 'route-handler'].map(
      (name) => `${name}.mjs`,
    ),
  );
  for (const name of files) {
    const lines = readFileSync(join(examples, name), 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|\/?\*)/.test(line));
    expect(lines.length, name).toBeLessThan(30);
  }
});
