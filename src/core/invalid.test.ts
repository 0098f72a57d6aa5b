import { expect, test } from 'vitest';
import { z } from 'zod';
import { whatIsInvalid } from './invalid.js';

const schema = z.strictObject({
  question: z.string().min(1).max(8),
  search: z.enum(['documents', 'web']).optional(),
  many: z.number().int().min(1).optional(),
  share: z.number().gt(0).optional(),
  texts: z.array(z.string()).min(1).max(2).optional(),
  input: z.union([z.string(), z.array(z.string())]).optional(),
  id: z.string().regex(/^r/, 'must be the id of a run').optional(),
  inner: z.strictObject({ a: z.boolean() }).optional(),
});

const said = (value: unknown) => {
  const { error } = schema.safeParse(value);
  return error && whatIsInvalid(error, value, schema);
};

test.each([
  [{}, '"question" is missing: it must be a text.'],
  [{ question: 7 }, '"question" must be a text.'],
  [{ question: '' }, '"question" must not be empty.'],
  [{ question: 'far too long' }, '"question" must have at most 8 characters; it has 12.'],
  [{ question: 'Who?', search: 'moon' }, '"search" must be one of "documents", "web".'],
  [{ question: 'Who?', many: 1.5 }, '"many" must be a whole number.'],
  [{ question: 'Who?', many: 0 }, '"many" must be at least 1; it is 0.'],
  [{ question: 'Who?', share: 0 }, '"share" must be more than 0; it is 0.'],
  [{ question: 'Who?', texts: ['a', 'b', 'c'] }, '"texts" must have at most 2 entries; it has 3.'],
  [{ question: 'Who?', input: 7 }, '"input" must be a text or a list, with what the documentation says.'],
  [{ question: 'Who?', id: '7' }, '"id" must be the id of a run.'],
  [{ question: 'Who?', inner: { a: 1 } }, '"inner.a" must be true or false.'],
  [{ question: 'Who?', inner: { a: true, b: 1 } }, 'In "inner" there is no "b".'],
  [{ question: 'Who?', b: 1 }, 'There is no "b". There are: question, search, many, share, texts, input, id, inner.'],
  [{ many: 'x' }, '"question" is missing: it must be a text. (1 more of the fields is not valid either.)'],
  [[], 'It must be an object.'],
])('%j: %s', (value, sentence) => {
  expect(said(value)).toBe(sentence);
});
