/**
 * What a page says is kept wherever it stands: under misleading names, in scripts, in formulas, in refrains; and it is
 * the same with and without an address.
 */
import { describe, expect, test } from 'vitest';
import { parsePage } from './index.js';

const paragraphs = [
  'The harbour of Tovrick was dredged in the spring of 1931, when the last of the sailing ships had left it for good and the new pier was half done.',
  'Ada Stone, who kept the books of the company, wrote that the work cost 4,200 pells a month, which was twice what the council had agreed to pay.',
  'In the autumn the dredger struck a wreck that nobody had known of, and the work stood still until divers from Hathe had looked at what lay below.',
  'They found a barge laden with slate, and in her cabin a clock that had stopped at ten past four, which is shown in the museum to this day.',
];
const body = paragraphs.map((text) => `<p>${text}</p>`).join('');
const frame = (inner: string, head = '') =>
  `<html><head><title>The dredging of the harbour</title>${head}</head><body><nav><a href="/">Home</a><a href="/news">News</a></nav><h1>The dredging of the harbour</h1>${inner}<footer>All rights reserved.</footer></body></html>`;
const parse = (html: string, url = 'https://news.example/harbour') => parsePage(html, { url });

describe('a text under a misleading name', () => {
  test.each([
    ['<div id="read-more-content">', '</div>'],
    ['<div class="teaserTyp3 newsSingle">', '</div>'],
    ['<div class="promo"><div class="recommended">', '</div></div>'],
  ])('%s', (open, close) => {
    const lead =
      '<p>A report on the work that was done in the harbour between the wars, with what was found on the way.</p>';
    const { text } = parse(frame(`${lead}${open}${body}${close}`));
    for (const said of paragraphs) expect(text).toContain(said);
  });

  test('a heading that is a link back to the table of contents', () => {
    const heading = '<h2><a class="toc-backref" href="#contents">What was found below</a></h2>';
    const { sections } = parse(frame(`<main><p>${paragraphs[0]}</p>${heading}<p>${paragraphs[1]}</p></main>`));
    expect(sections.at(-1)?.headings.at(-1)).toBe('What was found below');
  });

  test('text after a frame that is closed as in XHTML', () => {
    const { text } = parse(frame(`<p>${paragraphs[0]}</p><p><iframe src="/map" /></p><main>${body}</main>`));
    for (const said of paragraphs) expect(text).toContain(said);
  });

  test('teasers under the same name are still left out', () => {
    const teaser = (n: number) =>
      `<div class="teaser"><h3><a href="/${n}">Another story with the number ${n} of today</a></h3><p>A line or two about it, so that people may want to read it as well, number ${n}.</p></div>`;
    const { text } = parse(
      frame(`<article>${body}</article><div class="read-more">${[1, 2, 3, 4].map(teaser).join('')}</div>`),
    );
    expect(text).not.toContain('Another story');
  });
});

test('words in the midst of a sentence and long paragraphs are kept, whatever their names', () => {
  const [first = '', second = '', ...rest] = paragraphs;
  const noted = first.replace('sailing ships', '<a class="popup" href="javascript:note(1)">sailing ships</a>');
  const long = `${second} ${rest.join(' ')}`;
  const { text } = parse(frame(`<article><p class="teaser">${long}</p><p>${noted}</p><p>${rest[0]}</p></article>`));
  expect(text).toContain(first);
  expect(text).toContain(long);
});

test('a report that ends in the name of its agency is no credit of a picture', () => {
  const last = 'The work is to go on in the spring. The museum opens again on the first of May. - AFP';
  expect(parse(frame(`<article>${body}<p>${last}</p></article>`)).text).toContain(last);
});

test('a gallery that counts its pictures is left out, however long it is', () => {
  const slide = (n: number) =>
    `<li><img src="${n}.jpg"><h2>${n}/6 The winter of Hathe</h2><p>Nobody in Hathe had seen such a winter, and the ice lay on the river until the end of April, said the miller of number ${n}, who had lost two of his wheels to it.</p></li>`;
  const gallery = `<ul class="legends">${[1, 2, 3, 4, 5, 6].map(slide).join('')}</ul>`;
  const { text } = parse(frame(`<article>${body}<div>${gallery}</div></article>`));
  expect(text).not.toContain('Nobody in Hathe');
  for (const said of paragraphs) expect(text).toContain(said);
});

describe('other articles below the own one', () => {
  const article = (headline: string, text: string) => `<article><h2>${headline}</h2>${text}</article>`;
  const other = `<p>${'Nobody in Hathe had seen such a winter, and the ice lay on the river until the end of April. '.repeat(4)}</p>`;

  test('are left out where the page is of one of them', () => {
    const { text } = parse(frame(article('The dredging of the harbour', body) + article('The winter of Hathe', other)));
    for (const said of paragraphs) expect(text).toContain(said);
    expect(text).not.toContain('Nobody in Hathe');
  });

  test('stay where the page is of all of them', () => {
    const page = frame(article('A clock that stopped at four', body) + article('The winter of Hathe', other));
    const { text } = parse(page);
    expect(text).toContain('Nobody in Hathe');
    for (const said of paragraphs) expect(text).toContain(said);
  });
});

describe('a text that the page does not show', () => {
  const article = paragraphs.join('\n');
  test.each([
    [
      'linked data',
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline: 'The dredging of the harbour', articleBody: article })}</script>`,
    ],
    ['a template', `<script type="text/template">${body}</script>`],
    [
      'hydration data',
      `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { blocks: paragraphs.map((text) => ({ kind: 'p', text })), style: 'a { color: red; }' } })}</script>`,
    ],
    ['hydration data as HTML', `<script type="application/json">${JSON.stringify({ page: { body } })}</script>`],
    [
      'data that a script assigns',
      `<script nonce="x">window.__STATE__ = ${JSON.stringify({ page: { texts: paragraphs } })};</script>`,
    ],
  ])('is found in %s', (_, script) => {
    const { text, title } = parse(frame(`<div id="app">Loading ...</div>${script}`));
    expect(title).toBe('The dredging of the harbour');
    for (const said of paragraphs) expect(text).toContain(said);
  });

  test('is not preferred to what the page shows', () => {
    const data = `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', articleBody: `${article} And more.` })}</script>`;
    expect(parse(frame(`<article>${body}</article>${data}`)).text).not.toContain('And more.');
  });
});

test('formulas are kept: MathML, MathJax scripts and pictures with their source', () => {
  const { text } = parse(
    frame(
      `<article>${body}<p>Its energy is <math alttext="E=mc^2"><mi>E</mi></math>, its mass <script type="math/tex">m_0</script> and its length <span style="display: none"><math alttext="l_1"><mi>l</mi><mn>1</mn></math></span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle l_{1}}" src="x.svg">.</p></article>`,
    ),
  );
  expect(text).toContain('Its energy is E=mc^2, its mass $m_0$ and its length l_{1}.');
});

test('a refrain is kept, a text that the layout says twice is not', () => {
  const refrain = 'And the bell of the harbour rang ten past four, ten past four, over the sand and the stone.';
  const twice = `<div class="wide">${body}<p>${refrain}</p><p>${paragraphs[0]} Again.</p><p>${refrain}</p></div><div class="narrow"><p>${paragraphs[1]}</p></div>`;
  const { text } = parse(frame(`<article>${twice}</article>`));
  expect(text.split(refrain)).toHaveLength(3);
  expect(text.split(paragraphs[1] as string)).toHaveLength(2);
});

test.each([
  ['by its canonical address', '<link rel="canonical" href="https://news.example/harbour">'],
  ['by where its links lead', '<link rel="canonical" href="/harbour">'],
])('a saved page reads as it does at its address, which is known %s', (_, head) => {
  const links = `<p><a href="https://news.example/other">Read our other long report on the harbours of the coast today</a></p>`;
  const page = frame(`<article>${body}${links}</article>`, head);
  expect(parse(page, 'file:///tmp/harbour.html').text).toBe(parse(page).text);
});

test('a name of an author within thousands of others costs the name, not the page', () => {
  const deep = `${'{"name":'.repeat(20_000)}"Ann Lee"${'}'.repeat(20_000)}`;
  const head = `<script type="application/ld+json">{"@type":"Article","headline":"T","author":${deep}}</script>`;
  expect(parse(frame(`<main>${body}</main>`, head)).text).toContain(paragraphs[0]);
});
