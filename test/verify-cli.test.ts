/**
 * `winnow verify` as a user runs it, and the library's way to the same verdicts. Where no verifier is named, only what
 * stands in the sources word for word has a verdict.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { verifyText } from '../src/engine/verify.js';
import { createLocalModels } from '../src/providers/local/models.js';
import { document, fakeModel, fakeWeb } from '../src/testing/index.js';
import { folderWith, winnow } from './support/command.js';

const FILES = {
  'src/1-bridge.txt':
    'The Old Bridge was opened in 1888 by Ada Stone.\n\nIt is 41 metres long and was painted red in May 1901.\n',
  'src/2-ferry.md': '# Ferry\n\nThe ferry to Hathe sails daily at noon. It **never** sails on Sundays in winter.\n',
  'src/10-mill.html':
    '<html><head><title>Mill</title></head><body><h1>Mill</h1><p>The mill grinds 300 kg of flour on Mondays.</p></body></html>',
  'report.md':
    '# A report\n\nThe Old Bridge was opened by Ada Stone in 1888 [1]. The ferry to Hathe sails daily at noon. [2]\nThe bridge was opened in 1889. [1] The mill grinds 300 kg of flour on Mondays [10].\n\nPenguins live here [2]. Nobody cited this sentence. Is it open?\n',
  'good.md': 'The ferry to Hathe sails daily at noon [2].\n',
};
const folder = folderWith(FILES);
afterAll(() => rmSync(folder, { recursive: true }));
const inFolder = (path: string) => join(folder, path);
const bare = { local: {}, models: {} };
const checked = { local: createLocalModels(['verifier']), models: {} };

describe('the library', () => {
  test('gives every claim a verdict, and the exact place in the source', async () => {
    const { claims, summary } = await verifyText({ text: FILES['report.md'], sources: inFolder('src'), ...checked });
    expect(claims.map(({ text, verdict }) => [text, verdict])).toEqual([
      ['The Old Bridge was opened by Ada Stone in 1888', 'supported'],
      ['The ferry to Hathe sails daily at noon.', 'supported'],
      ['The bridge was opened in 1889.', 'contradicted'],
      ['The mill grinds 300 kg of flour on Mondays', 'supported'],
      ['Penguins live here', 'unsupported'],
      ['Nobody cited this sentence.', 'unsupported'],
    ]);
    expect(summary).toEqual({ supported: 3, partial: 0, contradicted: 1, unsupported: 2, unchecked: 0 });
    for (const { text, start, end, sources } of claims) {
      expect(FILES['report.md'].slice(start, end)).toBe(text);
      for (const { source, quote, start: from, end: to } of sources.filter((one) => !one.source.endsWith('.html')))
        expect(readFileSync(inFolder(`src/${source}`), 'utf8').slice(from, to)).toBe(quote);
    }
    expect(claims[3]?.sources).toEqual([
      expect.objectContaining({ source: '10-mill.html', quote: 'The mill grinds 300 kg of flour on Mondays.' }),
    ]);
  });

  test('a denial is seen, in the claim and in the source', async () => {
    const text = 'The ferry to Hathe does not sail daily at noon [2]. The ferry sails on Sundays in winter [2].';
    const { claims } = await verifyText({ text, sources: inFolder('src'), ...checked });
    expect(claims.map(({ verdict }) => verdict)).toEqual(['contradicted', 'contradicted']);
  });

  test('a number without a file of that number means the nth by name; links name files; a missing source is noted', async () => {
    const plain = folderWith({
      'a.txt': 'The mill stands on the hill.',
      'b.txt': 'The ferry is blue and white.',
      'sub/c.txt': 'x',
    });
    const notes: string[] = [];
    const text =
      'The ferry is blue and white [2]. The mill stands on the hill ([source](a.txt)). The hill is high and green [7].';
    const { claims } = await verifyText({ text, sources: plain, ...bare, onNote: (note) => notes.push(note) });
    expect(claims.map(({ verdict, sources }) => [verdict, ...sources.map(({ source }) => source)])).toEqual([
      ['supported', 'b.txt'],
      ['supported', 'a.txt'],
      ['unsupported'],
    ]);
    expect(notes).toEqual(['There is no source [7].']);
  });

  test('links are fetched, those of the list of sources too; a page that cannot be read supports nothing', async () => {
    const { fetcher, fetched } = fakeWeb([
      document('https://a.example/bridge', [[['Bridge'], 'The bridge was opened in 1888.']]),
    ]);
    const text =
      'The bridge was opened in 1888 [1]. It was opened in 1888 ([here](https://a.example/bridge)). It is red <https://b.example/x>.\n\nSources\n[1] Bridge\n    https://a.example/bridge\n';
    const notes: string[] = [];
    const { claims } = await verifyText({ text, fetch: true, fetcher, ...bare, onNote: (note) => notes.push(note) });
    expect(claims.map(({ verdict }) => verdict)).toEqual(['supported', 'unchecked', 'unsupported']);
    expect(fetched.filter((url) => url.includes('bridge'))).toHaveLength(1);
    expect(notes.join(' ')).toContain('https://b.example/x could not be read');
  });

  test('what no source says word for word is asked of the judge, who may only choose a verdict', async () => {
    const judge = fakeModel(['{"verdict": "not-stated"}', '{"verdict": "contradicted"}'], { format: 'schema' });
    const text = 'Ada Stone opened the Old Bridge in 1888 [1]. The bridge was opened in 1889 [1].';
    const { claims } = await verifyText({ text, sources: inFolder('src'), local: {}, models: { judge } });
    expect(claims.map(({ verdict }) => verdict)).toEqual(['unsupported', 'contradicted']);
    expect(judge.requests).toHaveLength(2);
  });

  test('without verifier and judge, only what stands in a source word for word has a verdict', async () => {
    const { claims } = await verifyText({ text: FILES['report.md'], sources: inFolder('src'), ...bare });
    expect(claims.map(({ verdict }) => verdict)).toEqual([
      'unchecked',
      'supported',
      'unchecked',
      'supported',
      'unsupported',
      'unsupported',
    ]);
  });
});

describe('the command', () => {
  const run = (...args: string[]) => winnow(['verify', ...args, '--set', 'local.verifier=false'], { cwd: folder });

  test('prints JSON of the promised form and ends with 5 when a claim is not supported', async () => {
    const { code, stdout } = await run('report.md', '--sources', 'src', '--json');
    const parsed = JSON.parse(stdout);
    expect(code).toBe(5);
    expect(Object.keys(parsed)).toEqual(['claims', 'summary']);
    expect(Object.keys(parsed.claims[0])).toEqual(['text', 'start', 'end', 'verdict', 'sources']);
    expect(Object.keys(parsed.claims[1].sources[0])).toEqual(['source', 'quote', 'start', 'end']);
    expect(Object.keys(parsed.summary)).toEqual(['supported', 'partial', 'contradicted', 'unsupported', 'unchecked']);
  });

  test('ends with 0 when all is supported, and shows the quote', async () => {
    const { code, stdout } = await run('good.md', '--sources', 'src');
    expect(code).toBe(0);
    expect(stdout).toContain('supported  The ferry to Hathe sails daily at noon');
    expect(stdout).toMatch(/2-ferry\.md \d+-\d+: "The ferry to Hathe sails daily at noon\."/);
    expect(stdout).toContain('1 supported, 0 partial, 0 contradicted, 0 unsupported');
  });

  test.each([
    [['none.md', '--sources', 'src'], 'none.md cannot be read: there is no such file'],
    [['report.md'], 'Give --sources with a folder'],
    [['report.md', '--sources', 'nowhere'], 'There is no folder nowhere'],
  ])('says what is wrong with %j', async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
