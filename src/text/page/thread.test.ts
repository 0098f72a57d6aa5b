import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../bench/parse/generate.js';
import { limitThread, parseThread } from './index.js';

type Reply = { id: string; body: string; score: number; created_utc?: number; author?: string; replies?: unknown };
const listing = (children: unknown[]) => ({ kind: 'Listing', data: { children } });
const comment = ({ author = 'ann', created_utc = 1, replies = '', ...rest }: Reply) => ({
  kind: 't1',
  data: { author, created_utc, replies, ...rest },
});
const thread = (comments: unknown[], post = {}) =>
  JSON.stringify([
    listing([
      { kind: 't3', data: { title: 'Which boat?', selftext: 'I have a van.', created_utc: 1_700_000_000, ...post } },
    ]),
    listing(comments),
  ]);
const parse = (json: string, options = {}) => parseThread(json, { url: 'https://forum.example/t', ...options });
const ids = (count: number) => Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index));

describe('a thread', () => {
  test('keeps, with limits, the 5 best comments, 3 replies of each and 2 of those', () => {
    const nested = ids(4).map((id, score) => comment({ id, body: `nested ${score}`, score }));
    const replies = ids(5).map((id, score) => comment({ id, body: `reply ${score}`, score, replies: listing(nested) }));
    const { sections, leftOut } = parse(
      thread(ids(8).map((id, score) => comment({ id, body: `top ${score}`, score, replies: listing(replies) }))),
      { limits: { comments: 5, replies: 3, nested: 2 } },
    );
    expect(sections.map(({ headings }) => headings.at(-1))).toEqual([
      'Which boat?',
      ...[7, 6, 5, 4, 3].map((score) => `Comment by ann (score ${score})`),
    ]);
    expect(sections[1]!.text.match(/reply \d/g)).toEqual(['reply 4', 'reply 3', 'reply 2']);
    expect(sections[1]!.text.match(/nested \d/g)).toEqual([
      'nested 3',
      'nested 2',
      'nested 3',
      'nested 2',
      'nested 3',
      'nested 2',
    ]);
    expect(sections[1]!.text).toContain('- Reply by ann (score 4): reply 4\n  - Reply by ann (score 3): nested 3');
    expect(leftOut![0]).toMatchObject({ what: 'comments', why: 'scored lower than those kept' });
  });

  test('is read whole without limits, as a tree, also what was replied to a deleted comment', () => {
    const chain = ids(12).reduceRight<unknown[]>(
      (replies, id) => [comment({ id, body: `depth ${id}`, score: 1, replies: listing(replies) })],
      [],
    );
    const gone = comment({
      id: 'g',
      body: '[deleted]',
      score: 5,
      replies: listing([comment({ id: 'h', body: 'an answer to it', score: 1 })]),
    });
    const whole = parse(thread([...ids(20).map((id) => comment({ id, body: `top ${id}`, score: 1 })), gone, ...chain]));
    for (const said of [...ids(20).map((id) => `top ${id}`), ...ids(12).map((id) => `depth ${id}`), 'an answer to it'])
      expect(whole.text).toContain(said);
    expect(whole.text).toContain('- Reply by ann (score 1): depth b\n  - Reply by ann (score 1): depth c');
    const limited = limitThread(whole, { comments: 5, replies: 3, nested: 2 });
    expect(limited.sections.filter(({ headings }) => headings.length > 1)).toHaveLength(5);
    expect(limited.text).not.toContain('an answer to it');
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
    expect(
      parse(thread([comment({ id: 'a', body: '# Big\n&gt; 3 &lt; 4 &amp;amp; so', score: 1 })])).sections[1]!.text,
    ).toBe('**Big**\n> 3 < 4 &amp; so');
  });

  test('has the date of the post and links where the post is one', () => {
    expect(parse(thread([])).date).toBe('2023-11-14');
    expect(
      parse(
        thread([comment({ id: 'a', body: 'ok', score: 1 })], {
          selftext: '',
          is_self: false,
          url: 'https://x.example/a',
        }),
      ).text,
    ).toContain('Link: https://x.example/a');
  });

  test('is refused with a reason when it is none', () => {
    expect(() => parse('<html>')).toThrow(/not JSON/);
    expect(() => parse('{"kind":"Listing"}')).toThrow(/no post/);
  });
});

/** The kept tree written down in the plainest way, straight from the JSON: what the parser must equal. */
type Kept = {
  readonly author: string;
  readonly score: number;
  readonly body: string;
  readonly replies: readonly Kept[];
};
type RawComment = Required<Omit<Reply, 'replies'>> & { readonly replies: RawListing };
type RawListing = {
  readonly data?: { readonly children: readonly { readonly kind: string; readonly data: RawComment }[] };
};

function expectedTree(json: string): Kept[] {
  const keep = (listing: RawListing | undefined, [most, ...below]: readonly number[]): Kept[] => {
    if (most === undefined) return [];
    const comments = (listing?.data?.children ?? []).filter(({ kind }) => kind === 't1').map(({ data }) => data);
    return comments
      .filter(
        ({ body }) =>
          !['', '[deleted]', '[removed]'].includes(body.trim()) && !/^\[ ?removed by \w+ ?\]$/i.test(body.trim()),
      )
      .sort(
        (one, other) =>
          other.score - one.score || one.created_utc - other.created_utc || one.id.localeCompare(other.id),
      )
      .slice(0, most)
      .map(({ author, score, body, replies }) => ({ author, score, body: plain(body), replies: keep(replies, below) }));
  };
  return keep((JSON.parse(json) as RawListing[])[1], [5, 3, 2]);
}

/** Letters and digits alone: markdown, escapes and indentation do not matter for the comparison. */
function plain(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The same tree read back from the parser's sections, by the lines it writes for comments and replies. */
function parsedTree(json: string): Kept[] {
  const { text } = parse(json, { limits: { comments: 5, replies: 3, nested: 2 } });
  const lines = text.split('\n');
  const tree: { author: string; score: number; lines: string[]; depth: number }[] = [];
  for (const line of lines) {
    const match = /^(## Comment|- Reply| {2}- Reply) by (\S+) \(score (-?\d+)\):? ?(.*)$/.exec(line);
    if (match !== null) {
      const [, kind = '', author = '', score, rest = ''] = match;
      tree.push({
        author,
        score: Number(score),
        lines: [rest],
        depth: kind.startsWith('##') ? 0 : kind.startsWith('-') ? 1 : 2,
      });
    } else tree.at(-1)?.lines.push(line);
  }
  const nest = (from: number, to: number, depth: number): Kept[] => {
    const starts = tree.flatMap((entry, index) =>
      index >= from && index < to && entry.depth === depth ? [index] : [],
    );
    return starts.map((start, order) => {
      const { author, score, lines: own } = tree[start]!;
      return {
        author,
        score,
        body: plain(own.join('\n')),
        replies: nest(start + 1, starts[order + 1] ?? to, depth + 1),
      };
    });
  };
  return nest(0, tree.length, 0);
}

describe('the 5/3/2 tree by score', () => {
  test('equals the reference on a thread with ties, deleted comments, stubs and deep replies', () => {
    const random = createRandom(5);
    const bodies = [
      'Take the early boat.\n\nIt is *quiet*.',
      '[deleted]',
      '[removed]',
      '# No\n&gt; never',
      '1. book\n2. wait',
      '[ Removed by Reddit ]',
    ];
    const grow = (depth: number, prefix: string): unknown[] =>
      Array.from({ length: 7 }, (_, index) => {
        const id = `${prefix}${String.fromCharCode(97 + index)}`;
        const replies = depth < 4 && random() < 0.7 ? listing(grow(depth + 1, id)) : '';
        const body = `${bodies[Math.floor(random() * bodies.length)]}`;
        const reply = { id, author: `user_${id}`, body: body.startsWith('[') ? body : `${body} ${id}`, replies };
        return comment({ ...reply, score: Math.floor(random() * 4) - 1, created_utc: Math.floor(random() * 3) });
      }).concat([{ kind: 'more', data: { count: 3 } } as never]);
    const json = thread(grow(0, ''));
    const tree = parsedTree(json);
    expect(tree).toEqual(expectedTree(json));
    expect(tree.flatMap(({ replies }) => replies.flatMap((reply) => reply.replies)).length).toBeGreaterThan(5);
  });
});

const folder = process.env.WINNOW_DATA ?? '';
describe.skipIf(!folder)('recorded threads', () => {
  test.each(['00', '01', '04', '08', '11'])('thread %s equals the reference', (number) => {
    const json = readFileSync(join(folder, 'reddit', `thread_${number}.json`), 'utf8');
    const tree = parsedTree(json);
    expect(tree).toEqual(expectedTree(json));
    expect(tree.length).toBeGreaterThan(0);
    expect(parse(json).text).toBe(parse(json).text);
  });
});
