/**
 * The rows of a paper's ablation as settings of its pipeline: which are there, which are the same setting, and which
 * only a model makes different.
 */
import type { AblationDefinition } from '../../core/ablation.js';
import { usageError } from '../../core/errors.js';
import type { PipelineDefinition } from '../../core/parts.js';
import type { Config } from '../../engine/config.js';
import { BUILT_IN_PIPELINES, resolvePipeline } from '../../engine/pipelines.js';
import type { PipelineChoice } from '../run/pipelines.js';

type Options = Readonly<Record<string, unknown>>;

const PIPELINES: readonly PipelineDefinition[] = BUILT_IN_PIPELINES;

export const ABLATED_PIPELINES: readonly string[] = PIPELINES.filter(({ ablation }) => ablation).map(
  ({ name }) => name,
);

export type AblationRow = {
  readonly name: string;
  readonly options: Options;
  /** The row whose figures these are too, and why. */
  readonly as?: { readonly row: string; readonly why: 'same setting' | 'only a model makes it different' };
  /** No answer can come of it without a model: nothing is searched. */
  readonly needsModel: boolean;
  /** Why its figures say nothing of the setting. */
  readonly notComparable?: string;
};

export type Ablation = {
  readonly pipeline: string;
  readonly rows: readonly AblationRow[];
  readonly definition: AblationDefinition<Options, unknown>;
};

export type AblationInput = {
  /** Options that are configured hold at every row that does not set them. */
  readonly config?: Pick<Config, 'pipelines'>;
  readonly hasModel: boolean;
  readonly only?: readonly string[] | undefined;
};

export function ablationOf(pipeline: string, { config = { pipelines: {} }, hasModel, only }: AblationInput): Ablation {
  const definition = PIPELINES.find(({ name }) => name === pipeline)?.ablation;
  if (!definition)
    throw usageError(`There is no ablation of "${pipeline}". There are: ${ABLATED_PIPELINES.join(', ')}.`);
  const names = Object.keys(definition.rows);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw usageError(`${pipeline} has no row "${unknown}". There are: ${names.join(', ')}.`);
  const rows: AblationRow[] = [];
  for (const name of names.filter((one) => !only || only.includes(one)))
    rows.push(ablationRow({ name, options: definition.rows[name] ?? {} }, { pipeline, config, hasModel, rows }));
  return { pipeline, rows, definition };
}

type RowContext = {
  readonly pipeline: string;
  readonly config: Pick<Config, 'pipelines'>;
  readonly hasModel: boolean;
  /** The rows before it. */
  readonly rows: readonly AblationRow[];
};

function ablationRow(
  own: Pick<AblationRow, 'name' | 'options'>,
  { pipeline, config, hasModel, rows }: RowContext,
): AblationRow {
  const resolve = (options: Options) => resolvePipeline({ pipelines: PIPELINES, config }, { name: pipeline, options });
  const { definition, options } = resolve(own.options);
  const key = (given: Options, view: (resolved: unknown) => unknown) =>
    JSON.stringify(Object.entries(view(resolve(given).options) as Options).sort());
  const alike = (view: (resolved: unknown) => unknown) =>
    rows.find((other) => !other.as && key(other.options, view) === key(own.options, view))?.name;
  const same = alike((resolved) => resolved);
  const sameWithoutModel = hasModel ? undefined : alike((resolved) => definition.ablation?.withoutModel(resolved));
  const why = definition.whyNotComparable?.(options, { hasModel });
  const needsModel = (options as Options).retrieval === false;
  const row = { ...own, needsModel, ...(why !== undefined && { notComparable: why }) };
  if (same !== undefined) return { ...row, as: { row: same, why: 'same setting' } };
  if (sameWithoutModel !== undefined)
    return { ...row, as: { row: sameWithoutModel, why: 'only a model makes it different' } };
  return row;
}

/** What has to be asked: each different setting once. */
export function choicesToAsk({ pipeline, rows }: Ablation): PipelineChoice[] {
  return rows.filter((row) => !row.as).map(({ name, options }) => ({ label: name, name: pipeline, options }));
}
