/**
 * A key is planted wherever a key can stand; afterwards it must be in no recording, no cache, no trace and no message.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messageOf, WinnowError } from '../src/core/errors.js';
import type { Parts } from '../src/core/parts.js';
import { createSecrets, secretsIn } from '../src/engine/calls/secrets.js';
import { document, hit, respondingModel } from '../src/testing/index.js';
import { callsOf, during, newFolder, open, request, somePages } from './support/calls.js';

const KEY = 'planted/KEY+with=signs-4711';
const spellings = [KEY, encodeURIComponent(KEY), Buffer.from(KEY).toString('base64')];
const environment = { MODEL_KEY: KEY, HOME: '/home/someone' };
const signal = open();

function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => `${file}\n${readFileSync(file, 'utf8')}`)
    .join('\n');
}

/**
 * One place each: a server that echoes the headers, an address in an error text, a page, a result, a prompt, a
 * question.
 */
const places: Readonly<Record<string, (parts: Parts) => Promise<unknown>>> = {
  'an error that quotes the header': (parts) =>
    parts.models.large?.complete(request('fail: header'), { signal }) ?? Promise.resolve(),
  'an error that quotes the address': (parts) =>
    parts.models.large?.complete(request('fail: address'), { signal }) ?? Promise.resolve(),
  'a raw error of the network': (parts) =>
    parts.models.large?.complete(request('fail: raw'), { signal }) ?? Promise.resolve(),
  'a reply that repeats it': (parts) =>
    parts.models.large?.complete(request('repeat'), { signal }) ?? Promise.resolve(),
  'a prompt that holds it': (parts) =>
    parts.models.large?.complete(request(`my key is ${KEY}`), { signal }) ?? Promise.resolve(),
  'a result whose address holds it': (parts) => parts.search.search('bridge', { limit: 5, signal }),
  'a page whose address holds it': (parts) =>
    parts.fetcher.fetch(`https://a.example/?api_key=${encodeURIComponent(KEY)}`, { signal }),
  'a page that was not read': (parts) =>
    parts.fetcher.fetch(`https://user:${encodeURIComponent(KEY)}@down.example/`, { signal }),
};

function leakyParts(): Parts {
  const model = respondingModel(({ messages }) => {
    const asked = messages[0]?.content ?? '';
    if (asked === 'fail: header') return new WinnowError('usage', `status 401. You sent Authorization: Bearer ${KEY}`);
    if (asked === 'fail: address')
      return new WinnowError('usage', `https://m.example/v1?key=${encodeURIComponent(KEY)} answered with status 404`);
    if (asked === 'fail: raw')
      return Object.assign(new Error(`connect to ${KEY}@m.example failed`), { code: 'EHOSTDOWN' });
    return asked === 'repeat' ? `Your key is ${KEY}.` : 'Yes.';
  });
  return {
    ...somePages(model),
    search: {
      name: 'leaky',
      search: async () => [hit(`https://a.example/?token=${encodeURIComponent(KEY)}`, 'Bridge', `key ${KEY}`)],
    },
    fetcher: {
      name: 'leaky',
      fetch: async (url) => {
        if (url.includes('down')) throw new WinnowError('unavailable', `${url} answered with status 404`);
        return document(url, [[['Title'], `The page says ${KEY} aloud, at length.`]]);
      },
    },
  };
}

describe.each(Object.entries(places))('%s', (_, visit) => {
  test('leaves no key in the recording, in the cache or in the error', async () => {
    const folder = newFolder();
    const settings = { record: join(folder, 'run.jsonl'), cache: { enabled: true }, retry: { attempts: 1 } };
    const calls = callsOf({ settings, dataDirectory: folder, environment });
    const outside = leakyParts();
    const parts = calls.recorded({
      ...outside,
      ...calls.bound({ models: outside.models, search: outside.search, fetcher: outside.fetcher }),
    });
    const said = await during(calls, () => visit(parts).then(() => '', messageOf));
    await calls.close();
    const written = everythingIn(folder);
    expect(written).toContain('"port":"run"');
    for (const spelling of spellings) {
      expect(written).not.toContain(spelling);
      expect(said).not.toContain(spelling);
    }
  });
});

test('offsets into a page stay true when a key in it is hidden', () => {
  const { hide } = createSecrets([KEY]);
  const text = `before ${KEY} after`;
  expect(hide(text)).toHaveLength(text.length);
  expect(hide(text).indexOf('after')).toBe(text.indexOf('after'));
});

test.each([
  ['https://a.example/search?q=bridge&key=abcdef123456', 'https://a.example/search?q=bridge&key=************'],
  ['https://user:pass@a.example/', 'https://*********@a.example/'],
  ['Authorization: Bearer abc.def-ghi', 'Authorization: Bearer ***********'],
  ['x-api-key: abcdef123', 'x-api-key: *********'],
  [`sent sk-${'a'.repeat(20)} twice`, `sent ${'*'.repeat(23)} twice`],
  ['a monkey= business, the key to it', 'a monkey= business, the key to it'],
])('what looks like a key is hidden in inputs and messages: %s', (text, hidden) => {
  expect(createSecrets([]).hideAll(text)).toBe(hidden);
});

test('text made to be slow to look through is looked through all the same', () => {
  const { hideAll } = createSecrets([]);
  for (const text of ['a-', '?a', 'sk-', 'https://a', 'Bearer ', '&x-api-key']) {
    const long = text.repeat(100_000);
    expect(hideAll(long)).toHaveLength(long.length);
  }
});

test('an error keeps its code and the wait it asks for when its words are changed', () => {
  const error = new WinnowError('unavailable', `status 429 for ${KEY}`, { retryAfterMs: 700 });
  const cleaned = createSecrets([KEY]).cleaned(error);
  expect(cleaned).toBeInstanceOf(WinnowError);
  expect(cleaned).toMatchObject({
    code: 'unavailable',
    retryAfterMs: 700,
    message: `status 429 for ${'*'.repeat(KEY.length)}`,
  });
});

test('keys are known by the configuration that names their variables, and by what variables are called', () => {
  const variables = { MY_OWN: 'one-secret', BRAVE: 'two-secret', SOME_API_KEY: 'three-secret', HOME: '/home/someone' };
  const config = { models: { small: { keyVariable: 'MY_OWN' } }, search: { keyVariables: { brave: 'BRAVE' } } };
  expect(secretsIn(variables, config)).toEqual(['one-secret', 'two-secret', 'three-secret']);
});
