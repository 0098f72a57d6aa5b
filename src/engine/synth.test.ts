import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Passage } from '../core/data.js';
import { fakeModel } from '../testing/index.js';
import { configSchema } from './config.js';
import { openQuestionSource } from './synth.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-question-source-'));
afterAll(() => rmSync(root, { recursive: true }));

const PAGES = {
  'bridge.md': '# Kestrel Bridge\n\nThe Kestrel Bridge over the water was built by Tobias Wrenfield.\n',
  'river.md': '# Water\n\nThe water over the weir was built up by the water over the years, and by the water.\n',
  'engineer.md': '# Wrenfield\n\nTobias Wrenfield was born in 1888 near the water.\n',
};

function config(extra: object = {}) {
  const docs = join(root, 'docs');
  mkdirSync(docs, { recursive: true });
  for (const [name, text] of Object.entries(PAGES)) writeFileSync(join(docs, name), text);
  return configSchema.parse({ docs, dataDirectory: join(root, 'data'), ...extra });
}

const signal = new AbortController().signal;

test('documents come with their passages, and passages of other documents that share names come before those that share words', async () => {
  const source = await openQuestionSource(config(), { signal, local: {}, models: { large: fakeModel([]) } });
  expect(source.documents.map(({ document: { title } }) => title).toSorted()).toEqual([
    'Kestrel Bridge',
    'Water',
    'Wrenfield',
  ]);
  const first = source.documents.find(({ document }) => document.title === 'Kestrel Bridge')?.passages[0] as Passage;
  expect((await source.related(first, signal)).map(({ source: { title } }) => title)).toEqual(['Wrenfield', 'Water']);
  await source.close();
});

test('with a model a question is made, tested and paid for', async () => {
  const made = {
    question: 'Who built the Kestrel Bridge?',
    answer: 'The Kestrel Bridge over the water was built by Tobias Wrenfield.',
    short: 'Tobias Wrenfield',
  };
  const model = fakeModel([JSON.stringify(made), 'Tobias Wrenfield.', 'NO IDEA']);
  const source = await openQuestionSource(config(), { signal, local: {}, models: { large: model, small: model } });
  const passages = source.documents.find(({ document }) => document.title === 'Kestrel Bridge')?.passages ?? [];
  const { result, usage } = await source.make({ passages, wishes: [], users: [] }, { label: 'one', signal });
  expect(result).toEqual({ made });
  expect(usage).toMatchObject({ calls: 3 });
  expect(usage.costUsd).toBeGreaterThan(0);
  await source.close();
});

test('a folder that is not there is named', async () => {
  await expect(
    openQuestionSource(config({ docs: join(root, 'nowhere') }), {
      signal,
      local: {},
      models: { large: fakeModel([]) },
    }),
  ).rejects.toThrow(/There is no folder/);
});

test('without a language model it says so before a page is read', async () => {
  await expect(
    openQuestionSource(config({ docs: join(root, 'nowhere') }), { signal, local: {}, models: {} }),
  ).rejects.toThrow(/written by a language model, and none is configured. Give models.large/);
});
