import { describe, expect, test } from 'vitest';
import { isAllowed, rulesFor } from './rules.js';

const allowed = (text: string, path: string, product = 'winnow-rag') => isAllowed(rulesFor(text, product), path);

describe('groups', () => {
  const file = `
User-agent: *
Disallow: /all

User-agent: Other
Disallow: /

User-Agent: WINNOW-RAG/2.0 # that is us
user-agent: friend
Disallow: /ours
Crawl-delay: 1.5

Sitemap: https://a.example/sitemap.xml

User-agent: winnow-rag
Disallow: /more`;

  test('those that name us count together, whatever the case; the one for all does not', () => {
    expect(['/ours', '/more', '/all', '/'].map((path) => allowed(file, path))).toEqual([false, false, true, true]);
    expect(rulesFor(file, 'winnow-rag').crawlDelayMs).toBe(1500);
  });

  test('the one for all counts where none names us', () => {
    expect(['/all/x', '/ours'].map((path) => allowed(file, path, 'someone'))).toEqual([false, true]);
  });

  test.each([
    '',
    'Disallow: /',
    'nonsense\n: /\nUser-agent\n',
    'User-agent: other\nDisallow: /',
    '<html><body>404</body></html>',
    'User-agent: *\nDisallow:',
  ])('everything is allowed by %j', (text) => expect(allowed(text, '/a')).toBe(true));

  test('lines end as on any system, and a byte order mark is no letter', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(allowed(['\uFEFFUser-agent: *', 'Disallow: /a'].join(end), '/a')).toBe(false);
  });

  test('a name that only begins like ours is not ours', () => {
    expect(allowed('User-agent: winnow\nDisallow: /', '/a')).toBe(true);
  });
});

// The examples of RFC 9309, section 5.
describe('the examples of the RFC', () => {
  const simple = `User-Agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-Agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-Agent: barbot
User-Agent: bazbot
Disallow: /example/page.html

User-Agent: quxbot
`;
  test.each([
    ['anybot', '/a.gif', false],
    ['anybot', '/a.gif?x', true],
    ['anybot', '/example/x', false],
    ['anybot', '/publications/', true],
    ['foobot', '/example/page.html', true],
    ['foobot', '/example/other.html', false],
    ['foobot', '/example/allowed.gif', true],
    ['barbot', '/example/page.html', false],
    ['bazbot', '/example/page.html', false],
    ['barbot', '/example/', true],
    ['quxbot', '/example/page.html', true],
  ])('%s at %s: %s', (product, path, expected) => expect(allowed(simple, path, product)).toBe(expected));

  test('the longest match wins', () => {
    const longest = 'User-Agent: foobot\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n';
    expect(allowed(longest, '/example/page/disallowed.gif', 'foobot')).toBe(false);
    expect(allowed(longest, '/example/page/allowed.gif', 'foobot')).toBe(true);
  });
});

describe('paths', () => {
  const under = (pattern: string, path: string) => !allowed(`User-agent: *\nDisallow: ${pattern}`, path);
  test.each([
    ['/a', '/a/b', true],
    ['/a', '/b/a', false],
    ['/a$', '/a', true],
    ['/a$', '/ab', false],
    ['/*.php', '/x/y.php?z', true],
    ['/*.php$', '/x.php?z', false],
    ['/a*b*c', '/a-x-b-y-c', true],
    ['/a*b*c', '/a-x-c-y-b', false],
    ['/*/', '/a', false],
    ['/a*$', '/abc', true],
    ['/*a$', '/ba', true],
    ['/a*a$', '/a', false],
    ['/ab*bc$', '/abc', false],
    ['/*ab*ab$', '/ab', false],
    ['/*ab*ab$', '/xabyabzab', true],
    ['/*a**b$', '/ab', true],
    ['/*b', '/a', false],
    ['$', '/', false],
    ['*', '/anything', true],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-*.html', true],
    ['/path/file-with-a-%2A.html', '/path/file-with-a-x.html', false],
    ['/path/%24', '/path/$x', true],
    ['/a$b', '/a$b', true],
    ['/foo/bar/ツ', '/foo/bar/%E3%83%84', true],
    ['/foo/bar/%e3%83%84', '/foo/bar/%E3%83%84', true],
    ['/foo/bar/%62%61%7A', '/foo/bar/baz', true],
    ['/a%2Fb', '/a/b', false],
    ['/a?b=c', '/a?b=c&d', true],
    ['/A', '/a', false],
    ['/a b', '/a%20b', true],
  ])('%s covers %s: %s', (pattern, path, expected) => expect(under(pattern, path)).toBe(expected));

  test('an allow wins a tie, and robots.txt itself may be read', () => {
    expect(allowed('User-agent: *\nDisallow: /a\nAllow: /a', '/a')).toBe(true);
    expect(allowed('User-agent: *\nDisallow: /', '/robots.txt')).toBe(true);
  });

  test('long parts are found where they are, after false starts too', () => {
    const part = `${'ab'.repeat(150)}c`;
    expect(under(`/*${part}`, `/abab${part}x`)).toBe(true);
    expect(under(`/*${part}*${part}$`, `/ab${part}ab${part}`)).toBe(true);
    expect(under(`/*${part}*${part}$`, `/ab${part}`)).toBe(false);
    expect(under(`/*${part}*${part}*d`, `/${part}${part.slice(0, -1)}d`)).toBe(false);
  });

  test('a pattern made to take long does not', () => {
    const pattern = `/${'*a'.repeat(300)}$`;
    expect(under(pattern, `/${'a'.repeat(20_000)}b`)).toBe(false);
    const path = `/${'a'.repeat(8000)}`;
    const hostile = (part: string) => `User-agent: *\n${`Disallow: /*${part}\n`.repeat(254)}`;
    const many = 'a'.repeat(1000);
    for (const part of [`${many}${many}b`, `b${many}${many}`, `${many}b${many}`])
      expect(allowed(hostile(part), path)).toBe(true);
  });
});
