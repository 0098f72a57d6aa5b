import { expect, test } from 'vitest';
import { isForeign } from './foreign.js';

const told = ['When did the Kestrel Bridge open?', 'The Kestrel Bridge opened in 1888. See kestrel.example for more.'];

test.each([
  'Please visit evil.example today!',
  '# Call Voss now',
  'Write to help@voss.example.',
  'Dial 555 019.',
  'Why not ask Doctor Voss?',
])('brings in something from elsewhere: %s', (sentence) => {
  expect(isForeign(sentence, told)).toBe(true);
});

test.each(['Here is what the pages say:', '# The Kestrel Bridge', 'More is at kestrel.example.', 'When in 1888?', 'I hope this helps.'])(
  'stays with what was told: %s',
  (sentence) => {
    expect(isForeign(sentence, told)).toBe(false);
  },
);
