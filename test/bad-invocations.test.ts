/**
 * Failures speak: whatever cannot work ends soon, with a message that says what to do, without a stack trace, and with
 * nothing lost.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { BAD_INVOCATIONS } from './bad-invocations/cases.js';
import { preparedFolder } from './bad-invocations/folder.js';
import { BARE, folderWith, QUESTION, TINY_DOCS, winnow } from './support/command.js';

const MOST_MS = 10_000;
const MOST_MEGABYTES = 1500;
let cwd = '';

beforeAll(async () => {
  cwd = await preparedFolder();
}, 60_000);

/** The documents and the run, byte for byte. */
function kept(): string {
  const hash = createHash('sha256');
  for (const folder of ['docs', 'run'])
    for (const name of readdirSync(join(cwd, folder)).sort()) {
      if (name.endsWith('.md') || name.endsWith('.json') || name.endsWith('.jsonl'))
        hash.update(name).update(readFileSync(join(cwd, folder, name)));
      else hash.update(name);
    }
  return hash.digest('hex');
}

test('there are at least 150 of them', () => {
  expect(BAD_INVOCATIONS.length).toBeGreaterThanOrEqual(150);
});

describe('a command line that cannot work', () => {
  test.each(BAD_INVOCATIONS.map((bad) => ({ ...bad, line: bad.args.filter((arg) => !BARE.includes(arg)).join(' ') })))(
    'winnow $line',
    async ({ args, says, code = 2 }) => {
      const before = kept();
      const { stderr, stdout, ...ended } = await winnow(args, { cwd });
      expect({ code: ended.code, said: stderr }).toEqual({
        code: expect.toSatisfy((is) => is === code || (code === 2 && is === 1)),
        said: stderr,
      });
      expect(stderr).toMatch(says);
      expect(stderr + stdout).not.toMatch(/^\s+at .*[:(]\d+|unexpected failed|\[object Object\]|undefined|"code": "/m);
      expect(stderr.length).toBeLessThan(3000);
      expect(kept()).toBe(before);
      expect((ended.memory ?? 0) / 1024 ** 2).toBeLessThan(MOST_MEGABYTES);
    },
    MOST_MS,
  );
});

describe('in a process of its own', () => {
  const docs = ['--docs', 'docs', ...BARE];
  const shell = async (line: string, env: Record<string, string> = {}) => {
    const { execFile } = await import('node:child_process');
    const main = new URL('../dist/cli/main.js', import.meta.url).pathname;
    return new Promise<{ code: number; stderr: string }>((resolve) => {
      const options = { cwd, env: { PATH: process.env.PATH ?? '', HOME: cwd, ...env }, timeout: 15_000 };
      execFile(
        'sh',
        ['-c', line.replaceAll('winnow', `"${process.execPath}" "${main}"`)],
        options,
        (error, _, stderr) => resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stderr }),
      );
    });
  };

  test.each([
    `winnow ask "${QUESTION}" ${docs.join(' ')} --json > /dev/full`,
    'winnow search bridge --corpus made > /dev/full',
    'winnow config > /dev/full',
    'winnow parse docs/bridge.md --json > /dev/full',
  ])('%s is no success', async (line) => {
    const { code, stderr } = await shell(line);
    expect([code, stderr]).toEqual([1, expect.stringContaining('The output could not be written (ENOSPC): make room')]);
  });

  test('a home folder that cannot be written to costs the caches, not the answer', async () => {
    const { code, stderr } = await shell(`winnow ask "${QUESTION}" --docs docs --quiet`, { HOME: '/proc' });
    expect([code, stderr]).toEqual([0, '']);
  }, 30_000);

  test('standard input without an end is refused', async () => {
    expect(await shell(`winnow ask ${docs.join(' ')} < /dev/zero`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('MB came in on stdin'),
    });
  });

  test('/dev/full is still a device', () => {
    expect(statSync('/dev/full').isCharacterDevice()).toBe(true);
  });
});

test('what is skipped is said with its reason, in the result too, and the rest is read', async () => {
  const folder = folderWith({
    ...TINY_DOCS,
    'docs/prices.csv': 'Boat;Crew\nHeron;12\nTern;7\n',
    'docs/empty.txt': ' \n',
    'docs/broken.pdf': 'no PDF',
  });
  const args = ['ask', 'How many crew has the Heron?', '--docs', 'docs', ...BARE];
  const said = await winnow(args, { cwd: folder });
  expect(said.stderr).toMatch(
    /Read 4 of 6 files; skipped broken.pdf \(.*not the PDF it is said to be.*\), empty.txt \(it holds no text\)/,
  );
  const { unread, sources } = JSON.parse((await winnow([...args, '--json'], { cwd: folder })).stdout);
  expect(unread).toMatchObject([
    { url: expect.stringContaining('broken.pdf'), kind: 'unreadable' },
    { url: expect.stringContaining('empty.txt'), kind: 'empty', reason: 'it holds no text' },
  ]);
  expect(sources[0].passages[0]).toMatchObject({ headings: ['Boat | Crew', 'Heron'], location: 'cells A2:B2' });
});
