/**
 * run.json: what is known of a run before it begins; enough to run it again. Prompt versions are known afterwards: see
 * summary.json.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../engine/config.js';
import { leaves } from '../../engine/layers.js';
import type { CheckedPipelines } from './pipelines.js';

export type RunRecord = {
  readonly askedAt: string;
  readonly seed: number;
  readonly data: {
    readonly path: string;
    readonly format: string;
    readonly sha256: string;
    readonly questions: number;
  };
  readonly docs: { readonly folder: string; readonly sha256: string | null };
  /** What was taken of the data: split, limit, column map, bad rows left out. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly pipelines: CheckedPipelines;
  readonly models: Readonly<Record<string, { readonly model: string; readonly at: string; readonly format: string }>>;
  /** The search engine, and the models that run in-process. */
  readonly engines: Readonly<Record<string, string>>;
  readonly limits: Config['limits'];
  /** What was asked of an answer, where that was not the default; runs of older versions have none. */
  readonly trust?: Config['trust'];
  readonly winnow: string;
  readonly node: string;
  readonly machine: Readonly<Record<string, string | number>>;
};

/** The parts of a record that hold for every run of this process. */
export function surroundings(): Pick<RunRecord, 'winnow' | 'node' | 'machine'> {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const processors = cpus();
  const machine = {
    platform: `${platform()} ${arch()}`,
    processor: processors[0]?.model ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
  };
  return { winnow: version, node: process.versions.node, machine };
}

const IN_PROCESS = { host: 'in-process', pathname: '' };

/** The models by role. An address may hold a password: only host and path are kept. */
export function recordModels(models: Config['models']): RunRecord['models'] {
  return Object.fromEntries(
    Object.entries(models).flatMap(([role, configured]) => {
      if (!configured) return [];
      const { host, pathname } = configured.baseUrl === undefined ? IN_PROCESS : new URL(configured.baseUrl);
      return [[role, { model: configured.model, at: `${host}${pathname}`, format: configured.format }]];
    }),
  );
}

/** One hash over the files, in the given order. */
export function hashFiles(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** The hash of the list of a folder's pages; `null` for a folder without one. */
export function hashDocs(folder: string): string | null {
  const list = ['corpus.jsonl', 'manifest.jsonl'].map((name) => join(folder, name)).find((file) => existsSync(file));
  return list === undefined ? null : hashFiles([list]);
}

/** A file may have moved (its hash counts), and a resumed run keeps the time of the first. */
const MAY_DIFFER = new Set(['askedAt', 'data.path']);

/**
 * "seed: 1 there, 2 now", for every field in which two records differ. Where rows are only graded the judge may be
 * another: each grade says `by`.
 */
export function differences(there: RunRecord, now: RunRecord, onlyGraded: () => boolean): string[] {
  const all = between(flat(there), flat(now));
  return all.length > 0 && onlyGraded() ? between(flat(withoutJudge(there)), flat(withoutJudge(now))) : all;
}

function between(before: Flat, after: Flat): string[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])].filter((path) => !MAY_DIFFER.has(path));
  const differing = paths.filter((path) => before.get(path) !== after.get(path));
  return differing.map(
    (path) => `${path}: ${before.get(path) ?? 'nothing'} there, ${after.get(path) ?? 'nothing'} now`,
  );
}

function withoutJudge(record: RunRecord): RunRecord {
  const { judge: _, ...models } = record.models;
  return { ...record, models };
}

type Flat = ReadonlyMap<string, string>;

function flat(record: RunRecord): Flat {
  return new Map(leaves(JSON.parse(JSON.stringify(record))).map(([path, value]) => [path, JSON.stringify(value)]));
}
