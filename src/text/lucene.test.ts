import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLucene, type QueryNode } from './lucene.js';
import { escapeLucene, toLucene } from './lucene-print.js';

const parse = (text: string) => parseLucene(text).node;
const term = (text: string, more: { field?: string; boost?: number } = {}): QueryNode => ({
  type: 'term',
  text,
  ...more,
});
const group = (...clauses: ['should' | 'must' | 'not', QueryNode][]): QueryNode => ({
  type: 'group',
  clauses: clauses.map(([occur, node]) => ({ occur, node })),
});

describe('parseLucene', () => {
  test('reads the query LevelRAG refines: a boosted phrase, a term, an exclusion', () => {
    expect(parse('"John Mayne"^2 occupation -"civil servant"')).toEqual(
      group(
        ['should', { type: 'phrase', text: 'John Mayne', slop: 0, boost: 2 }],
        ['should', term('occupation')],
        ['not', { type: 'phrase', text: 'civil servant', slop: 0 }],
      ),
    );
  });

  test.each([
    ['term', term('term')],
    ['term^2.5', term('term', { boost: 2.5 })],
    ['title:term^2', term('term', { field: 'title', boost: 2 })],
    ['pre*', { type: 'prefix', text: 'pre' }],
    ['fuzzy~', { type: 'fuzzy', text: 'fuzzy', edits: 2 }],
    ['fuzzy~1^3', { type: 'fuzzy', text: 'fuzzy', edits: 1, boost: 3 }],
    ['fuzzy~0.8', { type: 'fuzzy', text: 'fuzzy', edits: 1 }],
    ['"a b"~3^2', { type: 'phrase', text: 'a b', slop: 3, boost: 2 }],
    ['title:(a b)', group(['should', term('a', { field: 'title' })], ['should', term('b', { field: 'title' })])],
    ['a AND b', group(['must', term('a')], ['must', term('b')])],
    ['a && b', group(['must', term('a')], ['must', term('b')])],
    ['a OR b', group(['should', term('a')], ['should', term('b')])],
    ['a || b', group(['should', term('a')], ['should', term('b')])],
    ['a AND NOT b', group(['must', term('a')], ['not', term('b')])],
    ['a !b', group(['should', term('a')], ['not', term('b')])],
    ['+a b', group(['must', term('a')], ['should', term('b')])],
    ['a b AND c', group(['should', term('a')], ['must', term('b')], ['must', term('c')])],
    [
      'a (b -c)^3',
      group(
        ['should', term('a')],
        ['should', { ...group(['should', term('b')], ['not', term('c')]), boost: 3 } as QueryNode],
      ),
    ],
    ['\\(1\\+1\\)\\:2', term('(1+1):2')],
    ['C\\+\\+ wi-fi AT&T', group(['should', term('C++')], ['should', term('wi-fi')], ['should', term('AT&T')])],
    ['\\AND', term('AND')],
    ['*', { type: 'all' }],
    ['https://example.org/a', term('https://example.org/a')],
  ] as [string, QueryNode][])('reads %s', (text, node) => {
    expect(parseLucene(text)).toEqual({ node, problems: [] });
  });

  test.each([
    ['"never closed', 0, group(['should', term('never')], ['should', term('closed')])],
    ['(a b', 0, group(['should', term('a')], ['should', term('b')])],
    ['a) b', 1, group(['should', term('a')], ['should', term('b')])],
    ['a AND', 2, term('a')],
    ['OR a', 0, term('a')],
    ['Paris - city', 6, group(['should', term('Paris')], ['should', term('city')])],
    ['a^ b', 1, group(['should', term('a')], ['should', term('b')])],
    ['what is x?', 9, group(['should', term('what')], ['should', term('is')], ['should', term('x ')])],
    ['year:[1 TO 2', 5, group(['should', term('1')], ['should', term('TO')], ['should', term('2')])],
  ] as [string, number, QueryNode][])('degrades %s to plain terms and says where', (text, at, node) => {
    const { node: read, problems } = parseLucene(text);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.some((problem) => problem.at === at)).toBe(true);
    if (!text.startsWith('year')) expect(read).toEqual(node);
  });

  test('searches an unknown field as a word when it is told which fields there are', () => {
    const { node, problems } = parseLucene('title:a note:b', { fields: ['title'] });
    expect(node).toEqual(group(['should', term('a', { field: 'title' })], ['should', term('note:b')]));
    expect(problems).toEqual([{ at: 8, message: expect.stringContaining('no field "note"') }]);
  });

  test('survives any nesting', () => {
    expect(() => parseLucene('('.repeat(100_000))).not.toThrow();
    expect(() => parseLucene('f:'.repeat(5_000))).not.toThrow();
    expect(() => parseLucene('-'.repeat(100_000))).not.toThrow();
  });

  test('never throws, and every problem lies in the text', () => {
    const noisy = fc.array(
      fc.constantFrom(
        'a',
        'AND',
        'OR',
        'NOT',
        '+',
        '-',
        '!',
        '(',
        ')',
        '"',
        '^2',
        '~',
        '*',
        '?',
        ':',
        '\\',
        ' ',
        '[',
        '&&',
        '||',
        'é',
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          noisy.map((parts) => parts.join('')),
        ),
        (text) => {
          for (const { at } of parseLucene(text).problems) expect(at).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('toLucene', () => {
  const boost = fc.constantFrom(undefined, 2, 2.5, 0.25);
  const field = fc.constantFrom(undefined, 'title', 'url');
  const text = fc.string({ minLength: 1, maxLength: 8, unit: 'grapheme' }).filter((value) => value.trim() !== '');
  const drop = <T extends object>(value: T) =>
    Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as T;
  const leaf = fc
    .oneof(
      fc.record({ type: fc.constantFrom('term', 'prefix'), text, field, boost }),
      fc.record({ type: fc.constant('fuzzy'), text, edits: fc.constantFrom(1, 2), field, boost }),
      fc.record({ type: fc.constant('phrase'), text, slop: fc.nat(3), field, boost }),
    )
    .map((node) => drop(node) as QueryNode);
  const { node: tree } = fc.letrec<{ node: QueryNode }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      leaf,
      fc
        .record({
          type: fc.constant('group'),
          clauses: fc.array(fc.record({ occur: fc.constantFrom('should', 'must', 'not'), node: tie('node') }), {
            minLength: 2,
            maxLength: 4,
          }),
          boost,
        })
        .map((node) => drop(node) as QueryNode),
    ),
  }));

  test('prints what is read back as the same tree', () => {
    fc.assert(
      fc.property(tree, (node) => {
        expect(parseLucene(toLucene(node))).toEqual({ node, problems: [] });
      }),
      { numRuns: 1000 },
    );
  });

  test('escapes everything that has a meaning', () => {
    expect(escapeLucene('NOT')).toBe('\\NOT');
    expect(toLucene(term('a:b (c)'))).toBe('a\\:b\\ \\(c\\)');
  });
});
