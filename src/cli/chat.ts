/**
 * `winnow chat`: questions one after the other in one warm process; a follow-up is understood from the turns before it.
 */
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import type { Result, Turn } from '../core/data.js';
import { messageOf, WinnowError } from '../core/errors.js';
import { createEngine, type Engine } from '../engine/index.js';
import { unreadLine } from '../engine/unread-files.js';
import { type CommonFlags, configFrom, withConfigOptions } from './common.js';
import { showProgress } from './progress.js';
import { renderResult } from './render.js';
import { oneLine, printable, statusLine, styleFor } from './terminal.js';

type ChatFlags = CommonFlags & { readonly quiet?: boolean };

const HELP = `Ask something. A follow-up ("And how much is it?") is understood from the questions before it.
  /new    forget the conversation so far
  /help   this text
  /quit   end (so does Ctrl-D)
Ctrl-C stops the answer under way; at the prompt it ends.`;

export function chatCommand(): Command {
  return withConfigOptions(new Command('chat')).option('--quiet', 'no progress on stderr').action(runChat);
}

async function runChat(flags: ChatFlags): Promise<void> {
  const { config } = await configFrom(flags);
  const line = statusLine(process.stderr);
  const engine = createEngine({
    config,
    onProgress: (done, total, what) => flags.quiet || line.update(`${done}/${total} ${oneLine(what)}`),
  });
  try {
    const skipped = unreadLine(await engine.prepare());
    if (skipped !== undefined) process.stderr.write(`${oneLine(skipped)}\n`);
    line.clear();
    await converse(engine, flags);
  } finally {
    await engine.close();
  }
}

async function converse(engine: Engine, { quiet = false }: ChatFlags): Promise<void> {
  const isTerminal = process.stdin.isTTY === true;
  const lines = createInterface({
    input: process.stdin,
    output: isTerminal ? process.stderr : undefined,
    prompt: '> ',
    terminal: isTerminal,
  });
  let turns: readonly Turn[] = [];
  let answering: AbortController | undefined;
  const stop = () => (answering ? answering.abort(new WinnowError('cancelled', 'Stopped.')) : lines.close());
  lines.on('SIGINT', stop);
  process.on('SIGINT', stop);
  if (isTerminal) process.stderr.write(`${HELP}\n`);
  lines.prompt();
  for await (const typed of lines) {
    const text = typed.trim();
    if (text === '/quit' || text === '/exit') break;
    if (text === '/help') process.stderr.write(`${HELP}\n`);
    else if (text === '/new') turns = [];
    else if (text.startsWith('/')) process.stderr.write(`There is no ${printable(text)}. /help says what there is.\n`);
    else if (text !== '') {
      answering = new AbortController();
      const result = await answer(engine, text, { turns, signal: answering.signal, quiet });
      answering = undefined;
      if (result) turns = [...turns, turnOf(result)];
    }
    lines.prompt();
  }
  process.removeListener('SIGINT', stop);
  lines.close();
}

type TurnOptions = { readonly turns: readonly Turn[]; readonly signal: AbortSignal; readonly quiet: boolean };

/** Nothing where it failed or was stopped: that is said, and the conversation goes on. */
async function answer(
  engine: Engine,
  question: string,
  { turns, signal, quiet }: TurnOptions,
): Promise<Result | undefined> {
  const line = statusLine(process.stderr);
  const show = quiet ? () => undefined : showProgress(line, styleFor(process.stderr));
  try {
    const asking = engine.ask(question, { turns, signal });
    for await (const event of asking) show(event);
    const result = await asking;
    line.clear();
    const style = styleFor(process.stdout);
    if (result.askedAs !== undefined)
      process.stdout.write(`${style.dim(`Understood as: ${oneLine(result.askedAs)}`)}\n`);
    process.stdout.write(`${renderResult(result, style)}\n\n`);
    return result;
  } catch (error) {
    line.clear();
    process.stderr.write(`${printable(messageOf(error))}\n`);
    return undefined;
  }
}

/** What the next question may refer to: the words that stand alone, and the answer in short. */
function turnOf({ question, askedAs = question, answer: { status, short, text } }: Result): Turn {
  return { question: askedAs, answer: status === 'answered' ? (short ?? text) : '' };
}
