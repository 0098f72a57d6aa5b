import fc from 'fast-check';
import { expect, test } from 'vitest';
import { growingBytes, pack, readText, readVarint, unpack, widthOf, wordsFor } from './packing.js';

test('packed numbers come back, whatever their width', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 0xffffffff }), { maxLength: 130 }),
      fc.integer({ min: 0, max: 31 }),
      (raw, shift) => {
        const values = Uint32Array.from(raw, (value) => value >>> shift);
        const bits = widthOf(values, values.length);
        const words = new Uint32Array(1 + wordsFor(values.length, bits));
        pack(values, values.length, { words, at: 1, bits });
        const back = new Uint32Array(values.length);
        unpack(words, { at: 1, bits, count: values.length }, back);
        expect(back).toEqual(values);
      },
    ),
  );
});

test('varints and texts come back, beyond 32 bits too', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat({ max: Number.MAX_SAFE_INTEGER }), fc.string({ unit: 'grapheme' }))),
      (pairs) => {
        const bytes = growingBytes(1);
        for (const [value, text] of pairs) {
          bytes.varint(value);
          bytes.text(text);
        }
        const place = { bytes: bytes.view(), at: 0 };
        for (const [value, text] of pairs) expect([readVarint(place), readText(place)]).toEqual([value, text]);
        expect(place.at).toBe(bytes.length);
      },
    ),
  );
});
