import { expect, test } from 'vitest';
import type { Document, Passage, Usage } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import type { MakeInput, MakeResult, QuestionSource } from '../../engine/synth.js';
import { document } from '../../testing/index.js';
import { DEFAULT_CONFIG } from './config.js';
import type { SynthInput } from './model.js';
import type { SynthRow } from './rows.js';
import { newerDocuments, synthesise } from './synth.js';

const LONG = 'word '.repeat(50);

function source(at: number, text = LONG, extra: Partial<Document> = {}) {
  const url = `https://a.example/${at}`;
  const page: Document = { ...document(url, [[[`Bridge ${at}`], text]], `Bridge ${at}`), language: 'en', ...extra };
  return {
    document: page,
    passages: page.sections.map((section, n): Passage => ({ id: `${url}#${n}`, source: page, ...section })),
  };
}

const USAGE: Usage = { calls: 1, inputTokens: 10, outputTokens: 5, costUsd: 0.01, ms: 1 };
const made = (question: string): MakeResult => ({ made: { question, answer: 'It is so.', short: 'so' } });

type AskedInput = Omit<MakeInput, 'askedAt'>;

function withModel(
  documents: QuestionSource['documents'],
  reply: (input: AskedInput, at: number) => MakeResult,
): QuestionSource & { inputs: AskedInput[] } {
  const inputs: AskedInput[] = [];
  return {
    documents,
    models: {},
    inputs,
    make: async (input) => {
      inputs.push(input);
      return { result: reply(input, inputs.length), usage: USAGE };
    },
    related: async (passage) => documents.flatMap(({ passages }) => passages).filter(({ id }) => id !== passage.id),
    close: async () => undefined,
  };
}

async function run(from: QuestionSource, options: Partial<SynthInput> = {}) {
  const rows: SynthRow[] = [];
  const rejected: string[] = [];
  const input = {
    source: from,
    documents: from.documents,
    config: DEFAULT_CONFIG,
    multi: 0,
    count: 4,
    seed: 0,
    done: [],
    maxConcurrency: 2,
    signal: new AbortController().signal,
  };
  let spent = 0;
  await synthesise(
    { ...input, ...options },
    {
      onRow: (row) => rows.push(row),
      onRejected: (reason) => rejected.push(reason),
      onCost: (_, usd) => {
        spent += usd ?? 0;
      },
    },
  );
  return { rows, rejected, spent };
}

const pages = [0, 1, 2, 3, 4, 5].map((at) => source(at));

test('every question gets its categories and its gold document, and another document than the one before', async () => {
  const model = withModel(pages, (_, at) => made(`Question number ${at}?`));
  const { rows, spent } = await run(model);
  expect(rows).toHaveLength(4);
  expect(new Set(rows.flatMap(({ gold_urls }) => gold_urls)).size).toBe(4);
  expect(rows[0]).toMatchObject({ answers: ['so'], reference: 'It is so.', type: 'single-doc' });
  expect(Object.keys(rows[0]?.categories ?? {})).toEqual(['factuality', 'premise', 'phrasing', 'linguistic-variation']);
  expect(model.inputs[0]?.wishes.map(({ name }) => name)).toContain('phrasing');
  expect(spent).toBeCloseTo(0.04);
});

test('a rejected question is made again from another passage, and counted by reason', async () => {
  const model = withModel(pages, (_, at) =>
    at === 1 ? { rejected: 'gives its answer away' } : made(`Question number ${at}?`),
  );
  const { rows, rejected } = await run(model, { count: 1 });
  expect([rows.length, rejected]).toEqual([1, ['gives its answer away']]);
  expect(model.inputs[0]?.passages[0]?.id).not.toBe(model.inputs[1]?.passages[0]?.id);
});

test('what never passes is given up after four attempts', async () => {
  const { rows, rejected } = await run(
    withModel(pages, () => ({ rejected: 'gives its answer away' })),
    { count: 1 },
  );
  expect(rows).toEqual([]);
  expect(rejected).toEqual([...Array(4).fill('gives its answer away'), 'given up after 4 attempts']);
});

test('no attempt sees the passage of another attempt again, however many questions are wanted', async () => {
  for (const count of [1, 2, 3, 5, 6, 12]) {
    const model = withModel(pages, () => ({ rejected: 'gives its answer away' }));
    const others = Array.from(
      { length: count - 1 },
      (_, at) => ({ id: `m-0-${at + 1}`, question: `${at}?` }) as SynthRow,
    );
    await run(model, { count, done: others });
    expect(new Set(model.inputs.map(({ passages }) => passages[0]?.id)).size).toBe(4);
  }
});

const refusing = (isRefused: (at: number) => boolean) =>
  withModel(pages, (_, at) => {
    if (isRefused(at)) throw new WinnowError('usage', 'the prompt is too long');
    return made(`Question number ${at}?`);
  });

test('a passage that the model refuses is a rejection, the first one too', async () => {
  const { rows, rejected } = await run(
    refusing((at) => at % 2 === 1),
    { maxConcurrency: 1 },
  );
  expect(rows).toHaveLength(4);
  expect(new Set(rejected)).toEqual(new Set(['the prompt is too long']));
});

test('a model that never answers is an error, and so are ten failures in a row', async () => {
  const never = refusing(() => true);
  await expect(run(never, { count: 1 })).rejects.toThrow('the prompt is too long');
  expect(never.inputs).toHaveLength(4);
  const later = refusing((at) => at > 2);
  await expect(run(later, { count: 50, maxConcurrency: 1 })).rejects.toThrow('the prompt is too long');
  expect(later.inputs).toHaveLength(12);
});

test('the same question is not asked twice', async () => {
  const { rows, rejected } = await run(
    withModel(pages, () => made('What is it?')),
    { count: 2, maxConcurrency: 1 },
  );
  expect(rows).toHaveLength(1);
  expect(rejected).toContain('asked before');
});

test('two documents are given where two are wanted, and without a related one the question is given up', async () => {
  const { rows } = await run(
    withModel(pages, (_, at) => made(`Question number ${at}?`)),
    { multi: 1 },
  );
  expect(rows.every(({ gold_urls, type }) => new Set(gold_urls).size === 2 && type === 'multi-doc')).toBe(true);
  const lonely = withModel(pages.slice(0, 1), () => made('What is it?'));
  expect((await run(lonely, { multi: 1, count: 1 })).rejected).toContain('no related document');
});

test('a run that goes on makes the questions that are missing, as it would have made them', async () => {
  const reply = ({ passages }: AskedInput) => made(`What of ${passages[0]?.id}?`);
  const whole = (await run(withModel(pages, reply))).rows;
  const rest = (await run(withModel(pages, reply), { done: whole.filter((_, at) => at !== 2) })).rows;
  expect(rest).toEqual([whole[2]]);
});

test('only documents dated after the day are taken; without dates, or none that new, it says so', () => {
  const dated = [source(0, LONG, { date: '2025-03-01' }), source(1, LONG, { date: '2025-02-28T10:00:00Z' }), source(2)];
  expect(newerDocuments(dated, '2025-02-28').map(({ document: { id } }) => id)).toEqual(['https://a.example/0']);
  expect(newerDocuments(dated, undefined)).toHaveLength(3);
  expect(() => newerDocuments([source(0)], '2025')).toThrow(/No document has a date/);
  expect(() => newerDocuments(dated, '2025')).toThrow(/of 2 with a date the newest is from 2025-03-01/);
});

test('an aborted run ends with the reason', async () => {
  const stop = new AbortController();
  const model = withModel(pages, (_, at) => {
    if (at === 2) stop.abort(new Error('enough'));
    return made(`Question number ${at}?`);
  });
  await expect(run(model, { signal: stop.signal })).rejects.toThrow();
});
