import { expect, test } from 'vitest';
import { weighClaim } from './weigh.js';

const page = (...texts: readonly string[]) => texts.map((text) => ({ text, context: 'The dairy' }));

test('a whole name is known where the stretch has its last word and the page the whole', () => {
  const sources = page('Leopold Strang drove a van.', 'Strang apologised. He has to pay back 4,000 pells to the dairy.');
  expect(weighClaim('Leopold Strang has to pay back 4,000 pells to the dairy.', sources)?.problems).toEqual([]);
});

test('a date counts that a sentence brings which was added for its words', () => {
  const sources = page('A team led by Dr Caspar Nwosu has found it out in the field.', 'The study appeared in May 2019.');
  expect(weighClaim("The study of Dr Caspar Nwosu's team appeared in 2019.", sources)?.problems).toEqual([]);
});

test('the offsets of carriers are those of their source', () => {
  const sources = page('Cows graze here. The cheese ripens for 90 days.', 'The caves are cold and 74 metres long.');
  for (const { source, start, end, text } of weighClaim('The cheese ripens for 90 days in caves that are 74 metres long.', sources)
    ?.carriers ?? [])
    expect(sources[source]?.text.slice(start, end)).toBe(text);
});
