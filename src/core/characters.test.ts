import { expect, test } from 'vitest';
import { stripInvisible } from './characters.js';

const [MEEM, ZWNJ, ZWJ] = ['\u0645', '\u200c', '\u200d'];

test('a joiner between letters that join stays; beside Latin letters, signs, blanks or nothing it goes', () => {
  expect(stripInvisible(`${MEEM}${ZWNJ}${MEEM}${ZWJ}${ZWNJ}${MEEM}`)).toBe(`${MEEM}${ZWNJ}${MEEM}${ZWJ}${ZWNJ}${MEEM}`);
  expect(stripInvisible(`${ZWJ}${MEEM}${ZWJ}`)).toBe(MEEM);
  expect(stripInvisible(`a${ZWJ}${ZWNJ}${MEEM}${ZWJ} ${ZWJ}${MEEM}${ZWNJ}b${ZWNJ}!`)).toBe(`a${MEEM} ${MEEM}b!`);
  expect(stripInvisible('\u{1f469}\u200d\u{1f680}')).toBe('\u{1f469}\u200d\u{1f680}');
});

test('the first selector after a sign stays, others go', () => {
  expect(stripInvisible('\u2600\ufe0f\ufe0e\ufe0f a\ufe0f')).toBe('\u2600\ufe0f a');
});

test('a million joiners or selectors in a row are read once', () => {
  const run = ZWJ.repeat(1_000_000);
  expect(stripInvisible(`${MEEM}${run}${MEEM}`)).toHaveLength(1_000_002);
  expect(stripInvisible(`${MEEM}${run}`)).toBe(MEEM);
  expect(stripInvisible(`\u2600${'\ufe0f'.repeat(1_000_000)}`)).toBe('\u2600\ufe0f');
});
