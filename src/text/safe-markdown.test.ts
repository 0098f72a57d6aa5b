import { describe, expect, test } from 'vitest';
import { seededRandom } from './random.js';
import { safeMarkdown } from './safe-markdown.js';

const allowed = new Set([
  'https://read.example/page',
  'http://www.wiki.example/Bridge_(old)?id=2',
  'file:///home/notes.md',
]);
const WIKI = 'http://www.wiki.example/Bridge_%28old%29?id=2';
const safe = (text: string) => safeMarkdown(text, allowed);

describe('what answers are made of stays as it is', () => {
  test.each([
    'The bridge is 41 m long. [1] It opened in 1888. [1, 2][3] So it is said.[^1]',
    '# Head\n\n- *one*\n- **two** `code`\n\n1. three\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |',
    '```ts\nconst x = handlers[0];\nif (3 < 4) run();\n```',
    '3 < 4, a <3 b, x > y, AT&T, 5 & 6, caf&eacute;, f(x)[1], [sic] (so)',
    'Great![1] “Quoted” – and a_b_c',
    'Read "JavaScript: The Good Parts"; data: 5; file:12; http: is a scheme; write to info@bridge.example',
    '[the page](https://read.example/page) and https://read.example/page.',
    'می‌خواهم 👩‍🚀',
  ])('%j', (text) => {
    expect(safe(text)).toBe(text);
  });
});

describe('links', () => {
  test.each([
    ['[words](https://evil.example/?q=secret) stay', 'words stay'],
    ['[page](https://READ.example/page/?utm_source=secret#secret)', '[page](https://read.example/page)'],
    ['[page](<https://read.example/page> "title")', '[page](https://read.example/page)'],
    ['[wiki](https://wiki.example/Bridge_(old)?id=2)', `[wiki](${WIKI})`],
    ['[notes](file:///home/notes.md)', 'notes'],
    ['[a](/relative) [b](//evil.example) [c]() [d](#x)', 'a b c d'],
    ['[1](https://evil.example) and [2](https://read.example/page)', '[1] and [2](https://read.example/page)'],
    ['[a [1]](https://evil.example)', 'a [1]'],
    ['[![logo](https://evil.example/a.png)](https://evil.example)', 'logo'],
    ['[`code`](https://read.example/page) [`code`](x)', '[`code`](https://read.example/page) `code`'],
    ['[a [b](https://evil.example) c](https://read.example/page)', '[a b c](https://read.example/page)'],
    ['[x](not a link) `handlers[name](event)`', '[x] (not a link) `handlers[name] (event)`'],
    ['![alt words](https://read.example/page)![](x)![42](y)!', 'alt words[42]!'],
  ])('%j becomes %j', (text, expected) => {
    expect(safe(text)).toBe(expected);
  });

  test('reference definitions go, in quotes and lists too, and what refers to them keeps its words', () => {
    const text =
      'See [the map][m], [m], [M][], ![a picture][m] and grid[x][y]. [1]\n\n[m]: https://evil.example "t"\n> [n]: <javascript:x>\n[1]: evil';
    expect(safe(text)).toBe('See the map, m, M, a picture and grid[x][y]. [1]\n\n>\n');
  });

  test('a sentence behind a mark is no definition', () => {
    expect(safe('[1]: He said so twice.')).toBe('[1] : He said so twice.');
  });
});

describe('addresses in the open', () => {
  test.each([
    ['see https://evil.example/x?d=1 for more', 'see for more'],
    ['see (https://evil.example/x).', 'see.'],
    ['<https://evil.example> <https://read.example/page>', ' https://read.example/page'],
    ['www.evil.example, WWW.EVIL.EXAMPLE', ', '],
    ['HTTPS://evil.example[1] ftp://evil.example', '[1]'],
    ['https\\://evil.example https&#58;//evil.example ht\u200btps://evil.example', ''],
    [
      '(https://read.example/page) https://read.example/page?utm_x=secret',
      '(https://read.example/page) https://read.example/page',
    ],
    ['https://read.example/page)secret https://read.example/page/secret', ''],
    ['https://read.example/page"secret', 'https://read.example/page "secret'],
    ['mailto:a@b.example?body=secret and evil.example/x?d=secret', 'a@b.example and evil.example'],
    ['javascript:alert(1) JaVaScRiPt:x &#106;avascript&colon;x java\tscript:x %6Aavascript%3Ax vbscript:x', '     '],
    ['data:text/html,x data:;base64,eA file:///etc/passwd', '  '],
  ])('%j becomes %j', (text, expected) => {
    expect(safe(text).replace(/\s+$/, '')).toBe(expected.replace(/\s+$/, ''));
  });

  test('brackets and signs behind an address are taken off one by one, as many as there are', () => {
    expect(safe('(see https://read.example/page.).)')).toBe('(see https://read.example/page.).)');
    expect(safe(`https://read.example/page${')'.repeat(100_000)}`)).toBe(
      `https://read.example/page${')'.repeat(100_000)}`,
    );
    expect(safe(`see https://evil.example/x${'.)'.repeat(50_000)}`)).not.toContain('evil');
  });
});

test('a line of very many fence marks is read once', () => {
  const open = `${'~'.repeat(100_000)}x\n${'y\n'.repeat(1000)}`;
  expect(safe(open).trim()).toBe(open.trim());
  expect(safe(`${'`'.repeat(30)}\nlet x\n${'`'.repeat(30)}`)).toBe(`${'`'.repeat(30)}\nlet x\n${'`'.repeat(30)}`);
});

describe('HTML', () => {
  test.each([
    ['<b>old</b> bridge<br/> <!-- hidden -->here', 'old bridge here'],
    ['<script>steal()</script>words<style>p{}</style>', 'words'],
    ['<img src=x onerror=alert(1)> &lt;img src=x&gt; &amp;lt;svg onload=x&amp;gt;', '  '],
    ['<scr<b>ipt>x', 'x'],
    ['List<String> x<y <unknown a=b> <?php </', 'List< String> x< y < unknown a=b> < ?php < /'],
    ['`<br>` breaks a line', '`< br>` breaks a line'],
    ['<img src=x', '< img src=x'],
  ])('%j becomes %j', (text, expected) => {
    expect(safe(text)).toBe(expected);
  });
});

/** Rules of its own, stricter than a renderer: whatever could be read as active anywhere counts. */
function active(text: string): string[] {
  const spellings = ['https://read.example/page', WIKI];
  const rest = spellings.reduce(
    (left, address) =>
      left.replaceAll(new RegExp(`${address.replace(/[.?()]/g, '\\$&')}(?=[.,*)]*(?:[\\s<]|$)|\\))`, 'g'), '@'),
    text,
  );
  const problems: readonly [string, RegExp][] = [
    ['link', /\]\((?!@\))/],
    ['image', /!\[[^\]\n]*\]\(/],
    ['definition', /^[ \t]*(?:(?:>|[-*+]|\d+[.)])[ \t]*)*\[[^[\]]+\]:/m],
    ['address', /(?:https?|ftp):\/\/[a-z]|(?<![\p{L}\p{N}])www\.[a-z]/iu],
    ['scheme', /(?:java|vb)script:[^\s`]|(?<![a-z0-9])data:text\/|file:\/\//i],
    ['tag', /<[a-z/!?]/i],
    // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested.
    ['control', /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/u],
  ];
  return problems.flatMap(([what, pattern]) => (pattern.test(rest) ? [what] : []));
}

const FRAGMENTS = [
  ...[
    '[',
    ']',
    '(',
    ')',
    '![',
    '](',
    '][',
    ']:',
    '<',
    '>',
    '`',
    '```\n',
    '~~~\n',
    '\n',
    '\n\n',
    '\\',
    '!',
    '"',
    "'",
    '|',
    '*',
    '_',
    ' ',
    ' ',
    'x',
    '1',
    '[1]',
    '[^2]',
  ],
  ...[
    'https://evil.example/?d=1',
    'https://read.example/page',
    'www.evil.example',
    'http',
    's://',
    '//evil.example',
    'HTTP:',
    'ftp://evil.example',
  ],
  ...[
    'javascript:alert(1)',
    'java',
    'script:',
    'data:text/html,x',
    'file:///etc',
    '&#106;',
    '&colon;',
    '&lt;',
    '&amp;',
    'lt;',
    '&#x3c;',
    '%6a',
    '%3a',
  ],
  ...[
    '<b>',
    '</b>',
    '<img src=x>',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '<a href="',
    '<https://evil.example>',
    '[m]: ',
    '\n[m]: /x\n',
    '> ',
    '- ',
  ],
  ...[
    '\u001b[31m',
    '\u001b]8;;',
    '\u0007',
    '\u202e',
    '\u200b',
    '\u{e0041}',
    'words. ',
    'Bridge_(old)?id=2',
    'http://www.wiki.example/',
  ],
];

test('whatever is put together of nasty pieces comes out inert, and comes out the same a second time', () => {
  const random = seededRandom('safe-markdown');
  for (let round = 0; round < 6_000; round += 1) {
    const length = 1 + Math.floor(random() * 14);
    const text = Array.from({ length }, () => FRAGMENTS[Math.floor(random() * FRAGMENTS.length)]).join('');
    const result = safe(text);
    expect(active(result), JSON.stringify([text, result])).toEqual([]);
    expect(safe(result), JSON.stringify(text)).toBe(result);
  }
});

test.each([
  ['brackets', `${'['.repeat(3_000)}a${'](x)'.repeat(3_000)}`],
  ['escapes', `&${'amp;'.repeat(20_000)}lt;b>`],
  ['comments', '<!--'.repeat(10_000)],
  ['backticks', Array.from({ length: 300 }, (_, n) => `${'`'.repeat(n % 9)}x`).join(' ')],
  ['blanks', `${' '.repeat(50_000)}x`],
])('many %s end, too', (_, text) => {
  const result = safe(text);
  expect(active(result)).toEqual([]);
  expect(safe(result)).toBe(result);
});
