/**
 * A recorded question is answered again from the file alone: the same result, times excepted, whatever the order of its
 * calls.
 */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import type { Question, Result } from '../src/core/data.js';
import { WinnowError } from '../src/core/errors.js';
import type { Parts } from '../src/core/parts.js';
import { runPipeline } from '../src/core/pipeline.js';
import type { ChatModel, Embedder, Fetcher, LocalModels, Span } from '../src/core/ports.js';
import type { TraceEvent } from '../src/core/trace.js';
import { hifiRag } from '../src/pipelines/hifi-rag/index.js';
import { hifiRagOptions } from '../src/pipelines/hifi-rag/options.js';
import { fittingModel } from '../src/testing/fitting-model.js';
import { document, fakeWeb } from '../src/testing/index.js';
import { type CallsOptions, callsOf, newFolder } from './support/calls.js';

const pages = Array.from({ length: 5 }, (_, at) =>
  document(`https://a.example/${at}`, [
    [[`Bridge ${at}`], `Bridge ${at} was opened in ${1880 + at} by Ada Stone. It carries two lanes.`],
    [[`Toll ${at}`], `Crossing bridge ${at} costs ${at} pells.`],
  ]),
);

/** Waits a random while before each call, so that calls come in another order every time. */
const aWhile = () => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 5));

function yearIn(passage: string): Span {
  const at = passage.search(/\b18\d\d\b/);
  return at < 0
    ? { text: '', start: 0, end: 0, score: Number.NEGATIVE_INFINITY, answerable: 0 }
    : { text: passage.slice(at, at + 4), start: at, end: at + 4, score: 9, answerable: 0.95 };
}

function liveParts({ hung = '', log = [] as string[] } = {}): Parts {
  const web = fakeWeb(pages);
  const noting = async (what: string) => {
    log.push(what);
    await aWhile();
  };
  const model: ChatModel = fittingModel({ name: 'live-model', before: () => noting('chat') });
  const embedder: Embedder = {
    name: 'live-embedder',
    dimensions: 2,
    embed: async (texts) => {
      await noting('embed');
      return texts.map((text) => Float32Array.from([Math.sin(text.length), Math.cos(text.length)]));
    },
  };
  const local: LocalModels = {
    embedder,
    reranker: { name: 'live-reranker', score: async (_, texts) => texts.map((text) => 1 / text.length) },
    verifier: {
      name: 'live-verifier',
      entail: async (_, passages) => passages.map(() => ({ supported: 0.9, contradicted: 0 })),
    },
    reader: {
      name: 'live-reader',
      read: async (_, passages) => passages.map(yearIn),
    },
  };
  const fetcher: Fetcher = {
    name: 'live-fetcher',
    fetch: async (url, options) => {
      await noting('fetch');
      if (url === hung) return new Promise<never>(() => undefined);
      if (url.endsWith('/3'))
        throw Object.assign(new WinnowError('unavailable', 'the page is behind a paywall'), { kind: 'paywall' });
      return web.fetcher.fetch(url, options);
    },
  };
  const search: Parts['search'] = {
    name: 'live-search',
    search: async (query, options) => {
      await noting('search');
      options.onNote?.('one engine of two was down');
      return web.search.search(query, options);
    },
  };
  const retriever: Parts['retriever'] = {
    name: 'live',
    retrieve: async () => ({ passages: [], mode: 'sparse', problems: [] }),
  };
  return { models: { small: model, large: model }, local, search, fetcher, retriever };
}

const nobody = () => Promise.reject(new Error('a replay must not ask anybody'));

/** Parts of the same names that fail whoever asks them. */
function deadParts(): Parts {
  const { models, local, ...rest } = liveParts();
  const dead = <T extends object>(part: T) =>
    Object.fromEntries(
      Object.entries(part).map(([key, value]) => [key, typeof value === 'function' ? nobody : value]),
    ) as T;
  return {
    models: Object.fromEntries(Object.entries(models).map(([role, model]) => [role, dead(model)])),
    local: Object.fromEntries(Object.entries(local).map(([name, part]) => [name, dead(part)])),
    search: dead(rest.search),
    fetcher: dead(rest.fetcher),
    retriever: dead(rest.retriever),
  };
}

type Asking = {
  readonly parts: Parts;
  readonly options?: CallsOptions;
  readonly questions?: readonly string[];
  readonly pageTimeoutMs?: number;
};
type Asked = { readonly results: (Result | Error)[]; readonly events: TraceEvent[] };

/** All questions at the same time, through one engine's calls. */
async function askAll({
  parts,
  options = {},
  questions = ['When was bridge 2 opened?'],
  pageTimeoutMs = 1000,
}: Asking): Promise<Asked> {
  const calls = callsOf(options);
  const events: TraceEvent[] = [];
  const pipeline = hifiRag(calls.recorded(parts), hifiRagOptions.parse({ pageTimeoutMs }));
  const one = async (text: string): Promise<Result | Error> => {
    const question: Question = { text, askedAt: new Date().toISOString() };
    return calls
      .perform({ question, pipeline: 'hifi-rag', timeoutMs: 20_000 }, (started) =>
        runPipeline(pipeline, started.question, {
          ...started,
          timeoutMs: 20_000,
          onEvent: (event) => events.push(event),
        }),
      )
      .catch((error: unknown) => error as Error);
  };
  const results = await Promise.all(questions.map(one));
  await calls.close();
  return { results, events };
}

const timeless = (results: readonly (Result | Error)[]) =>
  results.map((result) =>
    result instanceof Error ? result.message : { ...result, usage: { ...result.usage, ms: 0 } },
  );

const recordTo = (file: string) => ({ settings: { record: file } });
const replayFrom = (file: string) => ({ settings: { replay: file } });

const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test('eight questions at once are answered the same from the recording, with nobody to ask', async () => {
  const file = join(newFolder(), 'run.jsonl');
  const questions = Array.from(
    { length: 8 },
    (_, at) => `When was bridge ${at % 4} opened, asked by visitor ${Math.floor(at / 4)}?`,
  );
  const log: string[] = [];
  const live = await askAll({ parts: liveParts({ log }), options: recordTo(file), questions });
  expect(live.results.every((result) => !(result instanceof Error) && result.answer.status === 'answered')).toBe(true);

  const replayed = await askAll({ parts: deadParts(), options: replayFrom(file), questions: questions.toReversed() });
  expect(timeless(replayed.results.toReversed())).toEqual(timeless(live.results));
  const calls = linesOf(file).filter(({ run }) => run !== '');
  expect(new Set(calls.map(({ port }) => port))).toEqual(
    new Set(['chat', 'search', 'fetch', 'embed', 'rerank', 'verify']),
  );
  expect(calls.filter(({ port }) => port === 'chat')).toHaveLength(log.filter((what) => what === 'chat').length);
});

test('the models of this process are part of it: the replay needs neither them nor the documents', async () => {
  const file = join(newFolder(), 'run.jsonl');
  const live = await askAll({ parts: { ...liveParts(), models: {} }, options: recordTo(file) });
  expect(live.results[0]).toMatchObject({ answer: { status: 'answered' } });
  const replayed = await askAll({ parts: { ...deadParts(), models: {} }, options: replayFrom(file) });
  expect(timeless(replayed.results)).toEqual(timeless(live.results));
  const ports = new Set(linesOf(file).map(({ port }) => port));
  expect(['embed', 'rerank', 'read'].filter((port) => !ports.has(port))).toEqual([]);
});

test('of models alone: their replies come from the file, packed or not, and everything else is computed anew', async () => {
  const file = join(newFolder(), 'run.jsonl');
  const live = await askAll({ parts: liveParts(), options: { settings: { record: file, recorded: 'models' } } });
  expect(new Set(linesOf(file).map(({ port }) => port))).toEqual(new Set(['keys', 'run', 'chat']));
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));
  for (const recording of [file, `${file}.gz`]) {
    const parts = { ...liveParts(), models: deadParts().models };
    const { results } = await askAll({ parts, options: replayFrom(recording) });
    expect(results).toMatchObject(live.results.map((result) => ({ answer: (result as Result).answer })));
  }
});

test('the boundary and the time of the question are those of the recording', async () => {
  const file = join(newFolder(), 'run.jsonl');
  const live = await askAll({ parts: liveParts(), options: recordTo(file) });
  const replayed = await askAll({ parts: deadParts(), options: replayFrom(file) });
  const askedAt = ({ events }: Asked) => events.flatMap((event) => (event.type === 'run-start' ? [event.askedAt] : []));
  expect(askedAt(replayed)).toEqual(askedAt(live));
  const run = linesOf(file).find(({ port }) => port === 'run') as { output: { boundary: string } };
  expect(run.output.boundary).toMatch(/^[0-9a-f]{12}$/);
  expect(readFileSync(file, 'utf8')).toContain(`<<page ${run.output.boundary}>>`);
});

test('failures and notes are part of it: a paywall, a page that was given up, an engine that was down', async () => {
  const file = join(newFolder(), 'run.jsonl');
  const parts = liveParts({ hung: 'https://a.example/1' });
  const live = await askAll({ parts, options: recordTo(file), pageTimeoutMs: 100 });
  const replayed = await askAll({ parts: deadParts(), options: replayFrom(file), pageTimeoutMs: 100 });
  expect(timeless(replayed.results)).toEqual(timeless(live.results));
  const failed = ({ events }: Asked) =>
    events.flatMap((event) => (event.type === 'page-failed' ? [`${event.url} ${event.reason}`] : [])).sort();
  expect(failed(live)).toEqual([
    'https://a.example/1 no answer within 100 ms',
    'https://a.example/3 the page is behind a paywall',
  ]);
  expect(failed(replayed)).toEqual(failed(live));
});

test('a call that is missing ends the run with an error that names it; no stage falls back from it', async () => {
  const file = join(newFolder(), 'run.jsonl');
  await askAll({ parts: liveParts(), options: recordTo(file) });
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const without = (port: string) =>
    lines.filter((line) => !line.includes(`"port":"${port}"`)).map((line) => `${line}\n`);
  const expected = { chat: 'live-model', search: 'live-search', fetch: 'live-fetcher' };
  for (const [port, name] of Object.entries(expected)) {
    const cut = join(newFolder(), 'cut.jsonl');
    writeFileSync(cut, without(port).join(''));
    const { results } = await askAll({ parts: deadParts(), options: replayFrom(cut) });
    expect(results[0]).toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`has no ${port} call to ${name} with "`),
    });
  }
});

test('a question that was not recorded is an error that quotes it; asked more often than recorded, too', async () => {
  const file = join(newFolder(), 'run.jsonl');
  await askAll({ parts: liveParts(), options: recordTo(file) });
  const questions = ['Who built the moon?', 'When was bridge 2 opened?', 'When was bridge 2 opened?'];
  const { results } = await askAll({ parts: deadParts(), options: replayFrom(file), questions });
  expect(results[0]).toMatchObject({
    code: 'usage',
    message: expect.stringContaining('hifi-rag was asked "Who built the moon?"'),
  });
  expect(results[1]).toMatchObject({ answer: { status: 'answered' } });
  expect(results[2]).toMatchObject({ code: 'usage', message: expect.stringContaining('a 2. time') });
});

test('a recording goes on after a kill: what was cut off is left out, what is added is found', async () => {
  const file = join(newFolder(), 'run.jsonl');
  const first = await askAll({ parts: liveParts(), options: recordTo(file) });
  appendFileSync(file, '{"run":"","port":"run","na');
  expect(timeless((await askAll({ parts: deadParts(), options: replayFrom(file) })).results)).toEqual(
    timeless(first.results),
  );

  const questions = ['When was bridge 2 opened?', 'When was bridge 4 opened?'];
  const second = await askAll({ parts: liveParts(), options: recordTo(file), questions });
  const all = await askAll({
    parts: deadParts(),
    options: replayFrom(file),
    questions: [...questions, questions[0] as string],
  });
  expect(timeless(all.results.slice(0, 2))).toEqual(
    timeless([first.results[0] as Result, second.results[1] as Result]),
  );
  expect(all.results[2]).toMatchObject({ answer: { status: 'answered' } });
});

test('files that are no recordings are refused by name and line', () => {
  const folder = newFolder();
  expect(() => callsOf(replayFrom(join(folder, 'nowhere.jsonl')))).toThrow(/There is no recording .*nowhere\.jsonl/);
  writeFileSync(join(folder, 'other.jsonl'), '{"id": 1}\n');
  expect(() => callsOf(replayFrom(join(folder, 'other.jsonl')))).toThrow(
    /other\.jsonl, line 1 is not part of a recording/,
  );
  expect(() => callsOf(recordTo(join(folder, 'no-such-folder', 'run.jsonl')))).toThrow(/cannot be written/);
});

test('what is chosen by the keys that are set is chosen again without them', async () => {
  const file = join(newFolder(), 'run.jsonl');
  const environment = { BRAVE_API_KEY: 'brave-secret-1', HOME: '/home' };
  await askAll({ parts: liveParts(), options: { ...recordTo(file), environment } });
  const replaying = callsOf({
    ...replayFrom(file),
    environment: { TAVILY_API_KEY: 'tavily-secret-2', HOME: '/other' },
  }).environment;
  expect(replaying).toEqual({ BRAVE_API_KEY: 'not-needed-in-a-replay', TAVILY_API_KEY: undefined, HOME: '/other' });
  expect(readFileSync(file, 'utf8')).not.toContain('brave-secret-1');
});

test.each([
  ['lines of its own', 'A letter.\nWithout a last newline'],
  ['one line without an end', 'All of my notes'],
  ['a JSON object on one line', '{"run":1,"notes":"mine"}'],
])('a file with %s is refused by --record and left as it is', (_, text) => {
  const file = join(newFolder(), 'notes.txt');
  writeFileSync(file, text);
  expect(() => callsOf(recordTo(file))).toThrow(/notes\.txt, line 1 is not part of a recording/);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('an end that is not ours is not cut away from a recording', async () => {
  const file = join(newFolder(), 'run.jsonl');
  await askAll({ parts: liveParts(), options: recordTo(file) });
  appendFileSync(file, 'a note of mine');
  const before = readFileSync(file, 'utf8');
  expect(() => callsOf(recordTo(file))).toThrow(/is not part of a recording/);
  expect(readFileSync(file, 'utf8')).toBe(before);
});

test('a recording may be larger than a string can be: one line at a time becomes text', async () => {
  const file = join(newFolder(), 'run.jsonl');
  await askAll({ parts: liveParts(), options: recordTo(file) });
  const longest = Math.max(...linesOf(file).map((line) => Buffer.byteLength(JSON.stringify(line))));
  const decoded: number[] = [];
  const decode = Buffer.prototype.toString;
  const spy = vi.spyOn(Buffer.prototype, 'toString').mockImplementation(function (
    this: Buffer,
    ...args: Parameters<typeof decode>
  ) {
    const text = decode.apply(this, args);
    decoded.push(text.length);
    return text;
  });
  try {
    callsOf(replayFrom(file));
    await callsOf(recordTo(file)).close();
  } finally {
    spy.mockRestore();
  }
  expect(decoded.length).toBeGreaterThan(10);
  expect(Math.max(...decoded)).toBeLessThanOrEqual(longest);
});
