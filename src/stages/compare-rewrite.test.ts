import { expect, test } from 'vitest';
import type { Verifier } from '../core/ports.js';
import { question, testRun } from '../testing/index.js';
import { whatRewriteChanged } from './compare-rewrite.js';

const asked = question('When was the Kestrel Bridge opened?');
const draft = 'The Kestrel Bridge was opened in 1888 by Cordelia Amsinck, because the governor was sick.';
const changed = (rewritten: string, verifier?: Verifier) =>
  whatRewriteChanged({ question: asked, draft, rewritten }, verifier ? { verifier } : {}, testRun().run);
const sure = (supported: number): Verifier => ({
  name: 'v',
  entail: async (_, passages) => passages.map(() => ({ supported, contradicted: 0 })),
});

test('other words for the same are fine, with a verifier and without', async () => {
  const rewritten = 'Cordelia Amsinck opened the Kestrel Bridge in 1888 because the governor was sick.';
  expect(await changed(rewritten)).toBeUndefined();
  expect(await changed(rewritten, sure(0.9))).toBeUndefined();
});

test("what the question names may be left out, since the reader knows it; the draft's own names and numbers may not", async () => {
  expect(await changed('It was opened in 1888 by Cordelia Amsinck, because the governor was sick.')).toBeUndefined();
  expect(await changed('The Kestrel Bridge was opened by Cordelia Amsinck.')).toBe('it lost 1888');
  expect(await changed('The Kestrel Bridge was opened in 1888.')).toMatch(/it lost (?:Cordelia|Amsinck)/);
});

test('a name or number of its own is one too many', async () => {
  expect(
    await changed('The Kestrel Bridge was opened in 1888 by Cordelia Amsinck in Tovrick, as the governor was sick.'),
  ).toBe('it added Tovrick');
});

/**
 * From the first example of the prompt, which a model of 1.5 billion parameters was seen to give back as its answer.
 */
const COPIED =
  'The gaps let the deck grow in summer and shrink in winter. Without them the heat would push the slabs against each other.';

test('the example of the prompt, copied, is no refinement of anything', async () => {
  expect(await changed(COPIED)).toMatch(/it lost/);
  const plain = {
    question: question('Why is rye sown?'),
    draft: 'It is sown because it grows on poor soil.',
    rewritten: COPIED,
  };
  expect(await whatRewriteChanged(plain, {}, testRun().run)).toMatch(/the draft does not say/);
  expect(await whatRewriteChanged(plain, { verifier: sure(0.05) }, testRun().run)).toMatch(/the draft does not say/);
});
