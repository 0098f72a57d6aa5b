import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { letterTokenizer, tinyOnnx } from '../../../test/support/tiny-onnx.js';
import { bertScore, idfWeights } from '../../text/metrics/bert-score.js';
import { openTokenEncoder } from './token-encoder.js';

const root = mkdtempSync(join(tmpdir(), 'winnow-encoder-'));
afterAll(() => rmSync(root, { recursive: true }));
const call = { signal: new AbortController().signal };
const models = fileURLToPath(new URL('../../../models', import.meta.url));

function folder(name: string, { config = {}, tokenizer = {} }: { config?: object; tokenizer?: object } = {}): string {
  const path = join(root, name);
  mkdirSync(join(path, 'onnx'), { recursive: true });
  const table = [...Array(6).keys()].map((id) => [id, id + 0.5]);
  writeFileSync(join(path, 'onnx/model.onnx'), tinyOnnx({ table, weights: [1, 10] }));
  writeFileSync(join(path, 'tokenizer.json'), JSON.stringify(letterTokenizer('abc')));
  writeFileSync(join(path, 'config.json'), JSON.stringify(config));
  writeFileSync(join(path, 'tokenizer_config.json'), JSON.stringify(tokenizer));
  return path;
}

describe("an encoder of one's own", () => {
  test('gives the vectors of its last layer, with the marks of its own tokenizer', async () => {
    const encoder = await openTokenEncoder({ model: folder('last') });
    expect(encoder).toMatchObject({ name: 'last last_hidden_state', layer: undefined });
    const { ids, special, vectors } = await encoder.encode(' b c ', call);
    expect({ ids, special }).toEqual({ ids: [0, 4, 5, 1], special: [true, false, false, true] });
    expect([...vectors]).toEqual([0, 5, 4, 45, 5, 55, 1, 15]);
    expect(encoder.idsOf('b c')).toEqual(ids);
  });

  test('gives the layer that is named, where the model has it as an output', async () => {
    const encoder = await openTokenEncoder({ model: folder('first'), layer: 0 });
    expect(encoder).toMatchObject({ name: 'first hidden_states.0', layer: 0 });
    expect([...(await encoder.encode('a', call)).vectors]).toEqual([0, 0.5, 3, 3.5, 1, 1.5]);
  });

  test('knows the number of its last layer from config.json', async () => {
    const model = folder('counted', { config: { num_hidden_layers: 4 } });
    expect(await openTokenEncoder({ model })).toMatchObject({ layer: 4 });
    expect(await openTokenEncoder({ model, layer: 4 })).toMatchObject({ name: 'counted last_hidden_state', layer: 4 });
  });

  test('a layer that is no output is refused, and the outputs are named', async () => {
    await expect(openTokenEncoder({ model: folder('none'), layer: 3 })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/no output for layer 3.*hidden_states\.0, last_hidden_state.*hidden_states\.3/),
    });
  });

  test('a long text is cut at the limit of the tokenizer, with its closing mark', async () => {
    const encoder = await openTokenEncoder({ model: folder('short', { tokenizer: { model_max_length: 4 } }) });
    expect(encoder.idsOf('a b c a b c')).toEqual([0, 3, 4, 1]);
    const endless = await openTokenEncoder({ model: folder('endless', { tokenizer: { model_max_length: 1e30 } }) });
    expect(endless.idsOf('a '.repeat(600))).toHaveLength(512);
  });

  test('a folder without a model, a file that is none, and a model that gives no token vectors are refused', async () => {
    await expect(openTokenEncoder({ model: join(root, 'nowhere') })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('tokenizer.json'),
    });
    const broken = folder('broken');
    writeFileSync(join(broken, 'onnx/model.onnx'), 'not a model');
    await expect(openTokenEncoder({ model: broken })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('does not load'),
    });
    const reranker = join(root, 'reranker');
    mkdirSync(reranker);
    symlinkSync(join(models, 'reranker/model_int8.onnx'), join(reranker, 'model.onnx'));
    symlinkSync(join(models, 'tokenizer.json'), join(reranker, 'tokenizer.json'));
    const encoder = await openTokenEncoder({ model: reranker });
    await expect(encoder.encode('a', call)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('no list of token vectors'),
    });
  });

  test('an aborted signal is honoured', async () => {
    const encoder = await openTokenEncoder({ model: folder('stopped') });
    await expect(encoder.encode('a', { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped');
  });
});

/** Candidate, reference, then P, R, F and P, R, F with idf over these references, by PyPI's bert-score 0.3.13: scripts/bert-score-oracle.py --fixtures. */
const PUBLISHED: readonly (readonly [string, string, readonly number[], readonly number[]])[] = [
  ['The bridge was opened in 1888.', 'The bridge opened in 1888.', [0.972455, 0.984753, 0.978566], [0.961655, 0.984939, 0.973158]],
  [
    'The bridge was opened in 1888.',
    'Ada Stone opened the old bridge in the year 1888.',
    [0.819727, 0.639235, 0.718316],
    [0.828867, 0.586669, 0.687048],
  ],
  ['1888', 'The old bridge was opened in 1888 by Ada Stone.', [0.879922, 0.293918, 0.440647], [0.879922, 0.287116, 0.432959]],
  ['The ferry sails at noon.', 'A recipe for cake needs flour and eggs.', [0.061224, 0.064881, 0.063], [0.05465, 0.059074, 0.056776]],
  [
    'The ferry to Hathe sails daily at noon, except on Sundays.',
    "Every day but Sunday a boat leaves for Hathe at twelve o'clock.",
    [0.689286, 0.633285, 0.660099],
    [0.674938, 0.631524, 0.65251],
  ],
  ["It's 3.5 km long (about 2 miles).", 'Its length is 3,500 metres.', [0.638021, 0.693105, 0.664423], [0.643436, 0.701221, 0.671087]],
  ['Café Zürich serves crème brûlée.', 'Cafe Zurich serves creme brulee.', [1, 1, 1], [1, 1, 1]],
  ['no', 'Yes, it does.', [0.671656, 0.250427, 0.364828], [0.671656, 0.298053, 0.412885]],
  [
    'The salt rake stands in place of a mace.',
    'In place of a mace the speaker carries a salt rake.',
    [0.787456, 0.750884, 0.768735],
    [0.756729, 0.734383, 0.745389],
  ],
  [
    'Crossing costs 2 pells; children pay nothing.',
    'Children cross for free, everybody else pays 2 pells.',
    [0.772038, 0.72505, 0.747806],
    [0.748362, 0.723756, 0.735853],
  ],
];

describe('the bundled encoder', () => {
  test("scores as PyPI's bert-score does on the same weights, to 0.001", async () => {
    const encoder = await openTokenEncoder({ model: 'bundled' });
    const idf = idfWeights(PUBLISHED.map(([, reference]) => encoder.idsOf(reference)));
    for (const [candidate, reference, plain, weighted] of PUBLISHED) {
      const [left, right] = [await encoder.encode(candidate, call), await encoder.encode(reference, call)];
      for (const [expected, weightOf] of [[plain, undefined] as const, [weighted, idf] as const]) {
        const { precision, recall, f } = bertScore(left, right, weightOf);
        const furthest = Math.max(...[precision, recall, f].map((value, at) => Math.abs(value - (expected[at] as number))));
        expect({ candidate, isNear: furthest < 0.001, furthest }).toMatchObject({ isNear: true });
      }
    }
  });

  test('has its last layer alone, which is the sixth', async () => {
    expect(await openTokenEncoder({ model: 'bundled', layer: 6 })).toMatchObject({
      name: 'winnow-embedder last_hidden_state',
      layer: 6,
    });
    await expect(openTokenEncoder({ model: 'bundled', layer: 5 })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('Its outputs: last_hidden_state. Leave the layer out to take last_hidden_state (layer 6)'),
    });
  });
});
