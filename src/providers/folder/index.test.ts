import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { parseDocument } from '../parse/index.js';
import { listPages } from './files.js';
import { type FolderOptions, readFolder } from './index.js';
import { readRecords } from './records.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-folder-'));
afterAll(() => rmSync(root, { recursive: true }));
const signal = new AbortController().signal;

function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(root, 'f-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}
const open = (folder: string, more: Partial<FolderOptions> = {}) =>
  readFolder({ folder, parse: parseDocument, signal, ...more });
const PAGES = {
  'bridge.md': '# Old Bridge\n\nIt opened in 1888.\n\n## Toll\n\nTwo pells.',
  'sub/ferry.html': '<title>Ferry</title><h1>Ferry</h1><p>Sails at noon.</p>',
  'mill.txt': 'The mill grinds flour.',
};

describe('listPages', () => {
  test('readable files in every folder, in order, without hidden ones, node_modules and strangers', () => {
    const folder = folderOf({
      ...PAGES,
      '.git/x.md': 'x',
      '.hidden.md': 'x',
      'node_modules/a/readme.md': 'x',
      'program.exe': 'MZ\u0000\u0001',
    });
    expect(listPages(folder).pages.map(({ url }) => url)).toEqual(
      ['bridge.md', 'mill.txt', 'sub/ferry.html'].map((name) => pathToFileURL(join(folder, name)).href),
    );
  });

  test.each([
    ['{"url": "https://a.example/b", "file": "../outside.md"}', /outside the folder|no file/],
    ['{"url": "https://a.example/b", "file": "/etc/hosts"}', /outside the folder|no file/],
    ['{"url": "javascript:alert(1)", "file": "bridge.md"}', /line 1: expected/],
    ['{"file": "bridge.md"}', /line 1: expected/],
    ['not json', /line 1: expected/],
  ])('a manifest from strangers names nothing but pages inside the folder: %s', (line, message) => {
    const folder = folderOf({ ...PAGES, 'manifest.jsonl': `${line}\n` });
    expect(() => listPages(folder)).toThrow(message);
  });

  test('a manifest does not lead outside through a link', () => {
    const folder = folderOf({ ...PAGES, 'manifest.jsonl': '{"url": "https://a.example/b", "file": "link.md"}\n' });
    symlinkSync('/etc/hosts', join(folder, 'link.md'));
    expect(() => listPages(folder)).toThrow(/outside the folder/);
  });

  test('a manifest gives pages their own URLs and leaves out what it does not name', () => {
    const folder = folderOf({ ...PAGES, 'manifest.jsonl': '{"url": "https://a.example/b", "file": "bridge.md"}\n\n' });
    expect(listPages(folder).pages).toEqual([{ url: 'https://a.example/b', file: join(folder, 'bridge.md') }]);
  });

  test('a folder that is missing or holds nothing readable is a usage error', () => {
    expect(() => listPages(join(root, 'nowhere'))).toThrow(/no file or folder/);
    expect(() => listPages(folderOf({ 'a.exe': '\u0089PNG\u0000\u0001\u0002\u0003' }))).toThrow(/holds no/);
  });
});

describe('readFolder', () => {
  test('progress is told', async () => {
    const progress: string[] = [];
    await open(folderOf(PAGES), { onProgress: (done, total, what) => progress.push(`${done}/${total} ${what}`) });
    expect(progress).toEqual(['1/3 pages read', '2/3 pages read', '3/3 pages read']);
  });

  test('a file that cannot be parsed is listed with its reason, the others are read', async () => {
    const folder = await open(folderOf({ ...PAGES, 'broken.pdf': 'this is no PDF' }));
    expect(folder.documents).toHaveLength(3);
    expect(folder.unread).toEqual([expect.objectContaining({ what: expect.stringContaining('broken.pdf') })]);
  });

  test('an abort stops the reading', async () => {
    await expect(open(folderOf(PAGES), { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  test('corpus.jsonl is read as records', async () => {
    const folder = await open(folderOf({ 'corpus.jsonl': '{"id": "d1", "title": "Mill", "text": "It grinds."}\n' }));
    expect(folder.documents).toMatchObject([
      { id: 'd1', url: 'd1', title: 'Mill', sections: [{ text: 'It grinds.', start: 0, end: 10 }] },
    ]);
  });
});

describe('readRecords', () => {
  const file = (text: string) => join(folderOf({ 'corpus.jsonl': text }), 'corpus.jsonl');

  test('accepts _id, numbers, a URL of its own, empty lines and a byte order mark', () => {
    const records = readRecords(
      file('\uFEFF{"_id": 7, "text": "a", "url": "https://a.example"}\n\n{"id": "b", "title": null, "text": "b"}\n'),
    );
    expect(records.map(({ id, url, title }) => [id, url, title])).toEqual([
      ['7', 'https://a.example', ''],
      ['b', 'b', ''],
    ]);
  });

  test.each([
    ['not json', /line 2: this is not JSON/],
    ['{"text": "x"}', /line 2: .*no "id"/],
    ['{"id": "x"}', /line 2: text/],
  ])('%s is a usage error with its line', (line, message) => {
    expect(() => readRecords(file(`{"id": "a", "text": "a"}\n${line}\n`))).toThrow(message);
  });
});
