/** Recording, replay and cache as a user meets them: flags of the command, against a model server on loopback. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChatServer, startChatServer } from './support/chat-server.js';
import { BARE, folderWith, QUESTION, TINY_DOCS, winnow } from './support/command.js';

const KEY = 'planted-key-8472-xyz';
let server: ChatServer;
let folder: string;

beforeAll(async () => {
  folder = folderWith(TINY_DOCS);
  server = await startChatServer((messages) => {
    const asked = messages.map(({ content }) => content).join('\n');
    if (/search engine/.test(asked)) return '["Old Bridge opened"]';
    if (/"keep"/.test(asked)) return '{"keep": ["1", "2", "3"], "drop": []}';
    return /JSON list/.test(asked) ? '[1]' : 'The Old Bridge was opened in 1888 by Ada Stone.';
  });
});
afterAll(() => server.close().catch(() => undefined));

const ask = (...flags: string[]) =>
  winnow(
    [
      'ask',
      QUESTION,
      '--docs',
      'docs',
      '--json',
      '--quiet',
      ...BARE,
      ...server.flags,
      '--set',
      'models.small.keyVariable=MY_MODEL_KEY',
      ...flags,
    ],
    {
      cwd: folder,
      env: { MY_MODEL_KEY: KEY },
    },
  );

type Shown = { readonly usage: { readonly ms: number; readonly costUsd: number; readonly calls: number } };
const shown = (stdout: string) => {
  const { usage, ...result } = JSON.parse(stdout) as Shown;
  const { ms: _, ...rest } = usage;
  return { ...result, usage: rest };
};

test('a second question costs nothing and asks nobody, until --no-cache', { timeout: 60_000 }, async () => {
  const first = await ask();
  const asked = server.requests();
  expect([first.code, asked > 2]).toEqual([0, true]);
  const second = await ask();
  expect(server.requests()).toBe(asked);
  expect(shown(second.stdout)).toEqual({ ...shown(first.stdout), usage: { ...shown(first.stdout).usage, costUsd: 0 } });
  await ask('--no-cache');
  expect(server.requests()).toBe(2 * asked);
});

test('--replay needs no server, no documents and no key, and says the same; what was not recorded is an error', {
  timeout: 60_000,
}, async () => {
  const recorded = await ask('--record', 'run.jsonl', '--no-cache', '--trace', 'trace.jsonl');
  const asked = server.requests();
  const replaying = [
    '--replay',
    'run.jsonl',
    '--json',
    '--quiet',
    ...BARE,
    ...server.flags,
    '--set',
    'models.small.keyVariable=MY_MODEL_KEY',
  ];
  const elsewhere = folderWith({
    'docs/empty.txt': 'Nothing.',
    'run.jsonl': readFileSync(join(folder, 'run.jsonl'), 'utf8'),
  });
  const replayed = await winnow(['ask', QUESTION, '--docs', 'docs', ...replaying], { cwd: elsewhere });
  expect([replayed.code, replayed.stderr]).toEqual([recorded.code, '']);
  expect(shown(replayed.stdout)).toEqual(shown(recorded.stdout));
  expect(server.requests()).toBe(asked);

  const other = await winnow(['ask', 'Who sails to Hathe?', '--docs', 'docs', ...replaying], { cwd: elsewhere });
  expect(other.code).toBe(2);
  expect(other.stderr).toContain('has no run in which hifi-rag was asked "Who sails to Hathe?"');
});

test('the key is in no file that was written', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const texts = files.flatMap((file) => (existsSync(file) && /\.\w+$|replies/.test(file) ? [readOr(file)] : []));
  expect(texts.length).toBeGreaterThan(5);
  expect(texts.filter((text) => text.includes(KEY))).toEqual([]);
});

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // a folder
  }
}

test('--record and --replay together are refused', async () => {
  const both = await winnow(['ask', QUESTION, '--record', 'a.jsonl', '--replay', 'b.jsonl'], { cwd: folder });
  expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('Either --record or --replay')]);
});
