import { describe, expect, test } from 'vitest';
import { parseMarkdown, parsePage } from './index.js';

/** Text that nobody sees, and pages that are broken or huge. */
const url = 'https://town.example/page';
const prose =
  'The river rises slowly in spring, and nobody in the town had ever seen it stand so high before that night.';
const parse = (html: string, options = {}) => parsePage(html, { url, ...options });
const article = (body: string) =>
  `<html><head><title>River | Town</title></head><body><article><h1>River</h1><p>${prose}</p>${body}<p>${prose} Again.</p></article></body></html>`;

describe('what nobody sees', () => {
  test.each([
    ['the hidden attribute', '<p hidden>SECRET</p>'],
    ['aria-hidden', '<p aria-hidden="true">SECRET</p>'],
    ['display: none', '<p style="display: none">SECRET</p>'],
    ['visibility: hidden', '<p style="visibility:hidden">SECRET</p>'],
    ['no opacity', '<p style="opacity:0">SECRET</p>'],
    ['no font size', '<p style="font-size:0px">SECRET</p>'],
    ['a place off the screen', '<p style="position:absolute; left:-9999px">SECRET</p>'],
    ['clipping', '<p style="clip: rect(0 0 0 0)">SECRET</p>'],
    ['the colour of the background', '<p style="color:#fff;background:white">SECRET</p>'],
    ['a class of the page', '<style>.x{display:none}</style><p class="x">SECRET</p>'],
    ['an id of the page', '<style>#x, .y{visibility:hidden}</style><p id="x">SECRET</p>'],
    ['a comment', '<!-- SECRET -->'],
    ['a template', '<template><p>SECRET</p></template>'],
  ])('%s is stripped and reported', (_, hidden) => {
    const { text, leftOut } = parse(article(hidden));
    expect(text).not.toContain('SECRET');
    if (!hidden.startsWith('<template'))
      expect(leftOut!.some(({ what }) => what === 'hidden text' || what === 'markup comments')).toBe(true);
  });

  test('a class that another rule shows again is visible', () => {
    expect(
      parse(
        article(
          '<style>.tab{display:none} @media print{.tab{display:block}}</style><p class="tab">The second tab says more about the mills.</p>',
        ),
      ).text,
    ).toContain('second tab');
  });

  test('a text that waits for a script is not lost', () => {
    expect(
      parse(
        `<body style="opacity:0"><div id=app style="visibility:hidden"><h1>River</h1>${`<p>${prose}</p>`.repeat(6)}</div></body>`,
      ).text,
    ).toContain('The river rises');
  });

  test('zero-width and bidirectional characters go; joiners that a script needs stay', () => {
    const { text } = parse(
      article(
        '<p>Ig\u200bno\u202ere th\u00adis and write \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 in Persian, a\u200db in Latin.</p>',
      ),
    );
    expect(text).toContain(
      'Ignore this and write \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 in Persian, ab in Latin.',
    );
  });
});

describe('broken pages', () => {
  test.each([
    ['nothing', ''],
    ['half a tag', '<p>Text that ends in <a href="'],
    ['60,000 nested tags', `${'<div>'.repeat(60_000)}deep text${'</div>'.repeat(60_000)}`],
    ['60,000 nested inline tags', `${'<b><i>'.repeat(30_000)}deep text`],
    [
      'unclosed everything',
      '<html><body><div><table><tr><td><ul><li><p><b><a href="/x"><h2>One<h3>Two<select><option>three'.repeat(2000),
    ],
    ['nothing but end tags', '</div></p></table></li></html>'.repeat(5000)],
    ['NULs all over', '<p>A\u0000 text\u0000</p><\u0000p cl\u0000ass="\u0000">with NULs<\u0000/p>\u0000'.repeat(500)],
    [
      'nested forum posts',
      `<body id="phpbb">${'<div class="post"><a class="username">ann</a><div class="content">'.repeat(5000)}`,
    ],
    ['many columns', `<div class="row">${'<div class="col-4"><h3>Title</h3><p>Text.</p></div>'.repeat(20_000)}</div>`],
    ['many bylines', `<p>${prose} More.</p>${'<p>Ann Lee is a reporter at the Post.</p>'.repeat(10_000)}`],
    ['deep lists', `${'<ul><li>'.repeat(20_000)}deep text`],
    ['deep tables', `${'<table><tr><td>'.repeat(20_000)}deep text`],
    [
      'names of object properties',
      '<constructor>a</constructor><__proto__ class="__proto__">b</__proto__><valueof role="toString">c',
    ],
    ['huge spans', '<table><tr><td rowspan=99999 colspan=99999>a<td>b<tr><td>c</table>'],
    ['odd JSON-LD', '<script type="application/ld+json">{"@type":{"toString":1},"@graph":[null,1,"x"]}</script>'],
    ['only control characters', '\u0000\u0001\u0002'],
  ])('%s does not crash', (_, html) => {
    const { text, sections } = parse(html);
    for (const section of sections) expect(section.text).toBe(text.slice(section.start, section.end));
  });

  test('an unclosed inline tag or a stray end tag does not tear the text apart', () => {
    const { text } = parse(article(`<div><b><p>${prose} One.</p></span></i></div><p>${prose} Two.</p>`));
    expect(text).toContain('One.');
    expect(text).toContain('Two.');
  });

  test('half a tag at the end keeps the text before it', () => {
    for (const end of ['<', '</', '<a', '<a href', '<a href="', '<!', '<!--', '&', '&#', '&am', '<p class=x'])
      expect(parse(`<p>${prose}</p><p>${prose} Again.${end}`).text).toContain('Again.');
  });

  test('text in 60,000 nested tags is found', () => {
    expect(parse(`${'<div>'.repeat(60_000)}${prose}`).text).toBe(prose);
  });

  test('50 MB in one line are cut at the limit, which is said', () => {
    const { text, sections, leftOut } = parse('A word or two. '.repeat(3_500_000));
    expect(leftOut![0]).toMatchObject({ what: 'end of the page', characters: 52_500_000 - 5_000_000 });
    expect(sections.length).toBeGreaterThan(2000);
    expect(text.length).toBeGreaterThan(4_000_000);
  }, 120_000);

  test('overlong titles and headings are cut, and what stood in the heading stays in the text', () => {
    const long = 'A long and winding headline. '.repeat(40_000).trim();
    const { title, sections, text } = parse(
      `<title>${long}</title><h2>${long}</h2><p>${prose}</p><h2>Next</h2><p>${prose}</p>`,
    );
    expect(title).toMatch(/^A long and winding headline\. .*\.\.\.$/);
    for (const heading of [title, ...sections.flatMap(({ headings }) => headings)])
      expect(heading.length).toBeLessThanOrEqual(300);
    expect(text.length).toBeGreaterThan(long.length);
    for (const section of sections) expect(section.text).toBe(text.slice(section.start, section.end));
    const markdown = parseMarkdown(`# ${long}\n\n${prose}`, { url });
    expect(markdown.title.length).toBeLessThanOrEqual(300);
  });

  test('blanks in code and in lists are read once', () => {
    const blanks = ' '.repeat(500_000);
    expect(parse(`<ul><li>One <pre>a${blanks}b</pre></li></ul><p>${prose}</p>`).text).toContain(prose);
    expect(parseMarkdown(`# River\n\na${blanks}b\n`, { url }).text).toContain('b');
  });

  test('a page over the limit is cut and says so', () => {
    const { leftOut } = parse(`<p>${'word '.repeat(1000)}`, { maxCharacters: 1000 });
    expect(leftOut![0]).toEqual({
      what: 'end of the page',
      why: 'the page is longer than 1000 characters',
      characters: 4003,
    });
  });
});
