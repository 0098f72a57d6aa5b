/** `winnow ask`: the answer on stdout, the funnel on stderr. */

import { closeSync } from 'node:fs';
import { Command } from 'commander';
import { systemClock } from '../core/clock.js';
import { usageError } from '../core/errors.js';
import { whyOf } from '../core/files.js';
import { LONGEST_TIMER_MS, lateError } from '../core/run.js';
import type { TraceEvent } from '../core/trace.js';
import { openForWriting, writeAll } from '../core/write-files.js';
import type { Config } from '../engine/config.js';
import { createEngine } from '../engine/index.js';
import { unreadLine } from '../engine/unread-files.js';
import { type CommonFlags, configFrom, openTerminal, withConfigOptions } from './common.js';
import { exitCodeFor } from './exit.js';
import { explain } from './explain.js';
import { printResult } from './output.js';
import { closingLine, showProgress } from './progress.js';
import { renderResult } from './render.js';
import { readStdin } from './stdin.js';
import { oneLine, styleFor } from './terminal.js';

type AskFlags = CommonFlags & {
  readonly json?: boolean;
  readonly trace?: string;
  readonly quiet?: boolean;
  readonly verify?: boolean;
  readonly explain?: boolean;
};

export function askCommand(): Command {
  return withConfigOptions(new Command('ask'))
    .argument('[question...]', 'the question; read from stdin when missing or "-"')
    .option('--json', 'print the result as one JSON object')
    .option('--trace <file>', 'write every event of the run to a file, one JSON object a line')
    .option(
      '--explain',
      'after the answer, on stderr: the scores and where they were cut, the plan, what each filter dropped and why',
    )
    .option('--verify', 'show the verdict on each sentence and the quote that carries it')
    .option('--quiet', 'nothing on stderr, but for what --explain asks for')
    .action(async (words: string[], flags: AskFlags) => {
      process.exitCode = await runAsk(await questionFrom(words), flags);
    });
}

async function questionFrom(words: readonly string[]): Promise<string> {
  const given = words.join(' ').trim();
  if (given !== '' && given !== '-') return given;
  if (process.stdin.isTTY && given !== '-')
    throw usageError('There is no question. Example: winnow ask "Who built the old bridge?"');
  const piped = (await readStdin()).trim();
  if (piped === '')
    throw usageError('The question on stdin is empty. Example: echo "Who built the old bridge?" | winnow ask');
  return piped;
}

async function runAsk(question: string, flags: AskFlags): Promise<number> {
  const { config } = await configFrom(flags);
  const [{ line, signal }, style] = [openTerminal(), styleFor(process.stderr)];
  const show = flags.quiet ? () => undefined : showProgress(line, style);
  const trace = openTrace(flags.trace);
  const events: TraceEvent[] = [];
  const startedMs = systemClock.monotonicMs();
  const elapsedMs = () => systemClock.monotonicMs() - startedMs;
  const summarise = () => {
    line.clear();
    if (!flags.quiet && (events.length > 0 || signal.aborted)) line.print(style.dim(closingLine(events, elapsedMs())));
  };
  const engine = createEngine({
    config,
    onProgress: (done, total, what) => flags.quiet || line.update(`${done}/${total} ${oneLine(what)}`),
  });
  try {
    const stop = AbortSignal.any([signal, ...deadlineFrom(flags, config)]);
    const skipped = unreadLine(await engine.prepare(stop));
    if (skipped !== undefined && !flags.quiet) line.print(style.warn(oneLine(skipped)));
    const asking = engine.ask(question, { signal: stop });
    for await (const event of asking) {
      events.push(event);
      show(event);
      trace.write(event);
    }
    const result = await asking;
    summarise();
    printResult(result, flags.json, (shown) => renderResult(result, shown, { verify: flags.verify }));
    if (flags.explain) line.print(explain({ events, result }));
    return exitCodeFor(result.answer);
  } catch (error) {
    summarise();
    throw error;
  } finally {
    trace.close();
    await engine.close();
  }
}

/**
 * A deadline given on the command line counts from the start; the configured one is for the question, not for building
 * the index.
 */
function deadlineFrom({ timeout }: AskFlags, { limits: { timeoutMs } }: Config): AbortSignal[] {
  if (timeout === undefined) return [];
  const controller = new AbortController();
  const late = () => controller.abort(lateError(timeoutMs));
  setTimeout(late, Math.min(timeoutMs, LONGEST_TIMER_MS)).unref();
  return [controller.signal];
}

const cannotTrace = (file: string, cause: unknown) =>
  usageError(
    `The trace ${file} cannot be written: ${whyOf(cause)}. Give --trace a file in a folder you may write to.`,
    { cause },
  );

function openTrace(file: string | undefined): { write: (event: TraceEvent) => void; close: () => void } {
  if (file === undefined) return { write: () => undefined, close: () => undefined };
  let descriptor: number;
  try {
    descriptor = openForWriting(file);
  } catch (cause) {
    throw cannotTrace(file, cause);
  }
  const write = (event: TraceEvent) => {
    try {
      writeAll(descriptor, `${JSON.stringify(event)}\n`);
    } catch (cause) {
      throw cannotTrace(file, cause);
    }
  };
  return { write, close: () => closeSync(descriptor) };
}
