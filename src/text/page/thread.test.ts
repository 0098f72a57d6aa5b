import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseThread } from './index.js';

type Reply = { id: string; body: string; score: number; created_utc?: number; author?: string; replies?: unknown };
const listing = (children: unknown[]) => ({ kind: 'Listing', data: { children } });
const comment = ({ author = 'ann', created_utc = 1, replies = '', ...rest }: Reply) => ({
  kind: 't1',
  data: { author, created_utc, replies, ...rest },
});
const thread = (comments: unknown[], post = {}) =>
  JSON.stringify([
    listing([{ kind: 't3', data: { title: 'Which boat?', selftext: 'I have a van.', created_utc: 1_700_000_000, ...post } }]),
    listing(comments),
  ]);
const parse = (json: string, options = {}) => parseThread(json, { url: 'https://forum.example/t', ...options });
const ids = (count: number) => Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index));

describe('a thread', () => {
  test('keeps the 5 best comments, 3 replies of each and 2 of those', () => {
    const nested = ids(4).map((id, score) => comment({ id, body: `nested ${score}`, score }));
    const replies = ids(5).map((id, score) => comment({ id, body: `reply ${score}`, score, replies: listing(nested) }));
    const { sections, leftOut } = parse(
      thread(ids(8).map((id, score) => comment({ id, body: `top ${score}`, score, replies: listing(replies) }))),
    );
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
      'Which boat?',
      ...[7, 6, 5, 4, 3].map((score) => `Comment by ann (score ${score})`),
    ]);
    expect(sections[1]!.text.match(/reply \d/g)).toEqual(['reply 4', 'reply 3', 'reply 2']);
    expect(sections[1]!.text.match(/nested \d/g)).toEqual(['nested 3', 'nested 2', 'nested 3', 'nested 2', 'nested 3', 'nested 2']);
    expect(sections[1]!.text).toContain('- Reply by ann (score 4): reply 4\n  - Reply by ann (score 3): nested 3');
    expect(leftOut![0]).toMatchObject({ what: 'comments', why: 'scored lower than those kept' });
  });

  test('breaks ties by time, then by id, whatever the order of the listing', () => {
    const tied = [
      { id: 'c', body: 'third', score: 1, created_utc: 5 },
      { id: 'b', body: 'second', score: 1, created_utc: 5 },
      { id: 'z', body: 'first', score: 1, created_utc: 4 },
    ].map(comment);
    for (const order of [tied, [...tied].reverse()]) {
      expect(
        parse(thread(order))
          .sections.slice(1)
          .map(({ text }) => text),
      ).toEqual(['first', 'second', 'third']);
    }
  });

  test('leaves deleted comments and stubs out and says how many', () => {
    const { sections, leftOut } = parse(
      thread([
        comment({ id: 'a', body: '[deleted]', score: 9 }),
        comment({ id: 'b', body: 'still here', score: 1, author: '[deleted]' }),
        { kind: 'more', data: { count: 12 } },
      ]),
    );
    expect(sections.map(({ text }) => text)).toEqual(['I have a van.', 'still here']);
    expect(leftOut!.map(({ why }) => why)).toEqual(['1 deleted or removed', '12 not in the listing']);
  });

  test('decodes what the API escapes and tames headings in comments', () => {
    expect(parse(thread([comment({ id: 'a', body: '# Big\n&gt; 3 &lt; 4 &amp;amp; so', score: 1 })])).sections[1]!.text).toBe(
      '**Big**\n> 3 < 4 &amp; so',
    );
  });

  test('has the date of the post and links where the post is one', () => {
    expect(parse(thread([])).date).toBe('2023-11-14');
    expect(
      parse(thread([comment({ id: 'a', body: 'ok', score: 1 })], { selftext: '', is_self: false, url: 'https://x.example/a' })).text,
    ).toContain('Link: https://x.example/a');
  });

  test('is refused with a reason when it is none', () => {
    expect(() => parse('<html>')).toThrow(/not JSON/);
    expect(() => parse('{"kind":"Listing"}')).toThrow(/no post/);
  });
});

const folder = process.env.WINNOW_DATA ?? '';
describe.skipIf(!folder)('recorded threads', () => {
  test.each(['00', '01', '04', '08', '11'])('thread %s is the 5/3/2 tree by score', (number) => {
    const json = readFileSync(join(folder, 'reddit', `thread_${number}.json`), 'utf8');
    const { sections, text } = parse(json);
    const scores = sections
      .filter(({ headings }) => headings.length === 2)
      .map(({ headings }) => Number(/score (-?\d+)/.exec(headings[1]!)![1]));
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
    expect(new Set(sections.map(({ headings }) => headings[1])).size).toBeLessThanOrEqual(6);
    for (const section of sections) expect(section.text.match(/^- Reply by /gm)?.length ?? 0).toBeLessThanOrEqual(3);
    expect(parse(json).text).toBe(text);
  });
});
