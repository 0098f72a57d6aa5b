/**
 * The real command on a disk that is too small: the corpus is as it was, and the message says what to do. No root is
 * needed.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { seededRandom } from '../src/text/random.js';
import { folderWith } from './support/command.js';

const main = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const random = seededRandom('full disk');
const word = () => Math.floor(random() * 1e9).toString(36);
const record = (id: string, text: string) => `${JSON.stringify({ id, title: id, text })}\n`;
const large = Array.from({ length: 1200 }, (_, at) =>
  record(`large${at}`, `bridge ${Array.from({ length: 150 }, word).join(' ')}`),
).join('');
const cwd = folderWith({
  'small.jsonl': record('a', 'An old bridge.') + record('b', 'A new bridge.'),
  'large.jsonl': large,
});
afterAll(() => rmSync(cwd, { recursive: true }));

const SCRIPT = `
winnow() { "$NODE" "$MAIN" "$@" --data-directory "$DATA"; }
ingest() { winnow ingest "$1" --corpus c --embed off --batch 200 --json --quiet; }
search() { winnow search bridge --corpus c --json; }
`;

type Ended = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** Runs a script that prints sections "== name" with what each command said. */
function sections(
  script: string,
  { wrap, data }: { wrap: readonly string[]; data: string },
): Ended & { at(name: string): string } {
  const [command = 'sh', ...args] = [...wrap, 'sh', '-c', SCRIPT + script];
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('WINNOW_')));
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    env: { ...environment, HOME: cwd, NODE: process.execPath, MAIN: main, DATA: data },
  });
  const found = new Map(
    stdout.split('== ').map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1).trim()]),
  );
  return { status, stdout, stderr, at: (name) => found.get(name) ?? `nothing: ${stdout} ${stderr}` };
}

const AS_IT_WAS =
  /Writing to .*corpora.c failed: .*\((?:ENOSPC|EFBIG)\)\. It is as it was after the last commit; make room and try again\./;
const documentsOf = (json: string) => (JSON.parse(json) as { doc: string }[]).map(({ doc }) => doc).sort();
const committed = (json: string) => (JSON.parse(json.split('\n').at(-1) as string) as { documents: number }).documents;

/** A file system of 1 MB in a namespace of our own, where the system lets users have one. */
const NAMESPACE = ['unshare', '--user', '--map-root-user', '--mount'];
const hasTmpfs =
  process.platform === 'linux' &&
  spawnSync(NAMESPACE[0]!, [...NAMESPACE.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', cwd]).status === 0;

/** Half a dozen commands each. */
const options = { timeout: 180_000 };

describe.skipIf(!hasTmpfs)('on a file system of 1 MB', options, () => {
  const data = join(cwd, 'tiny');
  const tiny = (script: string) =>
    sections(`mkdir -p "$DATA" && mount -t tmpfs -o size=1m tmpfs "$DATA" || exit 9\n${script}`, {
      wrap: NAMESPACE,
      data,
    });

  test('an ingest that does not fit ends with 1 and a message, and what was committed is searched as before', () => {
    const ran = tiny(`
      ingest small.jsonl > /dev/null
      echo "== large"; ingest large.jsonl 2> said; code=$?
      echo "== code"; echo $code; echo "== said"; cat said; echo "== after"; winnow corpora --json; echo "== old"; winnow search "old" --corpus c --json
      mount -o remount,size=16m "$DATA"; echo "== again"; ingest large.jsonl; echo "== whole"; winnow corpora --json`);
    expect(ran.at('code')).toBe('1');
    expect(ran.at('said')).toMatch(AS_IT_WAS);
    const safe = committed(ran.at('large'));
    expect(safe).toBeLessThan(1200);
    expect(JSON.parse(ran.at('after'))).toMatchObject([{ documents: 2 + safe, passages: 2 + safe }]);
    expect(documentsOf(ran.at('old'))).toEqual(['a']);
    expect(JSON.parse(ran.at('again').split('\n').at(-1) as string)).toMatchObject({
      event: 'done',
      documents: 1200 - safe,
      unchanged: safe,
    });
    expect(JSON.parse(ran.at('whole'))).toMatchObject([{ documents: 1202, passages: 1202 }]);
  });

  test('where there is no room at all, not even for a lock, the corpus stays and the message is the same', () => {
    const ran = tiny(`
      ingest small.jsonl > /dev/null; echo "== before"; search
      cat /dev/zero > "$DATA/filler" 2> /dev/null
      ingest large.jsonl > out 2> said; code=$?; echo "== code"; echo $code; echo "== said"; cat said; echo "== after"; search
      rm "$DATA/filler"; echo "== left"; ls "$DATA/corpora/c"`);
    expect(ran.at('code')).toBe('1');
    expect(ran.at('said')).toMatch(AS_IT_WAS);
    expect(ran.at('after')).toBe(ran.at('before'));
    expect(ran.at('left')).not.toMatch(/lock|new/);
  });
});

describe.skipIf(process.platform === 'win32')('where files may not be larger than 64 kB', options, () => {
  test('an ingest that does not fit ends with 1 and a message, and the corpus answers as before', () => {
    const script = `
      ingest small.jsonl > /dev/null; echo "== before"; search
      (ulimit -f 128; winnow ingest large.jsonl --corpus c --embed off > out 2> said; code=$?; echo "== code"; echo $code)
      echo "== said"; cat said; echo "== after"; search; echo "== files"; ls "$DATA/corpora/c"
      echo "== again"; ingest large.jsonl`;
    const ran = sections(script, { wrap: [], data: join(cwd, 'limited') });
    expect(ran.at('code')).toBe('1');
    expect(ran.at('said')).toMatch(AS_IT_WAS);
    expect(ran.at('after')).toBe(ran.at('before'));
    expect(ran.at('files')).not.toMatch(/lock|new/);
    expect(JSON.parse(ran.at('again').split('\n').at(-1) as string)).toMatchObject({
      event: 'done',
      documents: 1200,
      unchanged: 0,
    });
  });
});
