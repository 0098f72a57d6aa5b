import { describe, expect, test } from 'vitest';
import {
  componentsByRules,
  isComposite,
  readClass,
  readQueries,
  subQueriesByRules,
  variantsByRules,
} from './queries.js';

describe('reading queries out of a reply', () => {
  test('what follows the last "query:" of a line, without list marks and quotes', () => {
    const reply = [
      'Here are the queries:',
      '1. query: "ryse funding"',
      '2) Query: the query: ryse investors',
      '- QUERY 3: ‘ryse founders’',
      'query:   ',
      'ryse without a label',
    ].join('\n');
    expect(readQueries(reply)).toEqual(['ryse funding', 'ryse investors', 'ryse founders']);
  });

  test('repetitions are left out, whatever their case', () => {
    expect(readQueries('query: Ryse funding\nquery: ryse funding\nquery: other')).toEqual(['Ryse funding', 'other']);
  });

  test('a reply without labels holds no query', () => {
    expect(readQueries('I would rather not say.\n1. funding')).toEqual([]);
  });
});

test.each([
  ['SIMPLE', 'simple'],
  ['**Composite**.', 'composite'],
  ['SIMPLE, not COMPOSITE', 'simple'],
  ['It looks simple but is COMPOSITE', 'composite'],
  ['The question is a simple one.', 'simple'],
  ['Oversimplified', undefined],
])('the class of %s is %s', (reply, kind) => {
  expect(readClass(reply)).toBe(kind);
});

describe('without a model', () => {
  const comparison = 'Which is older, the Kestrel Bridge or the Salt Exchange?';

  test('variants keep the names, differ from each other and hold words that an answer of that form comes with', () => {
    const variants = variantsByRules('Hi! Could you tell me when the Kestrel Bridge opened, please?');
    expect(variants.length).toBeGreaterThan(2);
    expect(new Set(variants.map((variant) => variant.toLowerCase())).size).toBe(variants.length);
    for (const variant of variants) expect(variant).toContain('Kestrel Bridge');
    expect(variants).toContainEqual(expect.stringMatching(/Kestrel Bridge opened date year$/));
  });

  test('a comparison is composite and asks for each side; a plain question is neither divided nor changed', () => {
    expect(isComposite(comparison)).toBe(true);
    const queries = subQueriesByRules(comparison);
    expect(queries).toHaveLength(2);
    expect(queries[0]).toContain('Kestrel Bridge');
    expect(queries[1]).toContain('Salt Exchange');
    expect(isComposite('Who built the Kestrel Bridge?')).toBe(false);
    expect(subQueriesByRules('Who built the Kestrel Bridge?')).toEqual(['Who built the Kestrel Bridge?']);
  });

  test('a sub-question that waits for another holds the words of that other in place of its answer', () => {
    const queries = subQueriesByRules('Who is the spouse of the director of Jump for Glory?');
    expect(queries).toHaveLength(2);
    expect(queries.join('\n')).not.toContain('#');
    expect(queries[1]).toMatch(/spouse.*Jump.*Glory/);
  });

  test('components are a numbered list', () => {
    expect(componentsByRules('Who built the Kestrel Bridge?')).toBe('1. built\n2. Kestrel\n3. Bridge');
  });
});
