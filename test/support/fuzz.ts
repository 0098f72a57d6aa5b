/**
 * Requests to every operation of an /openapi.json: mostly what its schemas say, sometimes anything, with headers and
 * bytes of all kinds.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { bridgeServer, jsonOf, type TestServer } from '../server/start.js';

type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
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

export type FuzzRequest = {
  readonly method: string;
  readonly address: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Uint8Array;
};

/** A server without models whose web search finds nothing: whatever else fails is its own fault. */
export async function serverToFuzz(): Promise<TestServer> {
  const engine = createServer((_, response) => response.end('{"results": []}')).listen(0, '127.0.0.1');
  await once(engine, 'listening');
  const host = `127.0.0.1:${(engine.address() as AddressInfo).port}`;
  const server = await bridgeServer({
    config: {
      local: { embedder: false, reranker: false, verifier: false, reader: false },
      search: { engines: ['searxng', 'local'], searxng: { baseUrl: `http://${host}` } },
      allowPrivateHosts: [host],
    },
  });
  const close = async () => {
    await server.close();
    engine.close();
  };
  return { ...server, close };
}

export type FuzzOperation = { readonly name: string; readonly requests: fc.Arbitrary<FuzzRequest> };

export async function operationsOf(url: string): Promise<FuzzOperation[]> {
  const { paths } = (await jsonOf(fetch(`${url}/openapi.json`))) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      name: `${method.toUpperCase()} ${path}`,
      requests: requestsOf({ path, method: method.toUpperCase() }, one),
    })),
  );
}

/** Mostly what the schema says, sometimes anything. */
function anythingLike(schema: Schema = {}): fc.Arbitrary<unknown> {
  const fitting = (): fc.Arbitrary<unknown> => {
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.anyOf) return fc.oneof(...schema.anyOf.map(anythingLike));
    if (schema.type === 'boolean') return fc.boolean();
    if (schema.type === 'null') return fc.constant(null);
    if (schema.type === 'integer' || schema.type === 'number')
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1000, 1e6) });
    if (schema.type === 'array') return fc.array(anythingLike(schema.items), { maxLength: 3 });
    if (schema.properties) {
      const fields = Object.fromEntries(
        Object.entries(schema.properties).map(([name, own]) => [name, anythingLike(own)]),
      );
      return fc.record(fields, { requiredKeys: schema.required ?? [] });
    }
    return fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...WORDS));
  };
  return fc.oneof({ weight: 15, arbitrary: fitting() }, { weight: 1, arbitrary: fc.jsonValue() });
}

const WORDS = [
  '~docs',
  'r1',
  'hifi-rag',
  'slow',
  'winnow',
  'user',
  'Who built the Kestrel Bridge?',
  '../../etc',
  'https://192.0.2.1/',
  '%00',
  '"',
  'a:b^2~ AND (',
];

const HEADERS: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      {
        accept: fc.constantFrom('text/event-stream', '*/*', 'image/png', ',;,'),
        'last-event-id': fc.constantFrom('0', '-1', '1e9', 'x', '99999999999999999999'),
        authorization: fc.constantFrom('Bearer ', 'Bearer wn_0_0', 'Basic YTpi', 'Bearer sk-anything'),
        'accept-encoding': fc.constantFrom('gzip', 'br;q=2', '*;q=0'),
        range: fc.constantFrom('bytes=0-0', 'bytes=9-1'),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Record<string, string>>,
  },
);

const TYPES = fc.oneof(
  { weight: 12, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=utf-16', ''),
  },
);

function requestsOf(
  { path, method }: { path: string; method: string },
  { parameters = [], requestBody }: Operation,
): fc.Arbitrary<FuzzRequest> {
  const named = Object.fromEntries(parameters.map(({ name, schema }) => [name, anythingLike(schema)]));
  const content = anythingLike(requestBody?.content['application/json']?.schema).map((value) => JSON.stringify(value));
  const bytes = fc.oneof(
    { weight: 15, arbitrary: content },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );
  return fc
    .record({ values: fc.record(named), body: bytes, headers: HEADERS, type: TYPES })
    .map(({ values, body, headers, type }) => {
      const text = (name: string) =>
        encodeURIComponent(typeof values[name] === 'string' ? values[name] : JSON.stringify(values[name])).slice(
          0,
          2000,
        );
      const query = parameters.filter((one) => one.in === 'query').map(({ name }) => `${name}=${text(name)}`);
      const address = `${path.replace(/\{(\w+)\}/g, (_, name) => text(name) || '-')}?${query.join('&')}`;
      return {
        method,
        address,
        headers: requestBody ? { ...headers, 'content-type': type } : headers,
        ...(requestBody && { body }),
      };
    });
}

/** The status, or what is wrong with the reply: a 5xx, JSON that is none, or none within the time. */
export async function problemWith(
  url: string,
  { method, address, headers, body }: FuzzRequest,
): Promise<number | string> {
  try {
    const response = await fetch(`${url}${address}`, {
      method,
      headers,
      signal: AbortSignal.timeout(20_000),
      ...(body && { body }),
    });
    const text = await response.text();
    if (response.status >= 500) return `${response.status} ${text}`;
    if (response.headers.get('content-type')?.startsWith('application/json')) JSON.parse(text);
    return response.status;
  } catch (error) {
    return String(error);
  }
}
