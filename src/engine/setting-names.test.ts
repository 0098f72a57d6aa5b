import { expect, test } from 'vitest';
import type { z } from 'zod';
import { configSchema } from './config.js';
import { BUILT_IN_PIPELINES } from './pipelines.js';

test('no option of a pipeline has the name of a setting: --set name=value has one meaning', () => {
  const settings = Object.keys(configSchema.shape);
  const options = BUILT_IN_PIPELINES.flatMap(({ name, options: schema }) =>
    Object.keys((schema as z.ZodObject).shape).map((option) => ({ pipeline: name, option })),
  );
  expect(options.length).toBeGreaterThan(50);
  expect(options.filter(({ option }) => settings.includes(option))).toEqual([]);
});
