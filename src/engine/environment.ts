/** The only file that reads the process's environment. */
import { homedir } from 'node:os';
import { join } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

export function processEnvironment(): Environment {
  return process.env;
}

/** Where indexes and caches are kept unless `dataDirectory` says otherwise. */
export function defaultDataDirectory(): string {
  return join(homedir(), '.winnow');
}
