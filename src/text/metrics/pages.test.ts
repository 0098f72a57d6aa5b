import { expect, test } from 'vitest';
import { distinctPages, pageKey } from './pages.js';

test.each([
  ['HTTP://A.org/Kite/#top', 'http://a.org/Kite'],
  ['https://a.org', 'https://a.org/'],
  ['https://a.org/?next=/b/', 'https://a.org/?next=/b/'],
  ['https://a.org:443/kite', 'https://a.org/kite'],
  ['doc#1/', 'doc#1/'],
  ['https://', 'https://'],
])('%s is known as %s', (page, key) => {
  expect(pageKey(page)).toBe(key);
});

test('distinct pages keep their order', () => {
  expect(distinctPages(['b', 'a', 'b', 'https://x.org/p#1', 'https://x.org/p#2'])).toEqual([
    'b',
    'a',
    'https://x.org/p',
  ]);
});
