/** `winnow models` and `winnow doctor --model` as a user meets them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startChatServer } from './support/chat-server.js';
import { folderWith, winnow } from './support/command.js';

const cwd = folderWith({});
afterAll(() => rmSync(cwd, { recursive: true }));

test('models lists what is known and what is there', async () => {
  const { code, stdout } = await winnow(['models', '--data-directory', 'data'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^qwen3-4b +2\.5 GB +4 GB +Apache-2\.0 +small, large\* +no$/m);
  expect(stdout).toContain('npm install node-llama-cpp');
  const known = JSON.parse((await winnow(['models', '--json'], { cwd })).stdout) as {
    known: { sha256: string; url: string }[];
  };
  for (const { sha256, url } of known.known)
    expect([sha256, url]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), expect.stringMatching(/^https:/)]);
});

test('models check finds a damaged file and exits with 1', async () => {
  expect((await winnow(['models', 'check', '--data-directory', 'data'], { cwd })).stdout).toContain(
    'no model files yet',
  );
  mkdirSync(join(cwd, 'data', 'models'), { recursive: true });
  writeFileSync(join(cwd, 'data', 'models', 'Qwen3-4B-Q4_K_M.gguf'), 'GGUF but short');
  const { code, stdout } = await winnow(['models', 'check', '--data-directory', 'data'], { cwd });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^DAMAGED +Qwen3-4B-Q4_K_M\.gguf +sha256 is .* should be 7485fe6f/m);
});

test('models get says what to do when the network refuses, and refuses private addresses', async () => {
  const { code, stderr } = await winnow(['models', 'get', 'http://127.0.0.1:9/tiny.gguf', '--data-directory', 'data'], {
    cwd,
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/Refused to open .*fetch the file elsewhere/);
  expect(await winnow(['models', 'get', 'nonsense'], { cwd })).toMatchObject({ code: 2 });
  expect(await winnow(['models', 'get'], { cwd })).toMatchObject({ code: 2 });
});

test('doctor --model grades, recommends and exits with 1 when a role is not filled well', async () => {
  const server = await startChatServer((messages) =>
    /Who owns/.test(messages.at(-1)?.content ?? '') ? 'Ada Stone.' : 'It costs 6 pells.',
  );
  try {
    const { code, stdout } = await winnow(['doctor', '--model', ...server.flags, '--max-cost', '100'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^loopback \(small, large, judge\)$/m);
    expect(stdout).toMatch(/^ {2}FAILS +JSON list /m);
    expect(stdout).toMatch(/^ {2}good +answers$/m);
    expect(stdout).toMatch(/^ {2}good enough for: no role$/m);
    expect(stdout).toMatch(/does not give probabilities; \d+ calls/);
  } finally {
    await server.close();
  }
  expect(await winnow(['doctor', '--model'], { cwd })).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('docs/models.md'),
  });
});
