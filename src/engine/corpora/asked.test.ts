/**
 * Questions as people ask them: with a slip of the pen, by the name of a setting, in German and French. Words alone, no
 * models.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Document } from '../../core/data.js';
import { readRecords } from '../../providers/folder/records.js';
import { parseMarkdown } from '../../text/page/index.js';
import { memoryCorpus } from './memory.js';

const { signal } = new AbortController();
const open = (documents: readonly Document[]) => memoryCorpus({ name: 'test', documents, signal }, {});

async function first(documents: readonly Document[], query: string) {
  const { hits } = await (await open(documents)).search({ query, signal, mode: 'sparse' });
  return hits[0];
}

const house = parseMarkdown(
  '# House rules\n\n## Laundry\n\nThe washing machine may be used until ten in the evening.\n\n## Bicycles\n\nBicycles are kept in the cellar.\n',
  { url: 'https://example.org/house' },
);

test('a word that no passage has stands for the nearest that one has', async () => {
  expect((await first([house], 'washing mashine'))?.headings.at(-1)).toBe('Laundry');
  expect((await first([house], 'mashine'))?.headings.at(-1)).toBe('Laundry');
  expect((await first([house], 'bicylces'))?.headings.at(-1)).toBe('Bicycles');
});

test('a code that no passage has stands for nothing else', async () => {
  expect(await first([house], 'machine_x')).toMatchObject({ headings: ['House rules', 'Laundry'] });
  expect(await first([house], 'mach1ne')).toBeUndefined();
});

const settings = parseMarkdown(
  [
    '# Settings',
    '',
    '- `work_mem`: memory for one sort before it writes to disk; the default is 4MB',
    '- `hash_mem`: how many times work_mem a hash may use, where work_mem is the limit of a sort; the default is 2',
    '- `--force-with-lease`: overwrite the remote branch if nobody has changed it in the meantime',
    '- `--force`: overwrite the remote branch, with or without a lease, and use force',
    '- `push.autoSetupRemote`: whether a branch gets an upstream on the first push',
  ].join('\n'),
  { url: 'https://example.org/settings' },
);

test.each([
  ['What is the default of work_mem?', 'work_mem'],
  ['What does --force-with-lease do?', '--force-with-lease'],
  ['What does --force do?', '--force'],
  ['setup of a remote', 'push.autoSetupRemote'],
])('a question that names an entry gets it first: %s', async (question, name) => {
  expect((await first([settings], question))?.headings.at(-1)).toBe(name);
});

/** What is missed in German says another word than the page: Rad for Fahrräder, Fotos for fotografieren. */
test.each([
  ['de', 7],
  ['fr', 10],
] as const)(
  'questions in %s find pages in it, also in one corpus with English: %i of 10',
  async (language, expected) => {
    const folder = `experiments/languages/${language}`;
    const questions = readFileSync(`${folder}/questions.jsonl`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { question: string; gold_doc_ids: string[] });
    const corpus = await open([house, ...readRecords(`${folder}/corpus.jsonl`)]);
    const right: string[] = [];
    for (const { question, gold_doc_ids } of questions) {
      const { hits } = await corpus.search({ query: question, signal, mode: 'sparse' });
      if (hits[0] && gold_doc_ids.includes(hits[0].source.id)) right.push(question);
    }
    expect(corpus.notes.languages).toEqual({ en: 1, [language]: 6 });
    expect(right.length).toBeGreaterThanOrEqual(expected);
  },
);
