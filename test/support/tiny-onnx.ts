/**
 * An encoder small enough to be written down: a table of vectors by token id as `hidden_states.0`, and the same times a
 * weight per dimension as
 * `last_hidden_state`. As the bytes of an ONNX file (protocol buffers, onnx.proto3), with the tokenizer.json that goes
 * with it.
 */
export type TinyEncoder = { readonly table: readonly (readonly number[])[]; readonly weights: readonly number[] };

const FLOAT = 1;
const INT64 = 7;

export function tinyOnnx({ table, weights }: TinyEncoder): Uint8Array {
  const width = weights.length;
  const graph = [
    message(1, [text(1, 'table'), text(1, 'input_ids'), text(2, 'hidden_states.0'), text(4, 'Gather')]),
    message(1, [text(1, 'hidden_states.0'), text(1, 'weights'), text(2, 'last_hidden_state'), text(4, 'Mul')]),
    text(2, 'tiny'),
    message(5, tensor('table', [table.length, width], table.flat())),
    message(5, tensor('weights', [width], weights)),
    message(11, value('input_ids', INT64, 2)),
    message(12, value('hidden_states.0', FLOAT, 3)),
    message(12, value('last_hidden_state', FLOAT, 3)),
  ];
  return Buffer.concat([number(1, 8), message(7, graph), message(8, [text(1, ''), number(2, 13)])]);
}

function tensor(name: string, dims: readonly number[], values: readonly number[]): Uint8Array[] {
  return [
    ...dims.map((dim) => number(1, dim)),
    number(2, FLOAT),
    text(8, name),
    bytes(9, new Uint8Array(Float32Array.from(values).buffer)),
  ];
}

function value(name: string, type: number, rank: number): Uint8Array[] {
  const shape = Array.from({ length: rank }, (_, at) => message(1, [text(2, `d${at}`)]));
  return [text(1, name), message(2, [message(1, [number(1, type), message(2, shape)])])];
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}

const number = (field: number, of: number): Uint8Array => Uint8Array.from([...varint(field * 8), ...varint(of)]);
const bytes = (field: number, of: Uint8Array): Uint8Array =>
  Buffer.concat([Uint8Array.from([...varint(field * 8 + 2), ...varint(of.length)]), of]);
const text = (field: number, of: string): Uint8Array => bytes(field, Buffer.from(of));
const message = (field: number, parts: readonly Uint8Array[]): Uint8Array => bytes(field, Buffer.concat(parts));

/** Each letter of `letters` is a token from 3 on; <s> is 0, </s> 1, anything else 2. */
export function letterTokenizer(letters: string): unknown {
  const mark = (content: string, id: number) => ({
    id,
    content,
    special: true,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
  });
  const vocab = Object.fromEntries(['<s>', '</s>', '<unk>', ...letters].map((token, id) => [token, id]));
  return {
    version: '1.0',
    added_tokens: [mark('<s>', 0), mark('</s>', 1), mark('<unk>', 2)],
    normalizer: null,
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '<s>', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '</s>', type_id: 0 } },
      ],
      pair: [],
      special_tokens: {
        '<s>': { id: '<s>', ids: [0], tokens: ['<s>'] },
        '</s>': { id: '</s>', ids: [1], tokens: ['</s>'] },
      },
    },
    decoder: null,
    model: { type: 'BPE', vocab, merges: [], unk_token: '<unk>' },
  };
}
