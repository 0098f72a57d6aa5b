/** Options with a default and a line on what they are for, from which docs/configuration.md is made. */
import { z } from 'zod';

export const flag = (standard: boolean, says: string) => z.boolean().default(standard).describe(says);

export const choice = <const Values extends readonly [string, ...string[]]>(
  values: Values,
  standard: NoInfer<Values[number]>,
  says: string,
) =>
  z
    .enum(values)
    .default(standard as never)
    .describe(says);

type Bounds = readonly [least: number, most: number];

export const wholeNumber = ([least, most]: Bounds, standard: number, says: string) =>
  z.number().int().min(least).max(most).default(standard).describe(says);

export const decimal = ([least, most]: Bounds, standard: number, says: string) =>
  z.number().min(least).max(most).default(standard).describe(says);
