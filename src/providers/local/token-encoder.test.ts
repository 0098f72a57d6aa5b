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

/**
 * Candidate, reference, then P, R, F and P, R, F with idf over these references, by BERTScore's formula in numpy:
 * scripts/bert-score-oracle.py --formula --fixtures.
 */
const PUBLISHED: readonly (readonly [string, string, readonly number[], readonly number[]])[] = [
  [
    'The bridge was opened in 1888.',
    'The bridge opened in 1888.',
    [0.978439, 0.99055, 0.984457],
    [0.968166, 0.991228, 0.979561],
  ],
  [
    'The bridge was opened in 1888.',
    'Ada Stone opened the old bridge in the year 1888.',
    [0.827236, 0.703861, 0.760578],
    [0.834325, 0.674422, 0.7459],
  ],
  [
    '1888',
    'The old bridge was opened in 1888 by Ada Stone.',
    [0.810553, 0.500318, 0.618725],
    [0.810553, 0.496466, 0.61577],
  ],
  [
    'The ferry sails at noon.',
    'A recipe for cake needs flour and eggs.',
    [0.291489, 0.364211, 0.323818],
    [0.254561, 0.347152, 0.293733],
  ],
  [
    'The ferry to Hathe sails daily at noon, except on Sundays.',
    "Every day but Sunday a boat leaves for Hathe at twelve o'clock.",
    [0.711843, 0.679711, 0.695406],
    [0.698734, 0.671333, 0.684759],
  ],
  [
    "It's 3.5 km long (about 2 miles).",
    'Its length is 3,500 metres.',
    [0.705811, 0.74729, 0.725959],
    [0.689984, 0.737684, 0.713037],
  ],
  ['Café Zürich serves crème brûlée.', 'Cafe Zurich serves creme brulee.', [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]],
  ['no', 'Yes, it does.', [0.518463, 0.47244, 0.494383], [0.518463, 0.452802, 0.483413]],
  [
    'The salt rake stands in place of a mace.',
    'In place of a mace the speaker carries a salt rake.',
    [0.877815, 0.838891, 0.857912],
    [0.859722, 0.822298, 0.840594],
  ],
  [
    'Crossing costs 2 pells; children pay nothing.',
    'Children cross for free, everybody else pays 2 pells.',
    [0.788482, 0.752861, 0.77026],
    [0.775373, 0.757682, 0.766425],
  ],
];

describe('the bundled encoder', () => {
  test('scores as the published formula does on the same weights, to 0.001', async () => {
    const encoder = await openTokenEncoder({ model: 'bundled' });
    const idf = idfWeights(PUBLISHED.map(([, reference]) => encoder.idsOf(reference)));
    for (const [candidate, reference, plain, weighted] of PUBLISHED) {
      const [left, right] = [await encoder.encode(candidate, call), await encoder.encode(reference, call)];
      for (const [expected, weightOf] of [[plain, undefined] as const, [weighted, idf] as const]) {
        const { precision, recall, f } = bertScore(left, right, weightOf);
        const furthest = Math.max(
          ...[precision, recall, f].map((value, at) => Math.abs(value - (expected[at] as number))),
        );
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
      message: expect.stringContaining(
        'Its outputs: last_hidden_state. Leave the layer out to take last_hidden_state (layer 6)',
      ),
    });
  });
});
