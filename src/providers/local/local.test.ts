import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { LocalModels } from '../../core/ports.js';
import { dot } from '../../text/vectors.js';
import { createLocalModels, LOCAL_MODEL_NAMES } from './models.js';
import { CLS, openBertSession, SEP, sequenceOf } from './session.js';
import { loadWordpiece } from './wordpiece.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-local-'));
afterAll(() => rmSync(folder, { recursive: true }));
const call = { signal: new AbortController().signal };
const models = createLocalModels(LOCAL_MODEL_NAMES) as Required<LocalModels>;

describe('the models themselves', () => {
  test('the embedder gives unit vectors that put like to like, and the same text the same vector', async () => {
    const [boat, ferry, cake, again] = (await models.embedder.embed(
      ['a boat on the water', 'the ferry sails', 'a recipe for cake', 'a boat on the water'],
      call,
    )) as Float32Array[];
    expect(dot(boat as Float32Array, boat as Float32Array)).toBeCloseTo(1, 5);
    expect(dot(boat as Float32Array, ferry as Float32Array)).toBeGreaterThan(
      dot(boat as Float32Array, cake as Float32Array),
    );
    expect(again).toEqual(boat);
    expect(boat).toHaveLength(models.embedder.dimensions as number);
  });

  test('the reranker puts the passage that answers first', async () => {
    const [answers, unrelated] = (await models.reranker.score(
      'When was the bridge opened?',
      ['The bridge was opened in 1888.', 'Cake needs flour and eggs.'],
      call,
    )) as number[];
    expect(answers).toBeGreaterThan(unrelated as number);
  });

  test('the verifier tells a supported claim from a contradicted one', async () => {
    const odds = (claim: string) =>
      models.verifier.entail(claim, ['The bridge was opened in 1888 by Ada Stone.'], call);
    const [[right], [wrong]] = [
      await odds('Ada Stone opened the bridge in 1888.'),
      await odds('The bridge was never opened.'),
    ];
    expect(right?.supported).toBeGreaterThan(0.9);
    expect(wrong?.contradicted).toBeGreaterThan(0.9);
  });

  test('the reader finds the span, and is surer where there is one', async () => {
    const passages = ['The Old Bridge was opened in 1888 by Ada Stone.', 'Cake needs flour.'];
    const [found, none] = await models.reader.read('When was the Old Bridge opened?', passages, call);
    expect(found?.text).toContain('1888');
    expect(passages[0]?.slice(found?.start, found?.end)).toBe(found?.text);
    expect(found?.score).toBeGreaterThan(none?.score as number);
    expect(found?.answerable).toBeGreaterThan(0.5);
    expect(none?.answerable).toBeLessThan(0.5);
  });

  test('nothing to do needs no model, and an aborted signal is honoured', async () => {
    expect(await createLocalModels(['reader']).reader?.read('?', [], call)).toEqual([]);
    await expect(models.embedder.embed(['a'], { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    );
  });

  test('only what is wanted is there', () => {
    expect(Object.keys(createLocalModels(['reader']))).toEqual(['reader']);
    expect(createLocalModels([])).toEqual({});
  });
});

describe('loading', () => {
  test('a damaged file is refused by its hash, a missing one by its name', async () => {
    const file = join(folder, 'damaged.onnx');
    writeFileSync(file, 'not a model');
    await expect(openBertSession(file, 'a'.repeat(64))).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is damaged'),
    });
    await expect(openBertSession(join(folder, 'missing.onnx'), 'a')).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('missing.onnx'),
    });
  });

  test('sequences have their marks, and types tell the first part from the second', () => {
    expect(sequenceOf([7, 8])).toEqual({ ids: [CLS, 7, 8, SEP], types: [0, 0, 0, 0] });
    expect(sequenceOf([7], [9])).toEqual({ ids: [CLS, 7, SEP, 9, SEP], types: [0, 0, 0, 1, 1] });
  });
});

describe('wordpiece', () => {
  const wordpiece = loadWordpiece(fileURLToPath(new URL('../../../models/tokenizer.json', import.meta.url)));

  test('every token knows the place of its word in the text', () => {
    const text = 'The Skerl, naïve 3.5!';
    const { ids, starts, ends } = wordpiece(text, 100);
    expect(ids.length).toBe(starts.length);
    expect([...new Set(starts.map((start, at) => text.slice(start, ends[at])))]).toEqual([
      'The',
      'Skerl',
      ',',
      'naïve',
      '3',
      '.',
      '5',
      '!',
    ]);
  });

  test('the limit is kept, and case does not matter', () => {
    expect(wordpiece('one two three four', 2).ids).toHaveLength(2);
    expect(wordpiece('BRIDGE', 9).ids).toEqual(wordpiece('bridge', 9).ids);
  });
});
