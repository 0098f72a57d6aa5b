/** Flags and settings that the commands on corpora share. */
import { type Command, InvalidArgumentError } from 'commander';
import { usageError } from '../core/errors.js';
import type { Config } from '../engine/config.js';
import { type Place, placeIn } from '../engine/corpora/index.js';
import { withPlaceOptions } from './common.js';

export function withDataOptions(command: Command): Command {
  return withPlaceOptions(command, 'where corpora and caches are kept').option(
    '--corpus <name>',
    'the corpus: letters, digits, "-" and "_"',
  );
}

export function placeOf(config: Config): Place {
  if (config.corpus === '')
    throw usageError('Which corpus? Give its name: --corpus NAME. "winnow corpora" lists those there are.');
  return placeIn(config, config.corpus);
}

export function oneOf<T extends string>(allowed: readonly T[]): (value: string) => T {
  return (value) => {
    const found = allowed.find((name) => name === value);
    if (found === undefined) throw new InvalidArgumentError(`It must be one of: ${allowed.join(', ')}.`);
    return found;
  };
}
