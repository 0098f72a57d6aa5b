import { expect, test } from 'vitest';
import { withoutThoughts } from './thinking.js';

function filtered(pieces: readonly string[]) {
  const filter = withoutThoughts();
  const shown = pieces.map(filter.add);
  return { text: shown.join('') + filter.end(), thought: filter.thought() };
}

test.each([
  ['<think>Well.</think>Yes', 'Yes', true],
  ['\n<think>\nWell.\n</think>\n\nYes', 'Yes', true],
  ['<think></think>Yes', 'Yes', true],
  ['<think>never ends', '', true],
  ['Yes <think>no</think>', 'Yes <think>no</think>', false],
  ['<th', '<th', false],
  ['<thinking is hard', '<thinking is hard', false],
  ['', '', false],
])('%j becomes %j, whole or letter by letter', (text, expected, thought) => {
  expect(filtered([text])).toEqual({ text: expected, thought });
  expect(filtered([...text])).toEqual({ text: expected, thought });
});
