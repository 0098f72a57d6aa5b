/** Whatever is sent to the endpoints of /openapi.json, in the schema's shape or not, the server answers soon, in JSON, and never with a 5xx. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bridgeServer, jsonOf, type TestServer } from './server/start.js';

let server: TestServer;
beforeAll(async () => {
  server = await bridgeServer({ config: { local: { embedder: false, reranker: false, verifier: false, reader: false } } });
});
afterAll(() => server.close());

type Schema = {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
};
type Operation = {
  parameters?: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
};

/** Mostly what the schema says, sometimes anything. */
function anythingLike(schema: Schema = {}): fc.Arbitrary<unknown> {
  const fitting = (): fc.Arbitrary<unknown> => {
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.type === 'boolean') return fc.boolean();
    if (schema.type === 'integer' || schema.type === 'number')
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 1e6) });
    if (schema.type === 'array') return fc.array(anythingLike(schema.items), { maxLength: 3 });
    if (schema.properties) {
      const fields = Object.fromEntries(Object.entries(schema.properties).map(([name, own]) => [name, anythingLike(own)]));
      return fc.record(fields, { requiredKeys: schema.required ?? [] });
    }
    return fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('~docs', 'r1', 'hifi-rag', 'Kestrel', '../../etc', 'https://192.0.2.1/', '%00', '"', 'a:b^2~ AND ('),
    );
  };
  return fc.oneof({ weight: 12, arbitrary: fitting() }, { weight: 1, arbitrary: fc.jsonValue() });
}

function requestOf(path: string, { parameters = [], requestBody }: Operation) {
  const named = Object.fromEntries(parameters.map(({ name, schema }) => [name, anythingLike(schema)]));
  return fc
    .record({ values: fc.record(named), body: anythingLike(requestBody?.content['application/json']?.schema) })
    .map(({ values, body }) => {
      const text = (name: string) =>
        encodeURIComponent(typeof values[name] === 'string' ? values[name] : JSON.stringify(values[name])).slice(0, 2000);
      const query = parameters.filter((one) => one.in === 'query').map(({ name }) => `${name}=${text(name)}`);
      return { address: `${path.replace(/\{(\w+)\}/g, (_, name) => text(name) || '-')}?${query.join('&')}`, body: JSON.stringify(body) };
    });
}

test('no request ends in a 5xx or hangs', { timeout: 120_000 }, async () => {
  const { paths } = (await jsonOf(fetch(`${server.url}/openapi.json`))) as { paths: Record<string, Record<string, Operation>> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ path, method, one })),
  );
  expect(operations.length).toBeGreaterThan(15);
  expect(JSON.stringify(paths)).not.toContain('$defs');
  for (const { path, method, one } of operations) {
    await fc.assert(
      fc.asyncProperty(requestOf(path, one), async ({ address, body }) => {
        const hasBody = one.requestBody !== undefined;
        const response = await fetch(`${server.url}${address}`, {
          method: method.toUpperCase(),
          signal: AbortSignal.timeout(20_000),
          ...(hasBody && { body, headers: { 'content-type': 'application/json' } }),
        });
        const text = await response.text();
        expect(`${method} ${address} ${response.status < 500 ? 'answered' : `${response.status} ${text}`}`).toBe(
          `${method} ${address} answered`,
        );
        if (path !== '/metrics') JSON.parse(text);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  }
  expect(await jsonOf(fetch(`${server.url}/healthz`))).toEqual({ status: 'ok' });
});
