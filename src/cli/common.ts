/** Options that several commands share, and how they become a configuration. */
import { type Command, InvalidArgumentError } from 'commander';
import { usageError, WinnowError } from '../core/errors.js';
import { processEnvironment } from '../engine/environment.js';
import { type LoadedConfig, loadConfig } from '../engine/layers.js';
import { type StatusLine, statusLine } from './terminal.js';

export type CommonFlags = {
  readonly config?: string;
  readonly set?: readonly string[];
  readonly pipeline?: string;
  readonly effort?: string;
  readonly docs?: string;
  readonly corpus?: string;
  readonly web?: boolean;
  readonly dataDirectory?: string;
  readonly timeout?: number;
  readonly maxCost?: number;
  readonly record?: string;
  readonly replay?: string;
  readonly cache?: boolean;
};

export function withConfigOptions(command: Command): Command {
  return command
    .option('--config <file>', 'configuration file (default: winnow.config.* in this folder)')
    .option(
      '--set <path=value>',
      'set any value of the configuration, or an option of the pipeline; may be repeated',
      collect,
      [],
    )
    .option('--pipeline <name>', 'the pipeline that answers')
    .option('--effort <level>', 'low, normal or high: how much is searched and read, for pipelines that know it')
    .option('--docs <folder|file>', 'answer from this folder of documents, or from one file')
    .option('--corpus <name>', 'search this corpus, made by "winnow ingest", instead of a folder')
    .option('--web', 'search the web: the engines whose key is set, else Wikipedia; with --docs or --corpus, those too')
    .option('--data-directory <folder>', 'where indexes and caches are kept')
    .option('--timeout <seconds>', 'deadline for one question', positive)
    .option('--max-cost <usd>', 'money for one question at most', notNegative)
    .option('--record <file>', 'append every search, fetch, embedding and model call to a file')
    .option('--replay <file>', 'answer every call from a file made by --record, without any network')
    .option('--cache', 'use replies that were kept from earlier calls (the default)')
    .option('--no-cache', 'ask again what was asked before');
}

/** For commands that only need to know where things are kept. */
export function withPlaceOptions(command: Command, kept: string): Command {
  return command
    .option('--config <file>', 'configuration file (default: winnow.config.* in this folder)')
    .option('--set <path=value>', 'set any value of the configuration; may be repeated', collect, [])
    .option('--data-directory <folder>', kept);
}

export async function configFrom(flags: CommonFlags): Promise<LoadedConfig> {
  const environment = processEnvironment();
  refuseEmpty(flags);
  if (flags.docs !== undefined && flags.corpus !== undefined)
    throw usageError('Either --docs or --corpus: a question is answered from one of them.');
  if (flags.record !== undefined && flags.replay !== undefined)
    throw usageError('Either --record or --replay: a replay makes no calls that could be recorded.');
  return loadConfig({
    file: flags.config ?? environment.WINNOW_CONFIG,
    settings: [...(flags.effort === undefined ? [] : [`effort=${flags.effort}`]), ...(flags.set ?? [])],
    environment,
    directory: process.cwd(),
    flags: {
      pipeline: flags.pipeline,
      docs: flags.docs,
      // A folder named by a flag is meant instead of a corpus named in a file.
      corpus: flags.docs === undefined ? flags.corpus : '',
      'search.engines': flags.web ? ['auto', ...((flags.docs ?? flags.corpus) ? ['local'] : [])] : undefined,
      dataDirectory: flags.dataDirectory,
      'limits.timeoutMs': flags.timeout === undefined ? undefined : Math.max(1, Math.round(flags.timeout * 1000)),
      'limits.maxCostUsd': flags.maxCost,
      'calls.record': flags.record,
      'calls.replay': flags.replay,
      'calls.cache.enabled': flags.cache,
    },
  });
}

/** `--corpus "$NAME"` with NAME unset is a slip: what it would fall back to was not asked for. */
function refuseEmpty(flags: object): void {
  const [empty] = Object.entries(flags).find(([, value]) => value === '') ?? [];
  if (empty === undefined) return;
  const flag = `--${empty.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  throw usageError(`${flag} is empty. Give it a value, or leave it out.`);
}

export function collect(value: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, value];
}

export function positive(value: string): number {
  const number = Number(value);
  if (!Number.isFinite(number) || number <= 0) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}

export function wholeAboveZero(value: string): number {
  const number = positive(value);
  if (!Number.isInteger(number)) throw new InvalidArgumentError('It must be a whole number above 0.');
  return number;
}

export function notNegative(value: string): number {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number) || number < 0)
    throw new InvalidArgumentError('It must be a number, 0 or more.');
  return number;
}

export type Terminal = { readonly line: StatusLine; readonly signal: AbortSignal };

/** The line that shows how far a command is, and a signal that Ctrl-C aborts. */
export function openTerminal(stopping = 'Stopping.'): Terminal {
  const line = statusLine(process.stderr);
  return { line, signal: interruptSignal(() => line.print(`${stopping} Press Ctrl-C again to end at once.`)) };
}

/** A signal that Ctrl-C, or a kill, aborts once; a second Ctrl-C ends the process at once. */
export function interruptSignal(onInterrupt: () => void): AbortSignal {
  const controller = new AbortController();
  const stop = () => {
    if (controller.signal.aborted) process.exit(1);
    onInterrupt();
    controller.abort(new WinnowError('cancelled', 'The run was cancelled.'));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return controller.signal;
}
