/**
 * Everything an evaluation needs before its first question: the rows, the pages they are asked of, and the record of
 * the run.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { systemClock } from '../../core/clock.js';
import { usageError } from '../../core/errors.js';
import type { PipelineDefinition } from '../../core/parts.js';
import type { LocalModels } from '../../core/ports.js';
import { type Config, type ConfigInput, configSchema } from '../../engine/config.js';
import { describeCorpus, placeIn } from '../../engine/corpora/index.js';
import { SAMPLE_CORPUS } from '../../engine/own-documents.js';
import { BUILT_IN_PIPELINES } from '../../engine/pipelines.js';
import { createLocalModels, LOCAL_MODEL_NAMES } from '../../providers/local/models.js';
import { dataPath, type QuestionSet, type ReadOptions, readQuestions } from '../datasets/questions.js';
import type { QuestionRow } from '../datasets/rows.js';
import { goldPages, type PageOf } from './gold-pages.js';
import { checkPipelines, type PipelineChoice } from './pipelines.js';
import { hashDocs, hashFiles, type RunRecord, recordModels, surroundings } from './record.js';
import type { EvalRow } from './row.js';
import { stratified } from './sample.js';
import { type Summary, summarise } from './summary.js';

export type SessionInput = ReadOptions & {
  readonly config: ConfigInput;
  /** A file of questions, or a folder that holds one; `sample` for those of the sample corpus. */
  readonly data: string;
  /** The pages that are searched; by default those beside the questions, else the configured ones. */
  readonly docs?: string | undefined;
  readonly split?: string | undefined;
  /** So many questions, drawn by the seed, each type with its share. */
  readonly limit?: number | undefined;
  /** The first so many questions, in the order of the file. */
  readonly first?: number | undefined;
  /** Every so many-th question only, before the limit: for sets that are sorted by type. */
  readonly every?: number | undefined;
  readonly pipelines: readonly PipelineChoice[];
  /** Pipelines of one's own that may be chosen beside the built-in ones. */
  readonly definitions?: readonly PipelineDefinition[] | undefined;
  readonly seed: number;
  /** Recorded, so that one run does not hold both kinds of rows. */
  readonly allowFallback?: boolean | undefined;
};

export type Session = {
  readonly config: Config;
  readonly local: LocalModels;
  readonly rows: readonly QuestionRow[];
  readonly skipped: QuestionSet['skipped'];
  readonly pageOf: PageOf;
  readonly record: RunRecord;
  readonly hasModel: boolean;
};

export async function openSession(given: SessionInput): Promise<Session> {
  const input = { ...given, data: dataPath(given.data) };
  const folder = pagesFolder(input);
  const config = configSchema.parse({ ...input.config, ...(folder !== undefined && { docs: folder, corpus: '' }) });
  const known = [...BUILT_IN_PIPELINES, ...(input.definitions ?? [])];
  const pipelines = checkPipelines({ pipelines: known, config }, input.pipelines);
  const set = readQuestions(input.data, input);
  const rows = chooseRows(set.rows, input);
  const local = createLocalModels(LOCAL_MODEL_NAMES.filter((name) => config.local[name]));
  const docs = config.docs === 'sample' ? SAMPLE_CORPUS : resolve(config.docs);
  const record: RunRecord = {
    askedAt: systemClock.now(),
    seed: input.seed,
    data: { path: resolve(input.data), format: set.format, sha256: hashFiles(set.files), questions: rows.length },
    docs: await recordDocs(config, docs),
    options: recordOptions(input),
    pipelines,
    models: recordModels(config.models),
    engines: recordEngines(config, local),
    limits: config.limits,
    ...(isOwnTrust(config) && { trust: config.trust }),
    ...surroundings(),
  };
  const pageOf = goldPages([docs, dataFolder(input.data)]);
  return { config, local, rows, skipped: set.skipped, pageOf, record, hasModel: Object.keys(record.models).length > 0 };
}

/** The scores of a session's questions, as far as they have been asked. */
export function summariseSession({ record, rows: asked }: Session, rows: readonly EvalRow[]): Summary {
  const ids = asked.map(({ id }) => id);
  return summarise({ rows, pipelines: Object.keys(record.pipelines), ids, seed: record.seed });
}

function recordOptions({ split, limit, first, every, columns, allowFallback, skipBad }: SessionInput) {
  return {
    split,
    limit,
    ...(first !== undefined && { first }),
    ...(every !== undefined && { every }),
    columns,
    ...(allowFallback && { allowFallback: true }),
    skipBad,
  };
}

function recordEngines({ corpus, embedder }: Config, local: LocalModels): Record<string, string> {
  const names = Object.entries(local).map(([name, { name: model }]) => [name, model]);
  const isRemote = local.embedder && embedder.provider !== 'local';
  return {
    search: corpus === '' ? 'folder' : 'corpus',
    ...Object.fromEntries(names),
    ...(isRemote && { embedder: `${embedder.provider} ${embedder.model}` }),
  };
}

/** A default is not recorded: runs that were begun before there was a setting can be resumed. */
function isOwnTrust({ trust }: Config): boolean {
  return JSON.stringify(trust) !== JSON.stringify(configSchema.parse({}).trust);
}

function dataFolder(data: string): string {
  return statSync(data, { throwIfNoEntry: false })?.isDirectory() ? data : dirname(data);
}

/** A corpus by its name and its last change: whoever resumes a run must find it as it was. */
async function recordDocs(config: Config, docs: string): Promise<RunRecord['docs']> {
  if (config.corpus === '') return { folder: config.docs === 'sample' ? 'sample' : docs, sha256: hashDocs(docs) };
  const { generation } = await describeCorpus(placeIn(config, config.corpus));
  return { folder: `corpus ${config.corpus}, commit ${generation}`, sha256: null };
}

/**
 * The folder that was named, else that of the questions when it holds pages, else none: the configuration decides, as
 * it does when it names a corpus.
 */
function pagesFolder({ docs, data, config }: SessionInput): string | undefined {
  if (docs !== undefined || config.corpus) return docs;
  const beside = dataFolder(data);
  return ['manifest.jsonl', 'corpus.jsonl'].some((name) => existsSync(join(beside, name))) ? beside : undefined;
}

function chooseRows(
  rows: readonly QuestionRow[],
  { split, limit, first, every = 1, seed }: SessionInput,
): readonly QuestionRow[] {
  const ofSplit = split === undefined ? rows : rows.filter((row) => row.split === split);
  const taken = ofSplit.filter((_, at) => at % every === 0).slice(0, first);
  if (ofSplit.length > 0) return limit === undefined ? taken : stratified(taken, limit, seed);
  const splits = [...new Set(rows.map((row) => row.split).filter((name) => name !== undefined))];
  throw usageError(`No question belongs to the split "${split}". There are: ${splits.join(', ') || 'none'}.`);
}
