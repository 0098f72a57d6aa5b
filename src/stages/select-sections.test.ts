import { expect, test } from 'vitest';
import { z } from 'zod';
import { passagesOf } from '../core/passages.js';
import { definePrompt } from '../core/prompt.js';
import { funnelOf } from '../core/trace.js';
import { document, fakeModel, hit, question, respondingModel, testRun } from '../testing/index.js';
import { contextual, type SectionsVars, type SelectParts, selectSections } from './select-sections.js';

const prompt = definePrompt<SectionsVars, number[]>({
  id: 'test/sections',
  version: 1,
  reply: z.array(z.number()),
  render: ({ page }) => [{ role: 'user', content: page.hit.url }],
});
const pageOf = (url: string, texts: readonly string[]) => ({
  hit: hit(url),
  document: document(
    url,
    texts.map((text, at) => [[`Heading ${at}`], text] as const),
  ),
});
const pages = [
  pageOf('https://a.example', ['The bridge opened in 1888.', 'Cake.', 'Tea.']),
  pageOf('https://b.example', ['Ferries.', 'A bridge toll.']),
];
const asked = question('When did the bridge open?');
const parts: SelectParts = {
  models: {},
  local: {},
  prompt,
  by: 'model',
  concurrency: 2,
  keep: 2,
  rerankTop: 5,
  keepBest: 0,
};
const select = (over: Partial<SelectParts>, run = testRun().run) =>
  selectSections({ ...parts, ...over })({ question: asked, pages }, run);
const ids = (passages: readonly { id: string }[]) => passages.map(({ id }) => id);

test("one call per page: the model's choice and the best by rules, best first over all pages; unknown numbers ignored", async () => {
  const { run, events } = testRun();
  const small = respondingModel(({ messages }) =>
    messages[0]?.content.includes('a.example') ? '[3, 1, 9, 3]' : '[2]',
  );
  const kept = await select({ models: { small }, keep: 10, keepBest: 3 }, run);
  expect(small.requests).toHaveLength(2);
  expect(ids(kept).slice(0, 2)).toEqual(['https://a.example#0', 'https://b.example#1']);
  expect(ids(kept)).toContain('https://a.example#2');
  expect(kept.every(({ score }, at) => at === 0 || score <= (kept[at - 1]?.score as number))).toBe(true);
  expect(funnelOf(events)).toMatchObject({ sections: 5, sectionsKept: kept.length });
  const wrong = respondingModel(() => '[3]');
  expect(ids(await select({ models: { small: wrong }, keep: 10, keepBest: 3 }))[0]).toBe('https://a.example#0'); // a bad filter does not lose it
});

test('an unreadable list for one page is ranked by words, and the other page keeps its own', async () => {
  const { run, events } = testRun();
  const small = respondingModel(({ messages }) => (messages[0]?.content.includes('a.example') ? 'hm' : '[2]'));
  const kept = await select({ models: { small } }, run);
  expect(ids(kept)[0]).toBe('https://a.example#0');
  expect(ids(kept)).toContain('https://b.example#1');
  expect(events.filter(({ type }) => type === 'fallback')).toHaveLength(1);
});

test('without a model the best sections of all pages by words, as many as asked for', async () => {
  const kept = await select({});
  expect(ids(kept)[0]).toBe('https://a.example#0');
  expect(kept).toHaveLength(2);
});

test('where the search engine says which places it found, those sections come in its order, and a model may still choose others', async () => {
  const found = pages.map((page, at) => ({
    ...page,
    hit: {
      ...page.hit,
      places:
        at === 0 ? [{ start: page.document.sections[1]!.start, end: page.document.sections[1]!.end, score: 3 }] : [],
    },
  }));
  const chosen = (over: Partial<SelectParts>) =>
    selectSections({ ...parts, keep: 10, ...over })({ question: asked, pages: found }, testRun().run);
  expect(ids(await chosen({}))).toEqual(['https://a.example#1']);
  const small = respondingModel(() => '[1]');
  expect(ids(await chosen({ models: { small }, keepBest: 1 }))).toEqual([
    'https://a.example#1',
    'https://a.example#0',
    'https://b.example#0',
  ]);
});

test('off keeps every section in page order and asks nobody', async () => {
  const small = fakeModel([]);
  expect(ids(await select({ by: 'off', models: { small } }))).toHaveLength(5);
  expect(small.requests).toEqual([]);
});

test('a choice of nothing is not believed: the first sections of each page are used', async () => {
  const { run, events } = testRun();
  const kept = await select({ models: { small: fakeModel(['[]', '[]']) } }, run);
  expect(ids(kept)).toEqual([
    'https://a.example#0',
    'https://a.example#1',
    'https://b.example#0',
    'https://b.example#1',
  ]);
  expect(events).toContainEqual(expect.objectContaining({ type: 'fallback', stage: 'select-sections' }));
});

test('no pages are no fallback', async () => {
  const { run, events } = testRun();
  expect(await selectSections(parts)({ question: asked, pages: [] }, run)).toEqual([]);
  expect(events.filter(({ type }) => type === 'fallback')).toEqual([]);
});

test('passages carry their page, headings and place', () => {
  const [first] = passagesOf((pages[0] as (typeof pages)[0]).document);
  expect(first).toMatchObject({
    id: 'https://a.example#0',
    headings: ['Heading 0'],
    source: { url: 'https://a.example' },
  });
  expect(contextual(first as NonNullable<typeof first>)).toBe('Heading 0\nThe bridge opened in 1888.');
});
