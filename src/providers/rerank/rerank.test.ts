import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { clientFor, failure, type Site, site } from '../../../test/support/page-server.js';
import type { Reranker } from '../../core/ports.js';
import { createLocalModels } from '../local/models.js';
import { cohereReranker } from './cohere.js';
import { jinaReranker } from './jina.js';
import { onnxReranker } from './onnx.js';
import { logOdds, type RemoteRerankerOptions } from './remote.js';

const call = { signal: new AbortController().signal };
const KEY = 'secret-key-123';

type Shape = {
  readonly version: string;
  readonly create: (options: RemoteRerankerOptions) => Reranker;
  readonly result: (at: number, score: number) => object;
};

/** What the two services send back for one text. */
const SHAPES: Readonly<Record<string, Shape>> = {
  cohere: { version: 'v2', create: cohereReranker, result: (index, relevance_score) => ({ index, relevance_score }) },
  jina: {
    version: 'v1',
    create: jinaReranker,
    result: (index, relevance_score) => ({ index, relevance_score, document: { text: 'returned all the same' } }),
  },
};

type RerankRequest = { model: string; query: string; documents: string[]; top_n: number; return_documents?: boolean };

/** A server that scores as told; texts it is given no score for are left out of its results. */
async function serving({ result }: Shape, score: (text: string) => number | undefined): Promise<Site> {
  const served: Site = await site((_, response) => {
    const { documents } = JSON.parse(served.seen.at(-1)?.body ?? '{}') as RerankRequest;
    const results = documents
      .map((text, index) => ({ index, value: score(text) }))
      .filter(({ value }) => value !== undefined)
      .sort((left, right) => (right.value as number) - (left.value as number))
      .map(({ index, value }) => result(index, value as number));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ id: 'x', model: 'm', results }));
  });
  return served;
}

function rerankerAt(served: Site, { create, version }: Shape, timeoutMs = 5_000): Reranker {
  return create({
    http: clientFor([served]),
    baseUrl: `${served.origin}/${version}/`,
    model: 'm-1',
    key: KEY,
    timeoutMs,
  });
}

describe.each(Object.entries(SHAPES))('the API of %s', (provider, shape) => {
  test('scores come back in the order of the texts, though results come best first', async () => {
    const served = await serving(shape, (text) => text.length / 10);
    const reranker = rerankerAt(served, shape);
    const scores = await reranker.score('which?', ['aaa', 'aaaaaaa', 'a', 'aaaaa'], call);
    expect(scores.map((score) => Number((1 / (1 + Math.exp(-score))).toFixed(3)))).toEqual([0.3, 0.7, 0.1, 0.5]);
    expect(reranker.name).toBe(`${provider}-m-1`);
  });

  test('the request is the one that the service documents, with the key in a header', async () => {
    const served = await serving(shape, () => 0.5);
    await rerankerAt(served, shape).score('which?', ['one', 'two'], call);
    const [seen] = served.seen;
    expect(seen).toMatchObject({
      method: 'POST',
      url: `/${shape.version}/rerank`,
      headers: { authorization: `Bearer ${KEY}` },
    });
    const body = JSON.parse(seen?.body ?? '') as RerankRequest;
    const common = { model: 'm-1', query: 'which?', documents: ['one', 'two'], top_n: 2 };
    expect(body).toEqual(provider === 'jina' ? { ...common, return_documents: false } : common);
  });

  test('a text without a score is an error, never a guess', async () => {
    const served = await serving(shape, (text) => (text === 'left out' ? undefined : 0.5));
    const error = await failure(rerankerAt(served, shape).score('?', ['a', 'left out', 'b'], call));
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('2 of 3 texts') });
  });

  test('a text scored twice, or one that was never sent, is an error', async () => {
    for (const indexes of [
      [0, 0],
      [0, 1, 2],
      [0, 7],
    ]) {
      const served = await site((_, response) =>
        response.end(JSON.stringify({ results: indexes.map((at) => shape.result(at, 0.5)) })),
      );
      expect(await failure(rerankerAt(served, shape).score('?', ['a', 'b'], call))).toMatchObject({
        code: 'unavailable',
      });
    }
  });

  test.each([
    [401, 'reranker.keyVariable'],
    [404, 'reranker.model'],
    [429, 'rate limited'],
    [500, 'Try again later'],
  ])('status %i says what to do and never shows the key', async (status, hint) => {
    const served = await site((_, response) =>
      response.writeHead(status, { 'retry-after': '7' }).end(`{"message":"bad key ${KEY}"}`),
    );
    const error = (await failure(rerankerAt(served, shape).score('?', ['a'], call))) as Error & {
      retryAfterMs?: number;
    };
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining(hint), retryAfterMs: 7000 });
    expect(error.message).toContain(String(status));
    expect(error.message).not.toContain(KEY);
  });

  test('what is no list of scores is refused, and so is a server that is silent for too long', async () => {
    const wrong = await site((_, response) => response.end('{"results": [{"index": 0, "score": "high"}]}'));
    expect(await failure(rerankerAt(wrong, shape).score('?', ['a'], call))).toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('did not send scores'),
    });
    const silent = await site(() => undefined);
    expect(await failure(rerankerAt(silent, shape, 100).score('?', ['a'], call))).toMatchObject({
      code: 'unavailable',
    });
  });

  test('no text needs no request, and an aborted signal is honoured', async () => {
    const served = await serving(shape, () => 0.5);
    const reranker = rerankerAt(served, shape);
    expect(await reranker.score('?', [], call)).toEqual([]);
    await expect(reranker.score('?', ['a'], { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    );
    expect(served.seen).toEqual([]);
  });
});

test('log-odds keep the order at the ends and beyond them', () => {
  const relevances = [-0.2, -0.1, 0, 0.00005, 0.2, 0.5, 0.99999, 1, 1.2];
  const odds = relevances.map(logOdds);
  expect(odds).toEqual(odds.toSorted((left, right) => left - right));
  expect(new Set(odds).size).toBe(odds.length);
  expect(logOdds(0.5)).toBe(0);
  expect(odds.every(Number.isFinite)).toBe(true);
});

describe('a cross-encoder in ONNX from a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-onnx-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const models = fileURLToPath(new URL('../../../models', import.meta.url));
  const pair = ['The bridge was opened in 1888.', 'Cake needs flour and eggs.'];

  /** Our own reranker, put down as a model of somebody else's would be. */
  function put(name: string, { model = 'model.onnx', tokenizer = true } = {}): string {
    const path = join(folder, name);
    mkdirSync(join(path, 'onnx'), { recursive: true });
    symlinkSync(join(models, 'reranker/model_int8.onnx'), join(path, model));
    if (tokenizer) copyFileSync(join(models, 'tokenizer.json'), join(path, 'tokenizer.json'));
    return path;
  }

  test.each(['model.onnx', 'onnx/model.onnx'])('%s scores as the same model does as our own', async (model) => {
    const reranker = onnxReranker({ path: put(model.replace('/', '-'), { model }) });
    const ours = await createLocalModels(['reranker']).reranker?.score('When was the bridge opened?', pair, call);
    expect(await reranker.score('When was the bridge opened?', pair, call)).toEqual(ours);
  });

  test('a folder without a model or tokenizer is named, with what belongs there', async () => {
    const asked = (path: string) => failure(onnxReranker({ path }).score('?', ['a'], call));
    expect(await asked(join(folder, 'nowhere'))).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('tokenizer.json'),
    });
    expect(await asked(put('untokenised', { tokenizer: false }))).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('tokenizer.json'),
    });
  });

  test('a tokenizer of another kind is refused by its kind', async () => {
    const path = put('unigram', { tokenizer: false });
    writeFileSync(join(path, 'tokenizer.json'), JSON.stringify({ model: { type: 'Unigram', vocab: [['a', 0]] } }));
    expect(await failure(onnxReranker({ path }).score('?', ['a'], call))).toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/kind Unigram; only WordPiece/),
    });
  });

  test('what is no model says so, and a model that is no cross-encoder too', async () => {
    const path = join(folder, 'damaged');
    mkdirSync(path);
    copyFileSync(join(models, 'tokenizer.json'), join(path, 'tokenizer.json'));
    writeFileSync(join(path, 'model.onnx'), 'not a model');
    expect(await failure(onnxReranker({ path }).score('?', ['a'], call))).toMatchObject({
      message: expect.stringContaining('does not load'),
    });
    const reader = join(folder, 'reader');
    mkdirSync(reader);
    symlinkSync(join(models, 'tokenizer.json'), join(reader, 'tokenizer.json'));
    symlinkSync(join(models, 'reader/model_int8.onnx'), join(reader, 'model.onnx'));
    expect(await failure(onnxReranker({ path: reader }).score('?', ['a'], call))).toMatchObject({
      message: expect.stringContaining('values for a pair'),
    });
  });
});
