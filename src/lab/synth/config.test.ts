import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { seededRandom } from '../../text/random.js';
import { DEFAULT_CONFIG, drawCategories, readSynthConfig } from './config.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-synth-config-'));
afterAll(() => rmSync(root, { recursive: true }));

function file(content: string, name = 'categories.json'): string {
  const path = join(root, name);
  writeFileSync(path, content);
  return path;
}

const category = (name: string, probability: number, more = {}) => ({
  name,
  description: `is ${name}`,
  probability,
  ...more,
});
const EXPERTISE = { categorization_name: 'expertise', categories: [category('expert', 0.5), category('novice', 0.5)] };
const DOCUMENTS = {
  categorization_name: 'multi-doc',
  categories: [category('single-doc', 0.4), category('comparison', 0.35), category('multi-aspect', 0.25)],
};

test.each([
  ['question_categorizations', 'user_categorizations'],
  ['question_categories', 'user_categories'],
])('%s and %s are read, from JSON', (questions, users) => {
  const config = readSynthConfig(file(JSON.stringify({ [questions]: [DOCUMENTS], [users]: [EXPERTISE] })));
  expect(config.users[0]).toMatchObject({
    name: 'expertise',
    categories: [{ name: 'expert', description: 'is expert', probability: 0.5 }, {}],
  });
  expect(config.multi).toBeCloseTo(0.6);
});

test('YAML is read, and is_multi_doc says which categories need two documents, whatever they are called', () => {
  const path = file(
    'question_categorizations:\n- categorization_name: reach\n  categories:\n  - {name: wide, description: d, probability: 0.25, is_multi_doc: true}\n  - {name: near, probability: 0.75}\n',
    'categories.yaml',
  );
  expect(readSynthConfig(path)).toMatchObject({
    multi: 0.25,
    users: [],
    questions: [{ categories: [{ isMulti: true }, { isMulti: false, description: '' }] }],
  });
});

test('a configuration that says nothing of documents leaves their share open', () => {
  expect(readSynthConfig(file(JSON.stringify({ user_categories: [EXPERTISE] }))).multi).toBeUndefined();
});

test('probabilities that do not add up to 1 are refused with those that would', () => {
  const lopsided = { categorization_name: 'phrasing', categories: [category('short', 0.6), category('long', 0.6)] };
  expect(() => readSynthConfig(file(JSON.stringify({ question_categories: [lopsided] })))).toThrow(
    /"phrasing" add up to 1\.200, and must to 1\. In the same proportions they would be: short 0\.500, long 0\.500/,
  );
  const thirds = { categorization_name: 'third', categories: ['a', 'b', 'c'].map((name) => category(name, 0.33)) };
  expect(readSynthConfig(file(JSON.stringify({ question_categories: [thirds] }))).questions).toHaveLength(1);
});

test.each([
  ['{"pipeline": "hifi-rag"}', /names no categories.*--settings/],
  ['{"question_categories": [{"categories": []}]}', /categorization_name/],
  ['{"question_categories": [', /cannot be read as JSON or YAML/],
  [
    JSON.stringify({ user_categories: [{ ...EXPERTISE, categories: [category('a', 0.5), category('a', 0.5)] }] }),
    /two categories "a"/,
  ],
  [JSON.stringify({ user_categories: [{ ...EXPERTISE, categories: [category('a', 0)] }] }), /above 0/],
])('refused: %s', (content, message) => {
  expect(() => readSynthConfig(file(content))).toThrow(message);
});

test('categories are drawn as often as their probability says, and two documents as often as asked for', () => {
  const config = readSynthConfig(
    file(JSON.stringify({ question_categories: [DOCUMENTS], user_categories: [EXPERTISE] })),
  );
  const random = seededRandom('draw');
  const drawn = Array.from({ length: 4000 }, () => drawCategories(config, random, 0.6));
  const share = (name: string) =>
    drawn.filter(({ questions, users }) => [...questions, ...users].some((one) => one.category.name === name)).length /
    4000;
  expect(share('expert')).toBeCloseTo(0.5, 1);
  expect(share('single-doc')).toBeCloseTo(0.4, 1);
  expect(share('comparison')).toBeCloseTo(0.35, 1);
  expect(drawn.every(({ isMulti, questions }) => isMulti === questions[0]?.category.isMulti)).toBe(true);
  expect(Array.from({ length: 50 }, () => drawCategories(config, random, 0)).some(({ isMulti }) => isMulti)).toBe(
    false,
  );
});

test('the categories without a file add up', () => {
  for (const { categories } of [...DEFAULT_CONFIG.questions, ...DEFAULT_CONFIG.users])
    expect(categories.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1);
});

test('the example is one', () => {
  const example = readSynthConfig(fileURLToPath(new URL('../../../examples/synth.yaml', import.meta.url)));
  expect(example).toMatchObject({ users: { length: 1 }, questions: { length: 3 } });
  expect(example.multi).toBeCloseTo(0.4);
});
