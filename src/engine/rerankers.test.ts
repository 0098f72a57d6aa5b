import { expect, test } from 'vitest';
import { clientFor, site } from '../../test/support/page-server.js';
import type { LocalModels } from '../core/ports.js';
import { createHttpClient } from '../providers/http.js';
import { rerankerSchema } from './config/rerank.js';
import { createReranker, withConfiguredReranker } from './rerankers.js';

const config = (given: object) => rerankerSchema.parse(given);
const parts = { http: createHttpClient(), environment: { RERANK_KEY: 'secret' } };
const ours: LocalModels = { reranker: { name: 'ours', score: async () => [] } };
const cohere = { provider: 'cohere', model: 'rerank-v3.5', keyVariable: 'RERANK_KEY' };

test('ours stays unless another is asked for, and none is made where it is switched off', () => {
  expect(withConfiguredReranker(ours, config({}), parts)).toBe(ours);
  expect(withConfiguredReranker(ours, config(cohere), parts).reranker?.name).toBe('cohere-rerank-v3.5');
  expect(withConfiguredReranker({}, config(cohere), parts)).toEqual({});
  expect(createReranker(config({ provider: 'onnx', path: '/models/some-reranker' }), parts)?.name).toBe(
    'onnx-some-reranker',
  );
});

test('the configured server is asked, with the key of the variable', async () => {
  const served = await site((_, response) => response.end('{"results": [{"index": 0, "relevance_score": 0.5}]}'));
  const reranker = createReranker(config({ ...cohere, provider: 'jina', baseUrl: `${served.origin}/v1` }), {
    ...parts,
    http: clientFor([served]),
  });
  expect(await reranker?.score('?', ['a'], { signal: new AbortController().signal })).toEqual([0]);
  expect(served.seen[0]).toMatchObject({ url: '/v1/rerank', headers: { authorization: 'Bearer secret' } });
});

test.each([
  [{ provider: 'cohere' }, 'reranker.model'],
  [{ provider: 'onnx' }, 'reranker.path'],
  [{ ...cohere, keyVariable: 'MISSING_KEY' }, 'MISSING_KEY'],
])('%j is refused, and the message names what is missing', (given, missing) => {
  expect(() => createReranker(config(given), parts)).toThrow(missing);
});

test('a key itself is refused where the name of its variable belongs, and so is one in the address', () => {
  expect(rerankerSchema.safeParse({ ...cohere, keyVariable: 'sk-123' }).success).toBe(false);
  expect(rerankerSchema.safeParse({ ...cohere, baseUrl: 'https://user:pass@a.example/v2' }).success).toBe(false);
});
