/** `winnow synth` as a user runs it: what it writes, that it goes on where it was stopped, and what it refuses. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readQuestions } from '../src/lab/datasets/questions.js';
import type { SynthRow } from '../src/lab/synth/rows.js';
import { startChatServer } from './support/chat-server.js';
import { BARE, winnow } from './support/command.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-synth-'));
afterAll(() => rmSync(root, { recursive: true }));

const FILLER =
  'It is painted grey, and many people walk over it on Sundays with their dogs and their children and their bread for the ducks below. '.repeat(
    2,
  );

/** A folder of dated pages that say when a bridge was opened. */
function pages(count: number): string {
  const folder = mkdtempSync(join(root, 'docs-'));
  for (let at = 0; at < count; at += 1)
    writeFileSync(
      join(folder, `${at}.html`),
      `<html><head><title>Bridge Number${at}</title><meta property="article:published_time" content="202${at % 8}-06-01"></head><body><h1>Bridge Number${at}</h1>` +
        `<p>Bridge Number${at} was opened in ${1800 + at}. ${FILLER}</p></body></html>`,
    );
  return folder;
}

const synth = (args: readonly string[]) => winnow(['synth', ...args, ...BARE], { cwd: root });
const rowsIn = (file: string) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as SynthRow);

/** Makes a question of the bridges that it is shown, answers it from the passages, and knows nothing by itself. */
const replies = (messages: readonly { role: string; content: string }[]) => {
  const shown = messages.map(({ content }) => content).join('\n');
  const bridges = [...new Set([...shown.matchAll(/Bridge Number(\d+)/g)].map(([, at]) => Number(at)))];
  const years = bridges.map((at) => 1800 + at).join(' and ');
  const answer = bridges.map((at) => `Bridge Number${at} was opened in ${1800 + at}.`).join(' ');
  if (shown.includes('NO IDEA')) return 'NO IDEA';
  if (!shown.includes('You write one question')) return answer;
  return JSON.stringify({
    question: `When opened ${bridges.map((at) => `Bridge Number${at}`).join(' and ')}?`,
    answer,
    short: years,
  });
};

test('readable by winnow eval, and continued by the same command', { timeout: 60_000 }, async () => {
  const server = await startChatServer(replies);
  const args = ['--docs', pages(8), '--out', 'plain.jsonl', '--multi', '0', ...server.flags];
  const first = await synth([...args, '-n', '3']);
  expect(first).toMatchObject({
    code: 0,
    stdout: '3 questions in plain.jsonl: 3 over one document, 0 over two (multi-doc).\n',
  });
  const second = await synth([...args, '-n', '5']);
  expect(second.stderr).toContain('2 of 5 questions to make');
  const rows = rowsIn('plain.jsonl');
  expect(new Set(rows.map(({ question }) => question)).size).toBe(5);
  expect(rows.every(({ type, date }) => type === 'single-doc' && date)).toBe(true);
  expect(readQuestions(join(root, 'plain.jsonl'))).toMatchObject({ format: 'winnow', rows: { length: 5 } });
  expect(await synth([...args, '-n', '5', '--seed', '2'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('seed: 0 there, 2 now'),
  });

  const evaluated = await winnow(
    ['eval', '--data', 'plain.jsonl', '--docs', args[1] as string, '--out', 'run', ...BARE],
    { cwd: root },
  );
  expect(evaluated.code).toBe(0);
  expect(JSON.parse(readFileSync(join(root, 'run', 'summary.json'), 'utf8'))).toMatchObject({ done: 5 });
  await server.close();
});

test('from a corpus', { timeout: 60_000 }, async () => {
  const server = await startChatServer(replies);
  const data = ['--data-directory', join(root, 'data'), '--corpus', 'bridges'];
  expect((await winnow(['ingest', pages(6), ...data, '--embed', 'off'], { cwd: root })).code).toBe(0);
  const made = await synth([...data, '-n', '2', '--multi', '0', '--out', 'corpus.jsonl', ...server.flags]);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('2 over one document, 0 over two') });
  await server.close();
});

test('only from documents after a day, and an error where there are none', { timeout: 60_000 }, async () => {
  const server = await startChatServer(replies);
  const docs = ['--docs', pages(8), ...server.flags];
  const late = await synth([...docs, '--newer-than', '2026', '-n', '2', '--multi', '0', '--out', 'late.jsonl']);
  expect(late.stderr).toContain('1 documents');
  expect(await synth([...docs, '--newer-than', '2031', '--out', 'later.jsonl'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No document is newer than 2031'),
  });
  expect(await synth([...docs, '--newer-than', 'soon', '--out', 'x.jsonl'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('2025-02-28'),
  });
  await server.close();
});

test('categories of the configuration, tested questions, rejections by reason', { timeout: 60_000 }, async () => {
  const server = await startChatServer((messages, at) => (at === 0 ? 'nonsense' : replies(messages)));
  writeFileSync(
    join(root, 'categories.yaml'),
    'question_categories:\n- categorization_name: phrasing\n  categories:\n  - {name: short, description: few words, probability: 1}\n',
  );
  const args = [
    '--docs',
    pages(6),
    '--config',
    'categories.yaml',
    '-n',
    '4',
    '--multi',
    '0',
    '--out',
    'model.jsonl',
    ...server.flags,
  ];
  const dry = await synth([...args, '--dry-run']);
  expect(dry.stdout).toMatch(/4 questions from 6 documents: about \d+ model calls, \d+ \+ \d+ tokens, \$\d/);
  expect([dry.code, server.requests(), existsSync(join(root, 'model.jsonl'))]).toEqual([0, 0, false]);
  const made = await synth(args);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining('4 questions in model.jsonl') });
  const rows = rowsIn('model.jsonl');
  expect(rows[0]).toMatchObject({
    categories: { phrasing: 'short' },
    users: {},
    reference: expect.stringContaining('was opened in'),
  });
  await server.close();
});

test('Ctrl-C keeps what is done, and the same command makes the rest', { timeout: 60_000 }, async () => {
  let press: () => void = () => undefined;
  const server = await startChatServer((messages, at) => (at < 9 ? replies(messages) : press()) ?? undefined); // three calls a question
  const args = ['--docs', pages(12), '-n', '10', '--multi', '0', '--out', 'stopped.jsonl', '--max-concurrency', '1'];
  const stopped = await winnow(['synth', ...args, ...server.flags, ...BARE], {
    cwd: root,
    onStart: (running) => {
      press = () => void running.kill('SIGINT');
    },
  });
  expect(stopped).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('of 10 are done. The same command goes on.'),
  });
  const done = rowsIn('stopped.jsonl').length;
  expect(done).toBe(3);
  await server.close();
  const healthy = await startChatServer(replies);
  const rest = await synth([...args, ...healthy.flags]);
  expect(rest).toMatchObject({ code: 0, stderr: expect.stringContaining('7 of 10 questions to make') });
  expect(new Set(rowsIn('stopped.jsonl').map(({ id }) => id)).size).toBe(10);
  await healthy.close();
});

test('money for the whole run ends it with exit code 4, and keeps what is done', { timeout: 60_000 }, async () => {
  const server = await startChatServer(replies);
  const args = [
    '--docs',
    pages(12),
    '-n',
    '10',
    '--multi',
    '0',
    '--out',
    'dear.jsonl',
    '--max-concurrency',
    '1',
    '--max-cost',
    '0.5',
  ];
  const ended = await synth([...args, ...server.flags]);
  expect(ended).toMatchObject({ code: 4, stderr: expect.stringContaining('The limit of $0.5 was reached') });
  const done = rowsIn('dear.jsonl').length;
  expect(done).toBeLessThan(10);
  const before = server.requests();
  expect(await synth([...args, ...server.flags])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('was reached'),
  });
  expect([rowsIn('dear.jsonl').length, server.requests()]).toEqual([done, before]);
  await server.close();
});

test.each([
  [['-n', '3'], 'Where should the questions go?'],
  [['--multi', '1.5', '--out', 'x.jsonl'], 'from 0 to 1'],
  [['--config', 'missing.yaml', '--out', 'x.jsonl'], 'missing.yaml cannot be read'],
  [
    ['--docs', 'nowhere', '--out', 'x.jsonl', '--set', 'models.small={"provider":"gguf","model":"any"}'],
    'There is no folder nowhere',
  ],
  [['--out', 'x.jsonl'], 'none is configured. Give models.large'],
])('%j is refused', { timeout: 60_000 }, async (args, said) => {
  expect(await synth(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(said) });
});
