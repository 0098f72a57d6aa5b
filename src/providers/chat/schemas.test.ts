import { expect, test } from 'vitest';
import { z } from 'zod';
import { ANTHROPIC, GEMINI, inDialect, inObject, OPENAI_STRICT } from './schemas.js';

const reply = z.toJSONSchema(
  z.object({
    keep: z.array(z.union([z.string(), z.number().int()])).min(1),
    drop: z.array(z.object({ url: z.string(), reason: z.enum(['a', 'b']) })).default([]),
    kind: z.literal('x'),
    code: z.string().regex(/^\d+$/),
  }),
  { io: 'input' },
);

test('strict dialects require every property and allow no other, all the way down', () => {
  for (const dialect of [OPENAI_STRICT, ANTHROPIC]) {
    expect(inDialect(reply, dialect)).toMatchObject({
      required: ['keep', 'drop', 'kind', 'code'],
      additionalProperties: false,
      properties: { drop: { items: { required: ['url', 'reason'], additionalProperties: false } } },
    });
  }
});

test('what a provider refuses is left out: defaults, patterns, bounds that say nothing', () => {
  expect(JSON.stringify(inDialect(reply, OPENAI_STRICT))).not.toMatch(/\$schema|default|9007199254740991/);
  expect(JSON.stringify(inDialect(reply, ANTHROPIC))).not.toMatch(/default|pattern|minItems/);
  const gemini = JSON.stringify(inDialect(reply, GEMINI));
  expect(gemini).not.toMatch(/default|pattern|const/);
  expect(gemini).toContain('"kind":{"type":"string","enum":["x"]}');
});

test('a property may be named like a keyword', () => {
  const odd = {
    type: 'object',
    properties: { pattern: { type: 'string' }, default: { type: 'number' } },
    required: ['pattern'],
  };
  expect(inDialect(odd, GEMINI)).toEqual(odd);
});

test('only what is no object is put into one', () => {
  expect(inObject({ type: 'object', properties: {} })).toEqual({ type: 'object', properties: {} });
  expect(inObject({ $schema: 'x', type: 'array' })).toMatchObject({
    type: 'object',
    properties: { value: { type: 'array' } },
  });
});
