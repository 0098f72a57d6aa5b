/**
 * A GGUF file as docs/models.md configures it, from a YAML file through the command line. The real model is tried where
 * WINNOW_GGUF names a file.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BARE, folderWith, QUESTION, TINY_DOCS, winnow } from './support/command.js';

const cwd = folderWith(TINY_DOCS);
afterAll(() => rmSync(cwd, { recursive: true }));

const ask = (more: readonly string[] = []) =>
  winnow(
    [
      'ask',
      '--docs',
      'docs',
      '--data-directory',
      'data',
      '--pipeline',
      'naive-sparse',
      '--json',
      ...BARE,
      ...more,
      QUESTION,
    ],
    {
      cwd,
    },
  );

test('a file that is not there is named by the provider; the configuration itself is accepted', async () => {
  writeFileSync(join(cwd, 'winnow.config.yaml'), 'models:\n  large: { provider: gguf, model: missing.gguf }\n');
  const { code, stdout, stderr } = await ask();
  expect(stderr).not.toMatch(/configuration is not valid/);
  expect(code).toBe(0);
  const { fallbacks } = JSON.parse(stdout) as { fallbacks: { reason: string }[] };
  expect(fallbacks.map(({ reason }) => reason)).toContainEqual(
    expect.stringContaining('There is no model file for "missing.gguf"'),
  );
});

const { WINNOW_GGUF: file } = process.env;

test.skipIf(!file)(
  'a real model writes the answer (skipped unless WINNOW_GGUF names a .gguf file)',
  { timeout: 600_000 },
  async () => {
    writeFileSync(
      join(cwd, 'winnow.config.yaml'),
      `models:\n  large: { provider: gguf, model: ${JSON.stringify(file)} }\n`,
    );
    const { code, stdout, stderr } = await ask(['--timeout', '500']);
    expect(stderr).not.toMatch(/configuration is not valid/);
    expect(code).toBe(0);
    const { usage, answer } = JSON.parse(stdout) as { usage: { calls: number }; answer: { text: string } };
    expect(usage.calls).toBeGreaterThan(0);
    expect(answer.text).not.toBe('');
  },
);
