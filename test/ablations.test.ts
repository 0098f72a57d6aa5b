/**
 * Every row of the paper's ablation tables, against scripted models: which calls, in which order, with which roles and
 * inputs.
 */
import { describe, expect, test } from 'vitest';
import { runPipeline } from '../src/core/pipeline.js';
import type { LocalModels } from '../src/core/ports.js';
import type { TraceEvent } from '../src/core/trace.js';
import { ABLATIONS } from '../src/pipelines/hifi-rag/ablation.js';
import { hifiRag } from '../src/pipelines/hifi-rag/index.js';
import { hifiRagOptions } from '../src/pipelines/hifi-rag/options.js';
import { STYLE_EXAMPLES } from '../src/pipelines/hifi-rag/prompts.js';
import { document, fakeWeb, question } from '../src/testing/index.js';
import { withChecks } from './support/script.js';
import { callNames, type Script, saidTo, scriptedModels } from './support/scripted-hifi.js';

const asked = question('Hello! Who built the Old Bridge?');
const [bridge, ferry, mill] = [
  'https://a.example/bridge',
  'https://b.example/ferry',
  'https://c.example/mill',
] as const;
const LONG_TAIL = `${'The river is wide and slow here. '.repeat(8)}Beyond the two hundredth character.`;

const pages = [
  document(bridge, [
    [['Bridge'], 'The Old Bridge crosses the river.'],
    [['Bridge', 'Builder'], 'Ada Stone built the Old Bridge in 1888.'],
    [['Bridge', 'River'], LONG_TAIL],
  ]),
  document(ferry, [
    [['Ferry'], 'The ferry sails daily.'],
    [['Ferry', 'Fares'], 'A ticket costs 2 pells.'],
  ]),
  document(mill, [[['Mill'], 'The mill grinds flour.']]),
];

const SCRIPT: Script = {
  queries: '["Old Bridge builder", "Old Bridge engineer"]',
  screen: JSON.stringify([bridge, mill]),
  'screen-with-reasons': JSON.stringify({ keep: [bridge, mill], drop: [{ url: ferry, reason: 'off-domain' }] }),
  sections: '[2, 1]',
  draft: 'Ada Stone built the Old Bridge in 1888.',
  'raw-question': 'From memory: somebody built it.',
  refine: 'The Old Bridge was built by Ada Stone in 1888.',
  check: 'Ada Stone built the Old Bridge in the year 1888.',
  cite: '[1]',
};

async function runWith(
  options: Record<string, unknown>,
  { script = {}, local = {} }: { script?: Script; local?: LocalModels } = {},
) {
  const web = fakeWeb(pages);
  const { models, calls } = scriptedModels({ ...SCRIPT, ...script });
  const events: TraceEvent[] = [];
  const built = hifiRag(
    { models: withChecks(models), local, ...web },
    hifiRagOptions.parse({ keepBest: 0, reasons: true, ...options }),
  );
  const result = await runPipeline(built, asked, { onEvent: (event) => events.push(event), boundary: 'fence' });
  return { result, calls, names: callNames(calls), queries: web.queries, fetched: web.fetched, events };
}

const QUERIES = ['Old Bridge builder', 'Old Bridge engineer'];
const ALL = [bridge, ferry, mill];
const KEPT = [bridge, mill];

/** What each row asks its models, searches and fetches. */
const EXPECTED: Record<string, { calls: string[]; queries: string[]; fetched: string[] }> = {
  'baseline-question': { calls: ['large raw-question'], queries: [], fetched: [] },
  'baseline-prompt': { calls: ['large draft'], queries: [], fetched: [] },
  rag: { calls: ['large draft', 'small cite'], queries: [asked.text], fetched: ALL },
  'rag-url-filter': {
    calls: ['small screen-with-reasons', 'large draft', 'small cite'],
    queries: [asked.text],
    fetched: KEPT,
  },
  'rag-filters': {
    calls: ['small screen-with-reasons', 'small sections', 'small sections', 'large draft', 'small cite'],
    queries: [asked.text],
    fetched: KEPT,
  },
  'rag-filters-rephrase': {
    calls: [
      'small queries',
      'small screen-with-reasons',
      'small sections',
      'small sections',
      'large draft',
      'small cite',
    ],
    queries: QUERIES,
    fetched: KEPT,
  },
  'rag-sections-rephrase': {
    calls: ['small queries', 'small sections', 'small sections', 'small sections', 'large draft', 'small cite'],
    queries: QUERIES,
    fetched: ALL,
  },
  final: {
    calls: [
      'small queries',
      'small screen-with-reasons',
      'small sections',
      'small sections',
      'large draft',
      'large refine',
      'small cite',
    ],
    queries: QUERIES,
    fetched: KEPT,
  },
};

test('every row of ABLATIONS has its expectation here', () => {
  expect(Object.keys(EXPECTED)).toEqual(Object.keys(ABLATIONS));
});

test.each(Object.keys(ABLATIONS))('%s: calls, roles, queries and pages', async (row) => {
  const { names, queries, fetched, result, events } = await runWith(ABLATIONS[row] as Record<string, unknown>);
  expect({ calls: names, queries, fetched }).toEqual(EXPECTED[row]);
  expect(result).toMatchObject({ answer: { status: 'answered' }, fallbacks: [] });
  expect(events.filter((event) => event.type === 'model-call' && !event.prompt.startsWith('verify/'))).toHaveLength(
    names.length,
  );
});

describe('what the calls are shown', () => {
  test('baseline-question sends the question as it is, with a limit of words and nothing else', async () => {
    const { calls } = await runWith(ABLATIONS['baseline-question'] ?? {});
    expect(calls[0]?.messages).toEqual([{ role: 'user', content: `Answer in at most 200 words. ${asked.text}` }]);
  });

  test('baseline-prompt adds the instruction but no page, and cannot be told to say that pages lack the answer', async () => {
    const { calls, result } = await runWith(ABLATIONS['baseline-prompt'] ?? {});
    expect(calls[0]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(calls[0]?.messages[1]?.content).toBe(`Question: ${asked.text}`);
    expect(saidTo(calls, 'draft')).not.toMatch(/NO ANSWER|<<page fence>>/);
    expect(result.answer.claims.map(({ sources }) => sources)).toEqual([[]]);
  });

  test('rag shows the writer every section of every page, in order, the question first and last', async () => {
    const { calls } = await runWith(ABLATIONS.rag ?? {});
    const shown = calls[0]?.messages[1]?.content ?? '';
    const places = pages.flatMap(({ sections }) =>
      sections.map(({ headings, text }) => shown.indexOf(`## ${headings.join(' > ')}\n${text}`)),
    );
    expect(places.every((place, at) => place > (places[at - 1] ?? 0))).toBe(true);
    expect(shown.startsWith(`Question: ${asked.text}`)).toBe(true);
    expect(shown.endsWith(`${asked.text}\n\nAnswer:`)).toBe(true);
    expect(shown.match(/<<page fence>>/g)).toHaveLength(3);
  });

  test('the screen sees url, title and preview of every result and no page text beyond', async () => {
    const { calls } = await runWith({});
    const shown = saidTo(calls, 'screen-with-reasons');
    for (const url of ALL) expect(shown).toContain(url);
    expect(shown).toContain('The Old Bridge crosses the river.');
    expect(shown).not.toContain('Beyond the two hundredth character');
  });

  test('the section filter sees one page per call: titles and the first 200 characters of its sections', async () => {
    const { calls } = await runWith({});
    const perPage = calls
      .filter(({ prompt }) => prompt === 'sections')
      .map(({ messages }) => messages[1]?.content ?? '');
    expect(perPage).toHaveLength(2);
    expect(perPage[0]).toContain('[2] Bridge > Builder: Ada Stone built');
    expect(perPage[0]).toContain(LONG_TAIL.slice(0, 200));
    expect(perPage[0]).not.toContain(LONG_TAIL.slice(0, 202));
    expect(perPage[0]).not.toContain('flour');
    expect(perPage[1]).toContain('[1] Mill: The mill grinds flour.');
  });

  test('the writer sees the chosen sections alone, in the chosen order', async () => {
    const { calls } = await runWith({});
    const shown = saidTo(calls, 'draft');
    expect(shown.match(/^## .*$/gm)).toEqual(['## Bridge > Builder', '## Bridge', '## Mill']);
    expect(shown).not.toContain(LONG_TAIL);
  });

  test('refine is the second turn of the same conversation', async () => {
    const { calls } = await runWith({});
    const [draft, refine] = ['draft', 'refine'].map(
      (name) => calls.find(({ prompt }) => prompt === name)?.messages ?? [],
    );
    expect(refine?.slice(0, -1)).toEqual([...(draft ?? []), { role: 'assistant', content: SCRIPT.draft }]);
    expect(refine?.at(-1)?.role).toBe('user');
    for (const { answer } of STYLE_EXAMPLES) expect(refine?.at(-1)?.content).toContain(answer);
  });

  test("three examples of the user's own replace the built-in ones", async () => {
    const examples = [1, 2, 3].map((n) => ({ question: `Own question ${n}?`, answer: `Own answer ${n}.` }));
    const { calls } = await runWith({ examples });
    const shown = calls.find(({ prompt }) => prompt === 'refine')?.messages.at(-1)?.content ?? '';
    for (const { question: q, answer } of examples) expect(shown).toContain(`Question: ${q}\nAnswer: ${answer}`);
    for (const { answer } of STYLE_EXAMPLES) expect(shown).not.toContain(answer);
  });

  test('the citation check is a conversation of its own, about the refined text and the numbered sites', async () => {
    const { calls, result } = await runWith({});
    const cite = calls.at(-1);
    expect(cite?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(cite?.messages[1]?.content).toMatch(new RegExp(`TEXT:\\n<<page \\w+>>\\n${SCRIPT.refine}`));
    expect(cite?.messages[1]?.content).toMatch(new RegExp(`\\[1\\]\\n<<page \\w+>>\\n${bridge}`));
    expect(result.answer.text).toBe(SCRIPT.refine);
    expect(result.sources.map(({ url }) => url)).toEqual([bridge]);
  });
});

describe('switches beyond the rows', () => {
  test.each([
    [true, true, ['small queries', 'small screen-with-reasons'], QUERIES, KEPT],
    [true, false, ['small queries'], QUERIES, ALL],
    [false, true, ['small screen-with-reasons'], [asked.text], KEPT],
    [false, false, [], [asked.text], ALL],
  ] as const)('rephrase %s x filterHits %s', async (rephrase, filterHits, first, queries, fetched) => {
    const run = await runWith({ rephrase, filterHits, filterSections: 'off', refine: false });
    expect(run.names).toEqual([...first, 'large draft', 'small cite']);
    expect(run).toMatchObject({ queries, fetched });
  });

  test('filterSections embeddings ranks by cosine, asks no model and keeps sectionsKept', async () => {
    // The builder's section points the way of the question, all others away from it.
    const embed = async (texts: readonly string[]) =>
      texts.map((text) => Float32Array.from(/built|Who/.test(text) ? [1, 0] : [0, 1]));
    const embedder = { name: 'two-dimensional', dimensions: 2, embed };
    const { names, result, calls } = await runWith(
      { filterSections: 'embeddings', sectionsKept: 1 },
      { local: { embedder } },
    );
    expect(names).not.toContain('small sections');
    expect(result.funnel).toMatchObject({ sections: 4, sectionsKept: 1 });
    expect(saidTo(calls, 'draft')).toContain('Ada Stone built');
    expect(saidTo(calls, 'draft')).not.toContain('flour');
  });

  test('filterSections embeddings without an embedder still ranks, by words', async () => {
    const { result } = await runWith({ filterSections: 'embeddings', sectionsKept: 1 });
    expect(result.funnel.sectionsKept).toBe(1);
  });

  test('the checker rewrites the refined answer before it is cited', async () => {
    const { names, calls, result } = await runWith({ checker: true });
    expect(names.slice(-4)).toEqual(['large draft', 'large refine', 'small check', 'small cite']);
    expect(saidTo(calls, 'check')).toMatch(new RegExp(`Answer to check:\\n<<page \\w+>>\\n${SCRIPT.refine}`));
    expect(saidTo(calls, 'cite')).toContain(SCRIPT.check);
    expect(result.answer.text).toBe(SCRIPT.check);
  });

  test('with reasons the trace holds why a result was dropped; without, the paper prompt is asked', async () => {
    const dropped = (events: readonly TraceEvent[]) =>
      events.filter((event) => event.type === 'dropped' && event.what === 'hit');
    const withReasons = await runWith({});
    expect(dropped(withReasons.events)).toEqual([
      expect.objectContaining({ id: ferry, reason: 'off-domain', stage: 'screen-hits' }),
    ]);
    const without = await runWith({ reasons: false });
    expect(without.names[1]).toBe('small screen');
    expect(dropped(without.events)).toEqual([expect.objectContaining({ id: ferry, reason: 'not chosen' })]);
    expect(without.fetched).toEqual(KEPT);
  });

  test('a screen that drops everything is not believed: the first three are read, and the result says so', async () => {
    const { fetched, result } = await runWith({}, { script: { 'screen-with-reasons': '{"keep": [], "drop": []}' } });
    expect(fetched).toEqual(ALL);
    expect(result.fallbacks).toEqual([{ stage: 'screen-hits', reason: expect.stringContaining('kept none of 3') }]);
  });

  test('a section filter that drops everything is not believed either', async () => {
    const { result } = await runWith({}, { script: { sections: '[]' } });
    expect(result.funnel.sectionsKept).toBeGreaterThan(0);
    expect(result.fallbacks).toEqual([
      { stage: 'select-sections', reason: expect.stringContaining('no section was chosen') },
    ]);
  });

  test('the writer may say that the pages do not hold the answer, unless abstain is off', async () => {
    const script = { draft: 'NO ANSWER IN THE SOURCES' };
    const { result, names } = await runWith({}, { script });
    expect(result.answer).toMatchObject({ status: 'abstained', claims: [] });
    expect(names.at(-1)).toBe('large draft');
    const { calls } = await runWith({ abstain: false });
    expect(saidTo(calls, 'draft')).not.toContain('NO ANSWER');
  });
});
