/** The only file that reads the process's environment. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { usageError } from '../core/errors.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export function processEnvironment(): Environment {
  return process.env;
}

/** Where indexes and caches are kept unless `dataDirectory` says otherwise. */
export function defaultDataDirectory(): string {
  return join(homedir(), '.winnow');
}

export type KeyPlace = {
  readonly variable: string | undefined;
  readonly model: string;
  /** The setting that names the variable. */
  readonly setting: string;
};

/** A server may want no key; a variable that is named must hold one. */
export function keyIn(environment: Environment, { variable, model, setting }: KeyPlace): string | undefined {
  if (variable === undefined) return undefined;
  const key = environment[variable];
  if (key) return key;
  throw usageError(
    `The environment variable ${variable}, named as the key of ${model}, is not set. Set it, or remove ${setting}.`,
  );
}
