/** The rows of a paper's ablation as settings of its pipeline: which are there, which are the same setting, and which only a model makes different. */
import { WinnowError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import { BUILT_IN_PIPELINES, resolvePipeline } from '../../engine/pipelines.js';
import { whyNotComparable } from '../run/comparable.js';
import type { PipelineChoice } from '../run/pipelines.js';
import { chunkRagTables } from './published/chunk-rag.js';
import { gRagTables } from './published/g-rag.js';
import { hifiRagTables } from './published/hifi-rag.js';
import { levelRagTables } from './published/level-rag.js';
import type { PublishedTable } from './published/tables.js';

type Options = Readonly<Record<string, unknown>>;

type Settings = Readonly<Record<string, Options>>;

type Ablated = {
  readonly tables: readonly PublishedTable[];
  /** Settings of ours beside the paper's. */
  readonly besides?: (settings: Settings) => Settings;
  /** The options as they work where there is no language model: what only a prompt or a reply uses is left out. */
  readonly withoutModel: (resolved: Options) => Options;
};

const leavingOut = (resolved: Options, names: readonly string[]): Options =>
  Object.fromEntries(Object.entries(resolved).filter(([name]) => !names.includes(name)));

const ABLATED: Readonly<Record<string, Ablated>> = {
  'hifi-rag': {
    tables: hifiRagTables,
    // The fourth cell of rephrasing x result filter, and two ideas of section 3.4 that the paper tried and left.
    besides: (settings) => ({
      'rag-sections': { ...settings['rag-sections-rephrase'], rephrase: false },
      embeddings: { filterSections: 'embeddings' },
      checker: { checker: true },
    }),
    withoutModel: (resolved) => leavingOut(resolved, ['instructions', 'refine', 'checker', 'reasons', 'examples', 'keepBest']),
  },
  'chunk-rag': {
    tables: chunkRagTables,
    withoutModel: ({ threshold, scoring, ...resolved }) => ({
      ...leavingOut(resolved, ['batch', 'keepBest']),
      threshold: threshold === 'model' ? 'dynamic' : threshold,
      scoring: scoring === 'per-chunk' ? 'batched' : scoring,
    }),
  },
  'level-rag': {
    tables: levelRagTables,
    withoutModel: (resolved) => leavingOut(resolved, ['adaptive', 'ownPassages']),
  },
  'g-rag': {
    tables: gRagTables,
    withoutModel: (resolved) =>
      leavingOut(resolved, [
        'hyde',
        'queryPrompt',
        'classify',
        'yesProbability',
        'answerPrompt',
        'answerAdditions',
        'condense',
        'condenseAbove',
        'keepBest',
      ]),
  },
};

export const ABLATED_PIPELINES: readonly string[] = Object.keys(ABLATED);

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

export type Ablation = { readonly pipeline: string; readonly rows: readonly AblationRow[]; readonly tables: readonly PublishedTable[] };

export type AblationInput = {
  /** The paper's rows by name, as options of the pipeline. */
  readonly settings: Settings;
  /** Options that are configured hold at every row that does not set them. */
  readonly config?: Pick<Config, 'pipelines'>;
  readonly hasModel: boolean;
  readonly only?: readonly string[] | undefined;
};

export function ablationOf(pipeline: string, { settings, config = { pipelines: {} }, hasModel, only }: AblationInput): Ablation {
  const ablated = Object.hasOwn(ABLATED, pipeline) ? ABLATED[pipeline] : undefined;
  if (!ablated) throw new WinnowError('usage', `There is no ablation of "${pipeline}". There are: ${ABLATED_PIPELINES.join(', ')}.`);
  const all = { ...settings, ...ablated.besides?.(settings) };
  const names = Object.keys(all);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new WinnowError('usage', `${pipeline} has no row "${unknown}". There are: ${names.join(', ')}.`);
  const resolve = (options: Options) =>
    resolvePipeline({ pipelines: BUILT_IN_PIPELINES, config }, { name: pipeline, options }).options as Options;
  const rows: AblationRow[] = [];
  for (const name of names.filter((one) => !only || only.includes(one)))
    rows.push(ablationRow({ name, options: all[name] ?? {} }, { withoutModel: ablated.withoutModel, resolve, hasModel, rows, pipeline }));
  return { pipeline, rows, tables: ablated.tables };
}

type Among = {
  readonly withoutModel: Ablated['withoutModel'];
  readonly resolve: (options: Options) => Options;
  readonly hasModel: boolean;
  readonly rows: readonly AblationRow[];
  readonly pipeline: string;
};

function ablationRow(own: Pick<AblationRow, 'name' | 'options'>, { withoutModel, resolve, hasModel, rows, pipeline }: Among): AblationRow {
  const key = (options: Options, view: (resolved: Options) => Options) => JSON.stringify(Object.entries(view(resolve(options))).sort());
  const alike = (view: (resolved: Options) => Options) =>
    rows.find((other) => !other.as && key(other.options, view) === key(own.options, view))?.name;
  const same = alike((resolved) => resolved);
  const sameWithoutModel = hasModel ? undefined : alike(withoutModel);
  const needsModel = resolve(own.options).retrieval === false;
  const why = whyNotComparable({ pipeline, options: resolve(own.options), hasModel });
  const judged = { ...own, needsModel, ...(why !== undefined && { notComparable: why }) };
  if (same !== undefined) return { ...judged, as: { row: same, why: 'same setting' } };
  if (sameWithoutModel !== undefined) return { ...judged, as: { row: sameWithoutModel, why: 'only a model makes it different' } };
  return judged;
}

/** What has to be asked: each different setting once. */
export function choicesToAsk({ pipeline, rows }: Ablation): PipelineChoice[] {
  return rows.filter((row) => !row.as).map(({ name, options }) => ({ label: name, name: pipeline, options }));
}
