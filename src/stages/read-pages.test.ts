import { expect, test } from 'vitest';
import type { Fetcher } from '../core/ports.js';
import { funnelOf, unreadOf } from '../core/trace.js';
import { unreadError } from '../core/unread.js';
import { document, fakeWeb, hit, testRun } from '../testing/index.js';
import { readPages } from './read-pages.js';

const page = (url: string) => document(url, [[['Title'], 'Text.']]);

test('pages come back in the order of the hits; one that fails is an event and no error', async () => {
  const { run, events } = testRun();
  const { fetcher } = fakeWeb([page('https://a.example'), page('https://c.example')]);
  const read = await readPages({ fetcher, concurrency: 2, pageTimeoutMs: 1000 })(
    ['a', 'b', 'c'].map((name) => hit(`https://${name}.example`)),
    run,
  );
  expect(read.map((entry) => entry.document.url)).toEqual(['https://a.example', 'https://c.example']);
  expect(events).toContainEqual(
    expect.objectContaining({
      type: 'page-failed',
      url: 'https://b.example',
      kind: 'unavailable',
      reason: 'no page https://b.example',
    }),
  );
  expect(funnelOf(events).pages).toBe(2);
});

const hanging: Fetcher = {
  name: 'hanging',
  fetch: (_, { signal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
};

test('a page that does not answer in its time is given up, the others are read', async () => {
  const { run, events } = testRun();
  const { fetcher } = fakeWeb([page('https://a.example')]);
  const mixed: Fetcher = {
    name: 'mixed',
    fetch: (url, options) => (url.includes('slow') ? hanging : fetcher).fetch(url, options),
  };
  const read = await readPages({ fetcher: mixed, concurrency: 2, pageTimeoutMs: 20 })(
    [hit('https://slow.example'), hit('https://a.example')],
    run,
  );
  expect(read).toHaveLength(1);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'page-failed', kind: 'timeout', reason: 'no answer within 20 ms' }),
  );
});

test('once enough pages are read, the slowest are left behind, and the trace says so', async () => {
  const { run, events } = testRun();
  const { fetcher } = fakeWeb(['a', 'b', 'c'].map((name) => page(`https://${name}.example`)));
  const mixed: Fetcher = {
    name: 'mixed',
    fetch: (url, options) => (url.includes('slow') ? hanging : fetcher).fetch(url, options),
  };
  const hits = ['slow', 'a', 'b', 'c'].map((name) => hit(`https://${name}.example`));
  const read = await readPages({ fetcher: mixed, concurrency: 4, pageTimeoutMs: 60_000, slowPagesMs: 20 })(hits, run);
  expect(read.map((entry) => entry.document.url)).toEqual([
    'https://a.example',
    'https://b.example',
    'https://c.example',
  ]);
  const reason = 'left behind: 20 ms after 3 of 4 pages were read';
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'page-failed', url: 'https://slow.example', kind: 'timeout', reason }),
  );
});

test('two pages are never enough: the third has all of its time', async () => {
  const { run, events } = testRun();
  const { fetcher } = fakeWeb(['a', 'b'].map((name) => page(`https://${name}.example`)));
  const mixed: Fetcher = {
    name: 'mixed',
    fetch: (url, options) => (url.includes('slow') ? hanging : fetcher).fetch(url, options),
  };
  const hits = ['slow', 'a', 'b'].map((name) => hit(`https://${name}.example`));
  await readPages({ fetcher: mixed, concurrency: 4, pageTimeoutMs: 200, slowPagesMs: 0 })(hits, run);
  expect(events).toContainEqual(expect.objectContaining({ type: 'page-failed', reason: 'no answer within 200 ms' }));
});

test('the end of the run ends the reading', async () => {
  const { run } = testRun();
  const controller = new AbortController();
  const reading = readPages({ fetcher: hanging, concurrency: 2, pageTimeoutMs: 60_000 })([hit('https://a.example')], {
    ...run,
    signal: controller.signal,
    within: () => ({ ...run, signal: controller.signal }),
  });
  controller.abort(new Error('stopped'));
  await expect(reading).rejects.toThrow('stopped');
});

test('why a page was not read is told by its kind, and a page read in another round is not among the unread', async () => {
  const { run, events } = testRun();
  const { fetcher } = fakeWeb([page('https://a.example')]);
  const refusing: Fetcher = {
    name: 'refusing',
    fetch: (url) => Promise.reject(unreadError(url.includes('b') ? 'robots' : 'paywall', 'not for us')),
  };
  const parts = { concurrency: 2, pageTimeoutMs: 1000 };
  await readPages({ ...parts, fetcher: refusing })([hit('https://a.example'), hit('https://b.example')], run);
  expect(unreadOf(events)).toEqual([
    { url: 'https://a.example', kind: 'paywall', reason: 'not for us' },
    { url: 'https://b.example', kind: 'robots', reason: 'not for us' },
  ]);
  await readPages({ ...parts, fetcher })([hit('https://a.example')], run);
  expect(unreadOf(events).map(({ url }) => url)).toEqual(['https://b.example']);
});
