/** Flags and settings that the commands on corpora share. */
import { type Command, InvalidArgumentError } from 'commander';
import { WinnowError } from '../core/errors.js';
import type { Embedder } from '../core/ports.js';
import { createCalls } from '../engine/calls/index.js';
import type { Config } from '../engine/config.js';
import { dataDirectoryOf, type Place } from '../engine/corpora/index.js';
import { createEmbedder } from '../engine/embedders.js';
import { processEnvironment } from '../engine/environment.js';
import { createHttpClient } from '../providers/http.js';

export function withDataOptions(command: Command): Command {
  return command
    .option('--config <file>', 'configuration file (default: winnow.config.* in this folder)')
    .option(
      '--set <path=value>',
      'set any value of the configuration; may be repeated',
      (value, previous: string[]) => [...previous, value],
      [],
    )
    .option('--data-directory <folder>', 'where corpora and caches are kept')
    .option('--corpus <name>', 'the corpus: letters, digits, "-" and "_"');
}

export function placeOf(config: Config): Place {
  if (config.corpus === '')
    throw new WinnowError('usage', 'Which corpus? Give its name: --corpus NAME. "winnow corpora" lists those there are.');
  return { dataDirectory: dataDirectoryOf(config), name: config.corpus };
}

/** The configured embedder; one behind an API with the bounds of all calls. Its connections end with the process. */
export function configuredEmbedder(config: Config): Embedder | undefined {
  const environment = processEnvironment();
  const embedder = createEmbedder(config, { http: createHttpClient({ allowPrivateHosts: config.allowPrivateHosts }), environment });
  if (!embedder || config.embedder.provider === 'local') return embedder;
  // Questions are recorded and replayed, corpora are not.
  const { record: _, replay: __, ...calls } = config.calls;
  const bounds = createCalls({ config: { ...config, calls }, dataDirectory: dataDirectoryOf(config), environment });
  return bounds.bound({ embedder }, { embedder: config.embedder }).embedder;
}

export function oneOf<T extends string>(allowed: readonly T[]): (value: string) => T {
  return (value) => {
    const found = allowed.find((name) => name === value);
    if (found === undefined) throw new InvalidArgumentError(`It must be one of: ${allowed.join(', ')}.`);
    return found;
  };
}
