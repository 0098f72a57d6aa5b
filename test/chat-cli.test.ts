/** `winnow chat` as a user meets it, with questions piped in. */
import { rmSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { BARE, folderWith, QUESTION, TINY_DOCS, winnow } from './support/command.js';

const cwd = folderWith(TINY_DOCS);
afterAll(() => rmSync(cwd, { recursive: true }));

const chat = (lines: readonly string[]) =>
  winnow(['chat', '--quiet', '--docs', 'docs', '--data-directory', 'data', ...BARE], {
    cwd,
    stdin: `${lines.join('\n')}\n`,
    isAlone: true,
  });

test('a follow-up is understood from the question before it, /new forgets, and what fails does not end the conversation', async () => {
  const { code, stdout, stderr } = await chat([
    QUESTION,
    'And who opened it?',
    '/nonsense',
    '/new',
    'Who founded the Zanzibar Casino?',
    '/quit',
    'Never asked',
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /The Old Bridge was opened in 1888 by Ada Stone\. \[1\][\s\S]*Understood as: Who opened the Old Bridge\?/,
  );
  expect(stdout).toContain('Looked for: founded, Zanzibar, Casino.');
  expect(stderr).toContain('There is no /nonsense. /help says what there is.');
  expect(stdout).not.toContain('Never asked');
});
