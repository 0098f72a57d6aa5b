import { describe, expect, test } from 'vitest';
import { parseMarkdown, parsePage, parseText } from './index.js';

const url = 'file:///notes';
const paths = (sections: readonly { headings: readonly string[] }[]) =>
  sections.map(({ headings }) => headings.join(' > '));

describe('markdown', () => {
  test('headings of both kinds open sections, and fences are left alone', () => {
    const { sections, title } = parseMarkdown(
      '# Boats\n\nIntro.\n\nFares\n-----\nNine pells.\n\n```sh\n# not a heading\n```\n\n### Children ###\nHalf.\n',
      { url },
    );
    expect(title).toBe('Boats');
    expect(paths(sections)).toEqual(['Boats', 'Boats > Fares', 'Boats > Fares > Children']);
    expect(sections[1]!.text).toBe('Nine pells.\n\n```sh\n# not a heading\n```');
  });

  test('a line about the date among the first gives it, where no front matter does', () => {
    expect(parseMarkdown('# Office move\nDate: 2026-08-01\n\nWe move on 1 September.', { url }).date).toBe(
      '2026-08-01',
    );
    expect(parseMarkdown('# Office move\n\nWe move on 1 September 2026.', { url }).date).toBeUndefined();
  });

  test('front matter gives title, date and language', () => {
    const document = parseMarkdown('---\ntitle: "Boats"\ndate: 2024-03-02\nlang: de\n---\nText.', { url });
    expect(document).toMatchObject({ title: 'Boats', date: '2024-03-02', language: 'de', text: 'Text.' });
  });

  test('links become their text and comments vanish, while offsets stay true', () => {
    const raw = 'A <!-- hidden\nwords --> b\n\nSee [the list](https://x.example/a "t") and ![a ship](s.png).';
    const { text, sections } = parseMarkdown(raw, { url });
    expect(text).toContain('See the list and a ship.');
    expect(text).not.toContain('hidden');
    expect(raw.slice(sections[0]!.raw!.start, sections[0]!.raw!.end)).toBe(raw);
  });
});

const manPage = `FERRY(1)                 User Commands                 FERRY(1)

NAME
       ferry - carry files over the water

OPTIONS
       -a, --all
              Carry hidden files, too.

       --crew=NUMBER
              How many processes row at a time. The
              default is 4.

       -q     Say nothing unless a file was lost on
              the way.

EXIT STATUS
       0 where all arrived.
`;

describe('plain text', () => {
  test('terms that hang over what is said of them are headings, as in a man page', () => {
    const { sections } = parseText(manPage, { url });
    expect(paths(sections)).toEqual([
      '',
      'NAME',
      'OPTIONS > -a, --all',
      'OPTIONS > --crew=NUMBER',
      'OPTIONS > -q',
      'EXIT STATUS',
    ]);
    expect(sections[3]!.text).toBe('How many processes row at a time. The\ndefault is 4.');
    expect(sections[4]!.text).toBe('Say nothing unless a file was lost on\nthe way.');
  });

  test('a page that is one text of fixed width is read like one', () => {
    const html = `<html><title>ferry</title><body><pre>${manPage}</pre></body></html>`;
    expect(paths(parsePage(html, { url }).sections)).toContain('OPTIONS > --crew=NUMBER');
  });

  test('a long log under a heading, many headings in a row and a long line with gaps take no time', () => {
    const log = `Log\n===\n${'[1] x\n'.repeat(130_000)}`;
    const headings = 'a\n---\n'.repeat(20_000);
    const gaps = `a${'  b'.repeat(100_000)}\rz\nnext`;
    for (const text of [log, headings, gaps]) expect(parseText(text, { url }).sections.length).toBeGreaterThan(0);
  });

  test('indented paragraphs and code under sentences are no entries', () => {
    const prose =
      'The ferry left at nine.\n  It was raining.\n\nNobody was on deck.\n  The captain slept.\n\nThen it struck.\n  All woke.';
    const program = 'if ready:\n    start()\n\nif late:\n    wait()\n\nif done:\n    stop()';
    for (const text of [prose, program]) expect(paths(parseText(text, { url }).sections)).toEqual(['']);
  });

  test('finds underlined, numbered and capital headings', () => {
    const { sections } = parseText(
      'BOATS\n=====\n\nIntro words here.\n\n1 Fares\n\nNine pells.\n\n1.1 Children\n\nHalf.\n\nTHE END OF IT\n\nBye.',
      { url },
    );
    expect(paths(sections)).toEqual([
      'BOATS',
      'BOATS > 1 Fares',
      'BOATS > 1 Fares > 1.1 Children',
      'BOATS > THE END OF IT',
    ]);
  });

  test('joins wrapped lines and keeps lists', () => {
    const wrapped =
      'This paragraph was wrapped at a fixed width by\nan old editor, as mails and RFCs still are, so\nit is joined.';
    expect(parseText(`${wrapped}\n\n- one\n- two`, { url }).text).toBe(
      `${wrapped.replaceAll('\n', ' ')}\n\n- one\n- two`,
    );
  });

  test('cuts one endless line into sections without losing anything', () => {
    const { sections } = parseText('a'.repeat(10_000), { url });
    expect(sections.map(({ text }) => text).join('')).toBe('a'.repeat(10_000));
    expect(sections.every(({ text }) => text.length <= 2000)).toBe(true);
  });
});
