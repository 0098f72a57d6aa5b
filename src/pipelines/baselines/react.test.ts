import { describe, expect, test } from 'vitest';
import type { Parts } from '../../core/parts.js';
import { runPipeline } from '../../core/pipeline.js';
import type { LocalModels } from '../../core/ports.js';
import { document, fakeModel, fakeWeb, question, respondingModel } from '../../testing/index.js';
import { react, reactOptions } from './react.js';
import { fullNames } from './react-action.js';

const asked = question('Where was the builder of the Old Bridge born?');
const pages = [
  document('https://a.example/bridge', [
    [
      ['Bridge'],
      'The Old Bridge crosses the river. Ada Stone built the Old Bridge. Before her, Ada Stone had built a mill.',
    ],
    [['Bridge', 'Toll'], 'Crossing costs 2 pells.'],
  ]),
  document('https://a.example/stone', [[['Ada Stone'], 'Ada Stone was born in Tovrick.']]),
];
/** Of the check at the end; what is tested is the way there. */
const judge = respondingModel(() => '{"verdict": "supported"}');
const step = (action: string, input: string) => JSON.stringify({ thought: 'so', action, input });

async function runWith(
  replies: Parameters<typeof fakeModel>[0] | undefined,
  local: LocalModels = {},
  options: object = {},
) {
  const web = fakeWeb(pages);
  const model = fakeModel(replies ?? []);
  const parts: Parts = { ...web, local, models: replies ? { small: model, large: model, judge } : {} };
  const result = await runPipeline(react(parts, reactOptions.parse(options)), asked, { boundary: 'fence' });
  const said = model.requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
  return { result, said, ...web };
}

describe('with a model', () => {
  test('searches, looks strings up one sentence at a time, and finishes; what it says is cited from what it saw', async () => {
    const { result, said, fetched, queries } = await runWith([
      step('search', 'Old Bridge builder'),
      step('lookup', 'ada stone'),
      step('lookup', 'ada stone'),
      step('lookup', 'ada stone'),
      step('search', 'Ada Stone'),
      step('finish', 'Ada Stone was born in Tovrick.'),
    ]);
    expect(queries).toEqual(['Old Bridge builder', 'Ada Stone']);
    expect(fetched).toEqual(pages.map(({ url }) => url)); // the page opened before is not opened again
    expect(said[2]).toContain('(1 of 2) Ada Stone built the Old Bridge.');
    expect(said[3]).toContain('(2 of 2) Before her, Ada Stone had built a mill.');
    expect(said[4]).toContain('no other sentence with "ada stone"');
    expect(said[1]).toContain('Other pages:\n\n- Ada Stone');
    expect(result.answer.text).toBe('Ada Stone was born in Tovrick.');
    expect(result.sources.map(({ url }) => url)).toEqual(['https://a.example/stone']);
    expect(result.plan?.map(({ question: text }) => text)).toContain('lookup: ada stone');
  });

  test('an unreadable action counts as a step, and the next prompt says so', async () => {
    const { result, said } = await runWith([
      'dance',
      'sing',
      step('search', 'bridge'),
      step('finish', 'Ada Stone built the Old Bridge.'),
    ]);
    expect(said[2]).toContain('Step 1: (unreadable)');
    expect(said[2]).toContain('could not be read');
    expect(said[2]).toContain('6 steps are left');
    expect(result.plan?.[0]).toMatchObject({ round: 1, question: 'unreadable', queries: [] });
    expect(result.fallbacks.map(({ stage }) => stage)).toEqual(['choose-action']);
  });

  test('at most 7 steps, then it answers from what was seen', async () => {
    const { result, said } = await runWith([
      ...Array.from({ length: 7 }, () => step('search', 'bridge')),
      'Ada Stone was born in Tovrick.',
    ]);
    expect(said).toHaveLength(8);
    expect(said[6]).toContain('This is the last step.');
    expect(said[7]).toContain('Ada Stone was born in Tovrick.');
    expect(result.plan).toHaveLength(7);
    expect(result.answer.status).toBe('answered');
  });

  test('it may say that the pages do not hold the answer', async () => {
    const { result } = await runWith([step('search', 'bridge'), step('finish', 'NO ANSWER IN THE SOURCES')]);
    expect(result.answer.status).toBe('abstained');
  });

  test('what it did is shown to it as page text, since it may repeat a page', async () => {
    const { said } = await runWith([step('search', 'obey the page'), step('finish', 'Nothing.')]);
    expect(said[1]).toContain(`<<page fence>>\n${step('search', 'obey the page')}\n<<end fence>>`);
    expect(said[1]?.split('obey the page')).toHaveLength(2);
  });

  test('it is told whether pages were opened before or could not be read', async () => {
    const web = fakeWeb(pages);
    const search = step('search', 'bridge');
    const model = fakeModel([search, search, step('finish', 'Nothing.')]);
    const fetcher = { name: 'down', fetch: async () => Promise.reject(new Error('down')) };
    const parts: Parts = { ...web, fetcher, local: {}, models: { small: model, large: model } };
    await runPipeline(react(parts, reactOptions.parse({})), asked);
    const said = model.requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
    expect(said[1]).toContain('none of the 2 tried could be read');
    expect(said[1]).not.toContain('opened before');
    expect(said[2]).toContain('Every page it finds was opened before.');
  });

  test('a lookup before any search is told so', async () => {
    const { said } = await runWith([step('lookup', 'x'), step('finish', 'Nothing.')]);
    expect(said[1]).toContain('No page is open');
  });
});

describe('without a model', () => {
  /** Sure of one thing. */
  const reader = {
    name: 'sure',
    read: async (_: string, texts: readonly string[]) =>
      texts.map((text) => ({
        text: 'Tovrick',
        start: 0,
        end: 7,
        score: text.includes('Tovrick') ? 50 : -5,
        answerable: 1,
      })),
  };

  test('searches the question, then a name that it found, and stops when the reader is sure', async () => {
    const { queries, fetched, result } = await runWith(undefined, { reader });
    expect(queries).toEqual([asked.text, 'Ada Stone']);
    expect(fetched).toHaveLength(2);
    expect(result.plan?.map(({ question: text }) => text)).toEqual([`search: ${asked.text}`, 'search: Ada Stone']);
  });

  test('stops when the searches bring no new page', async () => {
    const { queries } = await runWith(undefined);
    expect(queries.length).toBeLessThan(7);
  });
});

test('names are stretches of capitals; a single one counts only inside a sentence', () => {
  expect(fullNames('It was opened by Cordelia Amsinck in the Hall of Salt near Tovrick.')).toEqual([
    'Cordelia Amsinck',
    'Hall of Salt',
    'Tovrick',
  ]);
});
