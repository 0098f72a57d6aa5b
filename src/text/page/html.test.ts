import { describe, expect, test } from 'vitest';
import { parsePage } from './index.js';

const url = 'https://town.example/page';
const prose =
  'The river rises slowly in spring, and nobody in the town had ever seen it stand so high before that night.';
const parse = (html: string, options = {}) => parsePage(html, { url, ...options });
const article = (body: string) =>
  `<html><head><title>River | Town</title></head><body><article><h1>River</h1><p>${prose}</p>${body}<p>${prose} Again.</p></article></body></html>`;

describe('sections', () => {
  test('carry the path of headings above them and lie where they say', () => {
    const { text, sections } = parse(
      article(
        `<h2>Floods</h2><p>${prose} One.</p><h3>In 1978</h3><p>${prose} Two.</p><h2>Mills</h2><p>${prose} Three.</p>`,
      ),
    );
    expect(sections.map(({ headings }) => headings)).toEqual([
      ['River'],
      ['River', 'Floods'],
      ['River', 'Floods', 'In 1978'],
      ['River', 'Mills'],
    ]);
    for (const section of sections) expect(text.slice(section.start, section.end)).toBe(section.text);
    expect(text).toContain('\n\n## Floods\n\n');
    expect(sections[1]!.text).not.toContain('Floods');
  });

  test('lead back to the raw page', () => {
    const html = article(
      `<h2>Mills</h2><p>There are <b>four</b> mills, and all of them have stood here since the flood of that year.</p>`,
    );
    const section = parse(html).sections.find(({ headings }) => headings.at(-1) === 'Mills')!;
    expect(html.slice(section.raw!.start, section.raw!.end)).toContain('<b>four</b> mills');
  });

  test('the mark that links to a heading is no part of it', () => {
    const { sections } = parse(
      article(`<h2>Floods<a href="#floods">¶</a></h2><p>${prose}</p><h2>C#</h2><p>${prose}</p>`),
    );
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['River', 'Floods', 'C#']);
  });

  test('a row that heads what follows is a heading, where several do', () => {
    const entry = (name: string, value: number) =>
      `<table><tr><td>${name}</td><td>Type: integer</td><td>Default: ${value}</td></tr></table><p>${prose}</p>`;
    const entries = [entry('max_size', 30), entry('max_age', 7), entry('max_mails', 9)];
    const headings = (html: string) =>
      parse(article(`<h2>Options</h2>${html}`)).sections.map((one) => one.headings.at(-1));
    expect(headings(entries.join(''))).toEqual(['River', 'max_size', 'max_age', 'max_mails']);
    expect(headings(entries[0]!)).toEqual(['River', 'Options']);
  });

  test('text before the first heading has no headings when the page has no headline', () => {
    const { sections } = parse(`<body><p>${prose}</p><h2>Mills</h2><p>${prose} Two.</p></body>`);
    expect(sections.map(({ headings }) => headings)).toEqual([[], ['Mills']]);
  });

  test('skipped levels keep their place in the path', () => {
    const { sections } = parse(article(`<h4>Deep</h4><p>${prose} One.</p><h2>Wide</h2><p>${prose} Two.</p>`));
    expect(sections.map(({ headings }) => headings)).toEqual([['River'], ['River', 'Deep'], ['River', 'Wide']]);
  });

  test('a heading without text stays in the path of its children and is dropped without them', () => {
    const { sections, text } = parse(article(`<h2>Empty</h2><h2>Parent</h2><h3>Child</h3><p>${prose} One.</p>`));
    expect(sections[1]!.headings).toEqual(['River', 'Parent', 'Child']);
    expect(text).not.toContain('Empty');
  });

  test('long ones are split at paragraphs under the same headings', () => {
    const { sections } = parse(
      article(`<h2>Long</h2>${Array.from({ length: 60 }, (_, index) => `<p>${prose} ${index}.</p>`).join('')}`),
    );
    const long = sections.filter(({ headings }) => headings.at(-1) === 'Long');
    expect(long.length).toBeGreaterThan(2);
    expect(long.every(({ text }) => text.length <= 2000 && text.startsWith('The river'))).toBe(true);
  });

  test.each([
    ['bold paragraphs', '<p><strong>Mills</strong></p>'],
    ['styled boxes', '<div style="font-size:24px">Mills</div>'],
    ['the heading role', '<div role="heading" aria-level="2">Mills</div>'],
  ])('open at %s as well', (_, heading) => {
    const { sections } = parse(article(`${heading}<p>${prose} One.</p>`));
    expect(sections.at(-1)!.headings).toEqual(['River', 'Mills']);
  });

  test('open at bold options and syntax', () => {
    const { sections } = parse(
      article(`<p><b>--mills=</b></p><p>${prose} One.</p><p><b>mill &lt;name&gt;</b></p><p>${prose} Two.</p>`),
    );
    expect(sections.slice(-2).map(({ headings }) => headings.at(-1))).toEqual(['--mills=', 'mill <name>']);
  });

  test('open at boxes of one class that stand above text again and again', () => {
    const { sections } = parse(
      article(
        `<div class="hl hl--2">Mills</div><p>${prose} One.</p><div class="hl hl--2">Locks</div><p>${prose} Two.</p>`,
      ),
    );
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['River', 'Mills', 'Locks']);
  });
});

test('links at the end and their label are not text', () => {
  const links = ['Lock keepers of the upper river', 'A ferry that never ran']
    .map((title) => `<p><a href="/x">${title}</a></p>`)
    .join('');
  const page = `<article><h1>River</h1><p>${prose} One.</p><p>${prose} Two.</p><p>Voices from the river</p>${links}</article>`;
  const { text } = parse(`<html><head><title>River</title></head><body>${page}</body></html>`);
  expect(text.trim()).toMatch(/Two\.$/);
});

describe('markdown', () => {
  test('tables have a header row, and spans stand in every cell they cover', () => {
    const table =
      '<table><tr><th>Route</th><th colspan=2>Fare</th></tr><tr><td rowspan=2>Hathe</td><td>adult</td><td>9.50</td></tr><tr><td>child</td><td>4|75</td></tr></table>';
    expect(parse(article(table)).text).toContain(
      '| Route | Fare | Fare |\n| --- | --- | --- |\n| Hathe | adult | 9.50 |\n| Hathe | child | 4\\|75 |',
    );
  });

  test('two rows of column names are one, so that every row can be read by itself', () => {
    const table =
      '<table><tr><th rowspan=2>Ticket</th><th colspan=2>Route</th></tr><tr><th>Hathe</th><th>Stell</th></tr><tr><td>Adult</td><td>9</td><td>7</td></tr><tr><th colspan=3>Reduced</th></tr><tr><td>Child</td><td>4</td><td>3</td></tr></table>';
    expect(parse(article(table)).text).toContain(
      '| Ticket | Route Hathe | Route Stell |\n| --- | --- | --- |\n| Adult | 9 | 7 |\n| Reduced |',
    );
  });

  test('a long table without column names is cut into several', () => {
    const rows = Array.from(
      { length: 200 },
      (_, index) => `<tr><td>Ship ${index}</td><td>built in Quillhaven</td></tr>`,
    ).join('');
    const tables = parse(article(`<table>${rows}</table>`)).sections.filter(({ text }) => text.includes('| Ship'));
    expect(tables.length).toBeGreaterThan(2);
    expect(tables.length).toBeLessThan(10);
  });

  test('nested and numbered lists keep their shape', () => {
    const list = '<ol start=3><li>Wash<li>Cook<ul><li>slowly<li>covered</ul></ol>';
    expect(parse(article(list)).text).toContain('3. Wash\n4. Cook\n  - slowly\n  - covered');
  });

  test('definition lists become lines of term and definition', () => {
    expect(parse(article('<dl><dt>Skerl</dt><dd>a cold wind</dd><dt>Luth</dt><dd>a lake</dd></dl>')).text).toContain(
      '- Skerl: a cold wind\n- Luth: a lake',
    );
  });

  test('code, quotes and captions are marked', () => {
    const { text } = parse(
      article(
        '<pre>a = 1\n  b = 2</pre><blockquote><p>Never again.</p></blockquote><figure><img src=x><figcaption>The weir in 1978</figcaption></figure>',
      ),
    );
    expect(text).toContain('```\na = 1\n  b = 2\n```');
    expect(text).toContain('> Never again.');
    expect(text).toContain('*The weir in 1978*');
  });

  test('powers stay powers and notes go', () => {
    expect(
      parse(article('<p>About 10<sup>6</sup> litres flow here every day, they say.<sup><a href="#n1">1</a></sup></p>'))
        .text,
    ).toContain('About 10^6 litres flow here every day, they say.');
  });
});

describe('what is not the text', () => {
  test.each([
    ['navigation', '<nav><a href=/a>Start</a> NOISE</nav>'],
    ['consent layers', '<div id="cookie-consent"><p>We use cookies, NOISE, and so do our many partners.</p></div>'],
    ['share bars', '<div class="share-bar">NOISE on every network</div>'],
    ['related links', '<section class="related"><ul><li><a href=/x>NOISE was seen again</a></li></ul></section>'],
    [
      'comments',
      '<section id="comments"><div><p>NOISE! I was there, and it was not like this at all.</p></div></section>',
    ],
    ['footers', '<footer><p>NOISE Ltd, all rights reserved.</p></footer>'],
  ])('%s are left out and named', (_, noise) => {
    const { text, leftOut } = parse(article('').replace('</article>', `</article>${noise}`));
    expect(text).not.toContain('NOISE');
    expect(leftOut!.length).toBeGreaterThan(0);
  });

  test('comments are kept when asked for', () => {
    const html = article(
      '<section id="comments"><p>I was there, and it was not like this at all, said nobody.</p></section>',
    );
    expect(parse(html, { comments: true }).text).toContain('I was there');
  });

  test('a page of nothing but teasers still has text', () => {
    expect(
      parse('<body><div><h3><a href=/a>River rises</a></h3></div><div><h3><a href=/b>Mill burns</a></h3></div></body>')
        .text,
    ).not.toBe('');
  });

  test('lists of names under a heading stay, though every name is a link', () => {
    expect(
      parse(article('<h2>Ships</h2><ul><li><a href=/a>Honoria</a></li><li><a href=/b>Orsolin</a></li></ul>')).text,
    ).toContain('- Honoria\n- Orsolin');
  });

  test('boxes of facts stay, though they are asides', () => {
    expect(
      parse(
        article(
          '<aside class="infobox"><table><tr><th>Length</th><td>412 m</td></tr><tr><th>Opened</th><td>1934</td></tr></table></aside>',
        ),
      ).text,
    ).toContain('| Length | 412 m |');
  });
});

describe('a box with a heading inside the text', () => {
  const parts = (box: string) =>
    article(`<h2>Floods</h2><p>${prose} One.</p>${box}<p>${prose} Two.</p><h2>Mills</h2><p>${prose} Three.</p>`);
  const owner = (html: string, words: string) =>
    parse(html)
      .sections.find(({ text }) => text.includes(words))
      ?.headings.at(-1);

  test.each([
    [
      'newsletter',
      '<div class="newsletter-signup"><h3>News by post</h3><p>Leave us your address, and we write.</p></div>',
    ],
    [
      'donate',
      '<section class="donate-box"><h3>Help the mill</h3><p>Every pell goes into the new wheel.</p></section>',
    ],
    [
      'related',
      '<aside class="related"><h3>From the archive</h3><p>The flood of 1911, told by those who saw it.</p></aside>',
    ],
    [
      'side column',
      '<div class="row"><div class="col-md-8"><p>Nobody slept.</p></div><div class="col-md-4"><h3>Open days</h3><p>Come in June.</p></div></div>',
    ],
  ])('%s is left out', (_, box) => {
    expect(parse(parts(box)).sections.map(({ headings }) => headings.at(-1))).toEqual(['River', 'Floods', 'Mills']);
    expect(parse(parts(box)).text).not.toMatch(/by post|Help the mill|From the archive|Open days/);
    expect(owner(parts(box), 'Two.')).toBe('Floods');
  });

  test.each([
    ['a callout', '<div class="callout"><h3>Watermark</h3><p>The line on the church wall is two metres up.</p></div>'],
    [
      'a floating box',
      '<div style="float:right"><h3>Watermark</h3><p>The line on the church wall is two metres up.</p></div>',
    ],
    [
      'two panels',
      '<div class="panel"><h3>Wall</h3><p>The wall is low.</p></div><div class="panel"><h3>Watermark</h3><p>The line on the church wall is two metres up.</p></div>',
    ],
  ])('%s stays, but its heading does not own the text after it', (_, box) => {
    expect(parse(parts(box)).text).toContain('**Watermark**\n\nThe line on the church wall');
    expect(owner(parts(box), 'Two.')).toBe('Floods');
    expect(parse(parts(box)).sections.map(({ headings }) => headings.at(-1))).toEqual(['River', 'Floods', 'Mills']);
  });

  test('a page made of boxes has a section for each', () => {
    const box = (title: string) => `<div class="card"><h2>${title}</h2><p>${prose} ${title}.</p></div>`;
    const { sections } = parse(
      `<main><h1>River</h1><p>${prose}</p>${['Floods', 'Mills', 'Locks'].map(box).join('')}</main>`,
    );
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual(['River', 'Floods', 'Mills', 'Locks']);
  });

  test('a side column with facts stays', () => {
    const row = `<div class="row"><div class="col-8"><p>${prose}</p></div><div class="col-4"><dl><dt>Length</dt><dd>412 km</dd></dl></div></div>`;
    expect(parse(article(row)).text).toContain('- Length: 412 km');
  });
});

describe('facts about the page', () => {
  test('the title is the headline when the head agrees', () => {
    expect(parse(article('')).title).toBe('River');
    expect(parse(`<title>Weir and water | The Town Post</title><p>${prose}</p>`).title).toBe('Weir and water');
  });

  test('the day of the last change wins over that of publication', () => {
    const meta = (name: string, date: string) => `<meta property="article:${name}_time" content="${date}">`;
    expect(parse(meta('published', '2020-02-03T10:00:00Z') + article('')).date).toBe('2020-02-03');
    expect(parse(meta('published', '2020-02-03') + meta('modified', '2021-05-06') + article('')).date).toBe(
      '2021-05-06',
    );
    expect(parse(meta('published', '2020-02-03') + meta('modified', '2001-01-01') + article('')).date).toBe(
      '2020-02-03',
    );
  });

  test('dates are read from JSON-LD, time elements and visible lines', () => {
    expect(
      parse(
        `<script type="application/ld+json">{"@type":"NewsArticle","dateModified":"2022-08-09"}</script>${article('')}`,
      ).date,
    ).toBe('2022-08-09');
    expect(parse(article('<time datetime="2019-01-02">yesterday</time>')).date).toBe('2019-01-02');
    expect(parse(article('<p>Updated: 17 February 2024</p>')).date).toBe('2024-02-17');
    expect(parse(article(`<p>${prose} It was built on 4 September 1934.</p>`)).date).toBeUndefined();
  });

  test('the language is declared or detected', () => {
    expect(parse(`<html lang="de_AT">${article('')}`).language).toBe('de-AT');
    expect(parse(article('')).language).toBe('en');
  });
});

test('a section of titles of other pages is known as such, a list of names is content', () => {
  const list = (texts: readonly string[]) =>
    `<ul>${texts.map((text, at) => `<li><a href="https://ports.test/${at}">${text}</a></li>`).join('')}</ul>`;
  const prose = `<p>${'The harbour was dredged in the spring of 1931, when the ships had left it. '.repeat(4)}</p>`;
  const titles = [1, 2, 3].map((n) => `How the harbours of the northern coast were lost in the year 190${n}`);
  const names = ['Ada Stone', 'The Lantern', 'Cold Harbour'];
  const { sections } = parsePage(
    `<article><h1>Harbours</h1>${prose}<h2>Elsewhere</h2>${list(titles)}<h2>Films</h2>${list(names)}<h2>End</h2>${prose}</article>`,
    { url: 'https://a.example/' },
  );
  const marked = sections.filter(({ isLinks }) => isLinks).map(({ headings }) => headings.at(-1));
  expect(sections.map(({ headings }) => headings.at(-1))).toContain('Films');
  expect(marked).toEqual(['Elsewhere']);
});
