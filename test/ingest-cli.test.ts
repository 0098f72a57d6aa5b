/**
 * Corpora as a user meets them: ingest, search, corpora and ask on the compiled command line. Words alone, so that no
 * model loads.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { openIndex } from '../src/providers/index/open.js';
import { BARE, folderWith, QUESTION, TINY_DOCS, winnow } from './support/command.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

type Hit = {
  readonly rank: number;
  readonly id: string;
  readonly doc: string;
  readonly score: number;
  readonly title: string;
  readonly url: string;
  readonly text: string;
};

const RECORDS = [
  { id: 'a', title: 'Bridges', text: 'The old bridge has a toll.' },
  { id: 'b', title: 'Ferries', text: 'The old ferry has no bell.' },
  { id: 'c', title: 'Mills', text: 'A mill and a bridge stand here.', url: 'https://mills.example/' },
];
const jsonl = (records: readonly object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');

function place(files: Readonly<Record<string, string>>) {
  const cwd = folderWith(files);
  folders.push(cwd);
  const run = (...args: string[]) => winnow([...args, '--data-directory', 'data'], { cwd });
  const ingest = (...args: string[]) => run('ingest', ...args, '--corpus', 'c', '--embed', 'off');
  const search = async (...args: string[]): Promise<Hit[]> =>
    JSON.parse((await run('search', ...args, '--corpus', 'c', '--json')).stdout) as Hit[];
  return { cwd, run, ingest, search };
}

describe('ingest', () => {
  test('a folder; the second time everything is unchanged; a changed file replaces its passages', async () => {
    const { cwd, ingest, search } = place(TINY_DOCS);
    const first = await ingest('docs');
    expect(first.code).toBe(0);
    expect(first.stderr).toMatch(/c: 3 documents read \(4 passages\), 0 unchanged/);
    expect((await ingest('docs')).stderr).toMatch(/0 documents read \(0 passages\), 3 unchanged/);

    writeFileSync(join(cwd, 'docs/mill.txt'), 'The mill makes paper now.\n');
    expect((await ingest('docs')).stderr).toMatch(/1 document read \(1 passage\), 2 unchanged/);
    expect(await search('flour')).toEqual([]);
    expect((await search('paper'))[0]).toMatchObject({ rank: 1, text: 'The mill makes paper now.' });
  });

  test('a document is removed by its path, and one that is not there is named', async () => {
    const { ingest, search, run } = place(TINY_DOCS);
    await ingest('docs');
    const removed = await run('ingest', '--remove', 'docs/ferry.html', '--corpus', 'c');
    expect(removed.code).toBe(0);
    expect(await search('ferry')).toEqual([]);
    const again = await run('ingest', '--remove', 'docs/ferry.html', '--corpus', 'c');
    expect(again.code).toBe(2);
    expect(again.stderr).toContain('has no document docs/ferry.html');
  });

  test('a file that cannot be read is reported and skipped; when nothing can be read the exit code says so', async () => {
    const { ingest } = place({ ...TINY_DOCS, 'docs/broken.pdf': 'no PDF at all', 'bad/only.pdf': 'nor this' });
    const most = await ingest('docs');
    expect(most.code).toBe(0);
    expect(most.stderr).toMatch(/not read: .*broken\.pdf.*\(.*PDF/);
    expect(most.stderr).toContain('3 documents read');
    expect((await ingest('bad')).code).toBe(1);
  });

  test('a bad line of JSONL is named by its number, a second document of the same id too', async () => {
    const { ingest, run } = place({
      'r.jsonl': `${jsonl(RECORDS)}{"id": "d"}\nnonsense\n${jsonl(RECORDS.slice(0, 1))}`,
    });
    const { code, stderr, stdout } = await ingest('r.jsonl', '--json');
    expect(code).toBe(0);
    expect(stderr).toMatch(/r\.jsonl, line 4 \(text/);
    expect(stderr).toMatch(/r\.jsonl, line 5 \(this is not JSON/);
    expect(stderr).toContain('not read: a (this id came before');
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { event: 'commit', documents: 3, passages: 3 },
      { event: 'done', documents: 3, unread: 3 },
    ]);
    const [listed] = JSON.parse((await run('corpora', '--json')).stdout);
    expect(listed).toMatchObject({ name: 'c', documents: 3, passages: 3, chunking: ['whole'], embedder: null });
    expect(listed.bytes).toBeGreaterThan(0);
  });

  test('a long record is cut with offsets into its text unless it is to stay whole', async () => {
    const text = Array.from({ length: 400 }, (_, at) => `Sentence number ${at} is here.`).join(' ');
    const { ingest, search } = place({ 'r.jsonl': jsonl([{ id: 'long', title: '', text }]) });
    expect((await ingest('r.jsonl')).stderr).toMatch(/\((?:1[0-9]) passages\)/);
    expect((await search('sentence 399'))[0]).toMatchObject({ doc: 'long' });
    expect((await ingest('r.jsonl', '--chunk', 'whole')).stderr).toContain('1 document read (1 passage)');
    expect((await search('sentence'))[0]?.text).toBe(text);
  });

  test('a second writer is told who writes; readers are not disturbed and see what is committed', async () => {
    const { cwd, ingest, search } = place({
      'r.jsonl': jsonl(RECORDS),
      'more.jsonl': jsonl([{ id: 'z', title: '', text: 'zebra' }]),
    });
    await ingest('r.jsonl');
    const writer = openIndex({ directory: join(cwd, 'data/corpora/c') });
    await writer.commit();
    const refused = await ingest('more.jsonl');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/being written by process \d+/);
    const [left, right] = await Promise.all([search('bridge'), search('bridge')]);
    expect(left).toHaveLength(2);
    expect(left).toEqual(right);
    await writer.close();
    expect((await ingest('more.jsonl')).code).toBe(0);
  });

  test('what cannot be: a bad name, no source, no such file, vectors for a corpus without them', async () => {
    const { ingest, run } = place({ 'r.jsonl': jsonl(RECORDS) });
    expect(await run('ingest', 'r.jsonl', '--corpus', '../x')).toMatchObject({ code: 2 });
    expect((await run('ingest', 'r.jsonl')).stderr).toContain('Which corpus?');
    expect((await ingest()).stderr).toContain('Nothing to ingest');
    expect((await ingest('nowhere')).stderr).toContain('There is no file or folder nowhere');
    await ingest('r.jsonl');
    const { code, stderr } = await run('ingest', 'r.jsonl', '--corpus', 'c', '--embed', 'on');
    expect(code).toBe(2);
    expect(stderr).toContain('was made without vectors');
    expect(stderr).toContain('--rebuild');
  });

  test('an older format is refused with the command that rebuilds it, and that command works', async () => {
    const { cwd, ingest, search, run } = place({ 'r.jsonl': jsonl(RECORDS) });
    await ingest('r.jsonl');
    writeFileSync(
      join(cwd, 'data/corpora/c/manifest.json'),
      JSON.stringify({ format: 'winnow-index', version: 0, segments: [] }),
    );
    const refused = await run('search', 'bridge', '--corpus', 'c');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--rebuild');
    expect((await run('corpora')).stdout).toContain('format 0');
    expect((await ingest('r.jsonl', '--rebuild')).code).toBe(0);
    expect(await search('bridge')).toHaveLength(2);
  });
});

describe('search', () => {
  const files = {
    'r.jsonl': jsonl(RECORDS),
    'q.jsonl': '{"id": 1, "question": "ferry"}\n{"id": "q2", "query": "bridge"}\n',
  };

  test('the shape of the JSON, words marked in the text, and why a hit has its score', async () => {
    const { ingest, search, run } = place(files);
    await ingest('r.jsonl');
    expect(await search('mill')).toEqual([
      {
        rank: 1,
        id: 'c#0',
        doc: 'c',
        score: expect.any(Number),
        title: 'Mills',
        url: 'https://mills.example/',
        text: 'A mill and a bridge stand here.',
      },
    ]);
    const { stdout } = await run('search', 'tolls', '--corpus', 'c', '--explain');
    expect(stdout).toContain('The old bridge has a **toll**.');
    expect(stdout).toMatch(/idf: in 1 passages/);
    expect((await run('search', 'zebra', '--corpus', 'c')).stdout).toBe('Nothing was found.\n');
  });

  test('Lucene syntax: exclusions exclude, boosts decide, and bad syntax is said on stderr', async () => {
    const { ingest, search, run } = place(files);
    await ingest('r.jsonl');
    const lucene = async (query: string) => (await search(query, '--syntax', 'lucene')).map(({ doc }) => doc);
    expect((await lucene('bridge')).sort()).toEqual(['a', 'c']);
    expect(await lucene('bridge -toll')).toEqual(['c']);
    expect((await lucene('toll^5 bell'))[0]).toBe('a');
    expect((await lucene('toll bell^5'))[0]).toBe('b');
    const { code, stderr } = await run('search', '(bridge', '--syntax', 'lucene', '--corpus', 'c');
    expect(code).toBe(0);
    expect(stderr).toContain('query, character 1');
  });

  test('many queries from a file, as JSON lines and as a TREC run', async () => {
    const { ingest, run } = place(files);
    await ingest('r.jsonl');
    const lines = (await run('search', '--batch', 'q.jsonl', '--corpus', 'c')).stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { id: '1', hits: [{ id: 'b#0', doc: 'b' }] },
      { id: 'q2', hits: [{ doc: expect.any(String), score: expect.any(Number) }, {}] },
    ]);
    const trec = (await run('search', '--batch', 'q.jsonl', '--corpus', 'c', '--format', 'trec')).stdout
      .trim()
      .split('\n');
    expect(trec[0]).toMatch(/^1 Q0 b 1 \d\.\d+ winnow$/);
    expect(trec).toHaveLength(3);
    const bad = await run('search', '--batch', 'r.jsonl', '--corpus', 'c');
    expect(bad.code).toBe(2);
    expect(bad.stderr).toContain('r.jsonl, line 1');
  });

  test('by meaning in a corpus without vectors: an error that says what to do', async () => {
    const { ingest, run } = place(files);
    await ingest('r.jsonl');
    const { code, stderr } = await run('search', 'bridge', '--mode', 'dense', '--corpus', 'c');
    expect(code).toBe(2);
    expect(stderr).toMatch(/without vectors\. Search with mode sparse, or build it again/);
    expect((await run('search', 'x', '--corpus', 'other')).stderr).toContain(
      'There is no corpus "other". There are: c.',
    );
  });
});

describe('a corpus as what is asked', () => {
  test('ask and eval answer from it, and --docs beside it is refused', async () => {
    const { ingest, run } = place({
      ...TINY_DOCS,
      'questions.jsonl': `${JSON.stringify({ id: '1', question: QUESTION, answers: ['1888'] })}\n`,
    });
    await ingest('docs');
    const asked = await run('ask', QUESTION, '--corpus', 'c', ...BARE);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain('opened in 1888');
    expect((await run('ask', QUESTION, '--corpus', 'c', '--docs', 'docs')).code).toBe(2);
    const evaluated = await run('eval', '--data', 'questions.jsonl', '--out', 'out', '--corpus', 'c', ...BARE);
    expect(evaluated.code).toBe(0);
    expect(evaluated.stderr).toContain('1 questions, 3 pages of corpus c, commit');
    expect((await run('ask', QUESTION, '--corpus', 'gone')).code).toBe(2);
  });

  test('a corpus is deleted', async () => {
    const { ingest, run } = place({ 'r.jsonl': jsonl(RECORDS) });
    await ingest('r.jsonl');
    expect((await run('corpora')).stdout).toMatch(/^name .*\nc +3 +3 +[\d.]+ kB +whole +none +20/);
    expect((await run('corpora', '--delete', 'c')).code).toBe(0);
    expect((await run('corpora')).stdout).toContain('There is no corpus yet');
    expect((await run('corpora', '--delete', 'c')).code).toBe(2);
  });
});
