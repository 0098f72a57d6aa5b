/** Everything that can go wrong: each has an outcome and a message that says what to do. */
import assert from 'node:assert/strict';
import type { WinnowError } from '../../core/errors.js';
import { type ConformanceCase, KEY, plain, type Scene, type ServerAct, safe, signal } from './scene.js';

const STATUSES: readonly [number, WinnowError['code'], RegExp][] = [
  [401, 'usage', /environment variable/],
  [403, 'usage', /environment variable/],
  [404, 'usage', /model name/],
  [429, 'unavailable', /rate limited.*wait 7 s/],
  [500, 'unavailable', /try again/],
  [503, 'unavailable', /try again/],
];

export function failures(scene: Scene): ConformanceCase[] {
  const failing = (status: number): ServerAct => ({
    type: 'status',
    status,
    said: `no luck with ${KEY}`,
    headers: status === 429 ? { 'retry-after': '7' } : {},
  });
  return [
    ...STATUSES.map(([status, code, advice]) =>
      scene(
        `status ${status} says what to do and keeps the key to itself`,
        [failing(status), failing(status)],
        async ({ model }) => {
          for (const options of [{ signal }, { signal, onText: () => undefined }])
            await assert.rejects(model.complete(plain, options), (error: WinnowError) => {
              assert.equal(error.code, code);
              assert.match(error.message, advice);
              assert.equal(error.retryAfterMs, status === 429 ? 7000 : undefined);
              return safe(error);
            });
        },
      ),
    ),
    ...[
      ['a page of HTML', '<!doctype html><title>Welcome</title>', 'text/html'],
      ['something else in JSON', '{"hello": "world"}', 'application/json'],
      ['half a JSON', '{"choices": [{"mess', 'application/json'],
      ['nothing', '', 'text/plain'],
    ].map(([what, body = '', contentType = '']) =>
      scene(
        `${what} in place of a reply is a wrong configuration`,
        Array(2).fill({ type: 'raw', body, contentType }),
        async ({ model }) => {
          for (const options of [{ signal }, { signal, onText: () => undefined }])
            await assert.rejects(model.complete(plain, options), { code: 'usage', message: /base URL/ });
        },
      ),
    ),
    scene(
      'a server that does not answer is given up',
      [{ type: 'breaks', after: '', how: 'silence' }],
      async ({ model }) => {
        await assert.rejects(model.complete(plain, { signal }), { code: 'unavailable' });
      },
      300,
    ),
  ];
}
