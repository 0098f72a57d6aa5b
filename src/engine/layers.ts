/**
 * Configuration from several places, each value with its origin: flags before environment before file before defaults.
 */

import { existsSync, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse as parseYaml } from 'yaml';
import type { z } from 'zod';
import { messageOf, usageError, WinnowError } from '../core/errors.js';
import { kindOf, readFileText } from '../core/files.js';
import { parseJson } from '../core/json.js';
import { type Config, configSchema } from './config.js';
import type { Environment } from './environment.js';

export type Origin = 'flag' | 'environment' | 'file' | 'default';

type Tree = { [key: string]: unknown };

export type LoadedConfig = {
  readonly config: Config;
  /** Origin of each value that was set somewhere, by path: "models.small.model". */
  readonly origins: ReadonlyMap<string, Origin>;
  readonly file?: string;
  /** WINNOW_ variables that name nothing. */
  readonly unknownVariables: readonly string[];
};

export type LoadInput = {
  /** `--config`; else the first winnow.config.* of the working directory. */
  readonly file?: string | undefined;
  /** `--set path=value`, in order. */
  readonly settings?: readonly string[];
  /** Flags that have a place of their own, by path. */
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly environment: Environment;
  readonly directory: string;
};

const MOST_BYTES = 4 * 1024 * 1024;
const ADVICE = '"winnow init" writes a configuration file.';

const FILE_NAMES = ['yaml', 'yml', 'json', 'mjs', 'js'].map((extension) => `winnow.config.${extension}`);

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

export async function loadConfig(input: LoadInput): Promise<LoadedConfig> {
  const file = findFile(input);
  const merged: Tree = {};
  const origins = new Map<string, Origin>();
  const lay = (tree: Tree, origin: Origin) => {
    for (const [keys, value] of leavesByKeys(tree)) {
      put(merged, keys, value);
      origins.set(keys.join('.'), origin);
    }
  };
  if (file) lay(await readTree(file), 'file');
  const { tree, unknown } = fromEnvironment(input.environment);
  lay(tree, 'environment');
  for (const [path, value] of Object.entries(input.flags ?? {}))
    if (value !== undefined) lay(nest(path, value), 'flag');
  const set = (input.settings ?? []).map(parseSetting);
  const pipeline = String(set.find(({ path }) => path === 'pipeline')?.value ?? merged.pipeline ?? 'hifi-rag');
  for (const { path, value } of set)
    lay(nest(isTopLevel(path) ? path : `pipelines.${pipeline}.${path}`, value), 'flag');
  const first = configSchema.safeParse(merged);
  const parsed = first.success ? first : configSchema.safeParse(withLists(merged, first.error));
  if (!parsed.success) throw badConfig(parsed.error, origins, file);
  return { config: parsed.data, origins, unknownVariables: unknown, ...(file && { file }) };
}

/** Where a list is wanted, one text stands for its only item, and commas tell several apart. */
function withLists(merged: Tree, { issues }: z.ZodError): Tree {
  const tree = structuredClone(merged);
  for (const issue of issues) {
    const keys = issue.path.map(String);
    const value = keys.reduce<unknown>((at, key) => (isTree(at) ? at[key] : undefined), tree);
    if (issue.code === 'invalid_type' && issue.expected === 'array' && typeof value === 'string')
      put(
        tree,
        keys,
        value.split(',').map((item) => item.trim()),
      );
  }
  return tree;
}

function findFile({ file, directory }: LoadInput): string | undefined {
  if (file === '') throw usageError(`--config needs a file. Leave it out, or name one; ${ADVICE}`);
  if (file !== undefined) {
    const wanted = resolve(directory, file);
    if (!existsSync(wanted)) throw usageError(`There is no configuration file ${file}. "winnow init" writes one.`);
    if (!statSync(wanted).isFile())
      throw usageError(`${file} is ${kindOf(statSync(wanted))}, not a configuration file. ${ADVICE}`);
    return wanted;
  }
  return FILE_NAMES.map((name) => resolve(directory, name)).find((path) => existsSync(path));
}

async function readTree(file: string): Promise<Tree> {
  try {
    const value: unknown = /\.m?js$/.test(extname(file))
      ? ((await import(pathToFileURL(file).href)) as { default?: unknown }).default
      : parseYaml(readFileText(file, { mostBytes: MOST_BYTES, advice: ADVICE }));
    if (isTree(value ?? {})) return (value ?? {}) as Tree;
    const found = Array.isArray(value) ? 'a list' : `a ${typeof value}`;
    throw usageError(
      `The configuration file ${file} holds ${found} where settings are expected, e.g. "pipeline: hifi-rag". ${ADVICE}`,
    );
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    throw usageError(`The configuration file ${file} cannot be read: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

/** Names that belong to the command line or to benchmarks, not to the configuration. */
const RESERVED = new Set(['WINNOW_CONFIG', 'WINNOW_DATA', 'WINNOW_DEBUG', 'WINNOW_PORT']);

/**
 * `WINNOW_MODELS__SMALL__BASE_URL=...` sets models.small.baseUrl; `WINNOW_PIPELINES__HIFI_RAG__REFINE=false` a
 * pipeline's option.
 */
export function fromEnvironment(environment: Environment): { tree: Tree; unknown: string[] } {
  const tree: Tree = {};
  const unknown: string[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('WINNOW_') || RESERVED.has(name) || value === undefined || value === '') continue;
    const [top, ...rest] = name.slice('WINNOW_'.length).split('__').map(camelCase);
    if (!top || !isTopLevel(top)) unknown.push(name);
    else
      putAt(
        tree,
        [top, ...(top === 'pipelines' ? [dashed(rest[0] ?? ''), ...rest.slice(1)] : rest)].join('.'),
        readValue(value),
      );
  }
  return { tree, unknown };
}

function camelCase(segment: string): string {
  return segment.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function parseSetting(setting: string): { path: string; value: unknown } {
  const equals = setting.indexOf('=');
  if (equals < 1) throw usageError(`--set needs path=value, e.g. --set refine=false; got "${setting}".`);
  return { path: setting.slice(0, equals).trim(), value: readValue(setting.slice(equals + 1)) };
}

/** true, 12, [1, 2] and {"a": 1} as what they look like; everything else as text. */
export function readValue(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}

function isTopLevel(path: string): boolean {
  return Object.hasOwn(configSchema.shape, path.split('.')[0] as string);
}

function nest(path: string, value: unknown): Tree {
  const tree: Tree = {};
  putAt(tree, path, value);
  return tree;
}

/**
 * Flags, --set and variables name a setting by its path; the keys of a file may hold dots themselves:
 * "gemini-2.5-flash".
 */
function putAt(tree: Tree, path: string, value: unknown): void {
  put(tree, path.split('.'), value);
}

function put(tree: Tree, keys: readonly string[], value: unknown): void {
  if (keys.some((key) => ['__proto__', 'constructor', 'prototype'].includes(key)))
    throw usageError(`"${keys.join('.')}" is not a setting.`);
  const last = keys.at(-1) as string;
  let at = tree;
  for (const key of keys.slice(0, -1)) {
    if (typeof at[key] !== 'object' || at[key] === null) at[key] = {};
    at = at[key] as Tree;
  }
  at[last] = value;
}

/** Values by path, for showing. */
export function leaves(tree: Tree): [string, unknown][] {
  return leavesByKeys(tree).map(([keys, value]) => [keys.join('.'), value]);
}

type Leaf = [keys: readonly string[], value: unknown];

function leavesByKeys(tree: Tree, above: readonly string[] = []): Leaf[] {
  return Object.entries(tree).flatMap(([key, value]): Leaf[] => {
    const keys = [...above, key];
    return isTree(value) && Object.keys(value).length > 0 ? leavesByKeys(value as Tree, keys) : [[keys, value]];
  });
}

function badConfig(error: z.ZodError, origins: ReadonlyMap<string, Origin>, file: string | undefined): WinnowError {
  const lines = error.issues.map((issue) => {
    const path = issue.path.join('.');
    const origin = origins.get(path);
    const where = origin ? ` (from ${origin === 'file' ? file : `the ${origin}`})` : '';
    return `${path || 'configuration'}: ${issue.message}${where}`;
  });
  return usageError(
    `The configuration is not valid.\n  ${lines.join('\n  ')}\n"winnow config" shows what is set where; docs/configuration.md lists all settings.`,
  );
}
