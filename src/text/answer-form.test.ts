import { expect, test } from 'vitest';
import { fitsForm } from './answer-form.js';

test.each([
  ['who', 'It was built by Ada Stone.', true],
  ['who', 'it was built by nobody.', false],
  ['when', 'It opened in 1888.', true],
  ['when', 'Boats leave at 7:40.', true],
  ['when', 'It closes in November.', true],
  ['when', 'It opened long ago.', false],
  ['how-many', 'It has 22 rooms.', true],
  ['how-many', 'It has twelve rooms.', true],
  ['how-many', 'Entry is free.', true],
  ['how-many', 'It has rooms.', false],
  ['where', 'It stands in Hathe.', true],
  ['where', 'It stands still.', false],
  ['why', 'It closed because of rain.', true],
  ['why', 'It closed.', false],
  ['what', 'Anything.', true],
  ['yes-no', 'Anything.', true],
] as const)('%s is answered by "%s": %s', (form, sentence, fits) => {
  expect(fitsForm(form, sentence)).toBe(fits);
});
