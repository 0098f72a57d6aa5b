/**
 * A grid as it is written: data, one pipeline, its fixed options, and the axes whose values are combined. Runs nothing.
 */

import { basename } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { usageError, WinnowError } from '../../core/errors.js';
import { readFileText } from '../../core/files.js';
import { readProblem } from '../../core/invalid.js';
import { type ConfigInput, configSchema } from '../../engine/config.js';
import { parseExpression } from '../../text/stats/expression.js';
import { parseModel } from '../../text/stats/model-formula.js';
import { METRICS } from '../run/metrics.js';
import { withOutsideData } from '../run/outside-data.js';
import { splitName } from '../run/summary.js';

const values = z.array(z.unknown()).min(1);

/** `without: {queryExpansion: [none]}`: where another option has one of these values, this axis has no effect. */
const axis = z.union([
  values.transform((list) => ({ values: list, without: {} as Record<string, unknown[]> })),
  z.strictObject({ values, without: z.record(z.string(), values).default({}) }),
]);

const gridSchema = z.strictObject({
  name: z.string().min(1),
  about: z.string().min(1).optional(),
  /** Paths are relative to the folder the command runs in; ${WINNOW_DATA} stands for the folder of outside data. */
  data: z.string().min(1),
  docs: z.string().min(1).optional(),
  split: z.string().optional(),
  limit: z.number().int().min(1).optional(),
  every: z.number().int().min(1).optional(),
  pipeline: z.string().min(1),
  /** Fixed at every point. */
  options: z.record(z.string(), z.unknown()).default({}),
  axes: z.record(z.string(), axis).refine((axes) => Object.keys(axes).length > 0, 'a grid needs one axis at least'),
  /**
   * An expression over metrics, e.g. "0.6*contains + 0.4*citation.anyGold", or two: with a judge and without. Default:
   * the first metric that there is.
   */
  response: z.union([z.string(), z.strictObject({ judged: z.string(), otherwise: z.string() })]).optional(),
  /** Default: all main effects, and the two-way interactions for which there are points enough. */
  model: z.string().optional(),
  /** Instead of these parts of the configuration. */
  config: z.record(z.string(), z.unknown()).optional(),
});

type GridText = z.infer<typeof gridSchema>;

/** With the response that holds for this run. */
export type GridFile = Omit<GridText, 'response'> & { readonly response?: string | undefined };

export function readGrid(file: string, { judged = false }: { readonly judged?: boolean | undefined } = {}): GridFile {
  return checkedGrid(
    () => parseYaml(readFileText(file, { advice: 'Give the YAML file of a grid; docs/lab.md shows one.' })),
    {
      name: basename(file),
      judged,
    },
  );
}

/** `name` is for messages; what `read` throws is told as a mistake in the grid. */
export function checkedGrid(
  read: () => unknown,
  { name, judged = false }: { readonly name: string; readonly judged?: boolean },
): GridFile {
  try {
    const grid = gridSchema.parse(read());
    checkAxes(grid);
    checkFormulas(grid);
    const response = typeof grid.response === 'object' ? grid.response[judged ? 'judged' : 'otherwise'] : grid.response;
    return { ...grid, response, data: expand(grid.data), ...(grid.docs !== undefined && { docs: expand(grid.docs) }) };
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    throw usageError(`${name}: ${readProblem(error)}`, { cause: error });
  }
}

function checkAxes({ axes, options }: GridText): void {
  for (const [name, { values: own }] of Object.entries(axes)) {
    const texts = own.map((value) => JSON.stringify(value));
    const twice = texts.find((text, at) => texts.indexOf(text) !== at);
    if (twice !== undefined) throw new Error(`the axis ${name} has the value ${twice} twice`);
    if (Object.hasOwn(options, name))
      throw new Error(`${name} is fixed under options and varied under axes; choose one`);
  }
}

/** What cannot be computed in the end should not be asked in the first place. */
function checkFormulas({ axes, response, model }: GridText): void {
  const texts = response === undefined ? [] : typeof response === 'string' ? [response] : Object.values(response);
  const unknown = texts
    .flatMap((text) => parseExpression(text).names)
    .filter((name) => !METRICS.includes(splitName(name)[0]));
  if (unknown.length > 0)
    throw new Error(`response: there is no metric ${unknown.join(', ')}; there are: ${METRICS.join(', ')}`);
  const factors = model === undefined ? [] : parseModel(model).flat();
  const strange = factors.find((name) => (axes[name]?.values.length ?? 0) < 2);
  if (strange !== undefined) throw new Error(`model: ${strange} is not an axis with two values or more`);
}

function expand(path: string): string {
  const expanded = withOutsideData(path);
  if (expanded === undefined) throw new Error(`${path} needs the folder of outside data: set WINNOW_DATA`);
  return expanded;
}

/** The configuration of the command line with the grid's own parts in place of its. */
export function gridConfig({ config = {}, name }: Pick<GridFile, 'config' | 'name'>, base: ConfigInput): ConfigInput {
  const parsed = configSchema.safeParse({ ...base, ...config });
  if (parsed.success) return parsed.data;
  throw usageError(`${name}, config: ${z.prettifyError(parsed.error)}`);
}
