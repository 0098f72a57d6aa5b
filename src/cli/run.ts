/** Runs one command line. Every error ends here, as one message that says what to do. */
import { Command, CommanderError } from 'commander';
import { messageOf, WinnowError } from '../core/errors.js';
import { isSystemError, whyOf } from '../core/files.js';
import { processEnvironment } from '../engine/environment.js';
import { commandsFor } from './commands.js';
import { EXIT, exitCodeOf } from './exit.js';
import { flagWords } from './flag-words.js';
import { printable } from './terminal.js';

/** The exit code. `argv` is without the program's own name. */
export async function runCli(argv: readonly string[], version: string): Promise<number> {
  process.exitCode = EXIT.answered;
  try {
    const program = await programFor(argv, version);
    await program.parseAsync(argv, { from: 'user' });
    return Number(process.exitCode);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.answered : EXIT.usage;
    process.stderr.write(`${printable(errorText(error))}\n`);
    return exitCodeOf(error);
  }
}

/**
 * What a command did not foresee: the operating system's refusals in words, and of a mistake of ours the place only
 * when it is asked for.
 */
function errorText(error: unknown): string {
  if (error instanceof WinnowError) return flagWords(messageOf(error));
  if (isSystemError(error))
    return `${error.path ?? 'A file'} could not be used: ${whyOf(error)}. ${adviceFor(error.code)}`;
  if (processEnvironment().WINNOW_DEBUG)
    return `Something unexpected failed: ${(error as Error).stack ?? messageOf(error)}`;
  return `Something unexpected failed: ${messageOf(error)}. This is a mistake in Winnow; WINNOW_DEBUG=1 shows where, for a report.`;
}

function adviceFor(code: string | undefined): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'Make room and run the command again.';
  return 'Name another place, or make this one readable and writable for you.';
}

async function programFor(argv: readonly string[], version: string): Promise<Command> {
  const program = new Command('winnow')
    .description('Answers from the web and your own documents; every sentence carries a citation that was checked.')
    .version(version)
    .configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}` })
    .showHelpAfterError('(winnow help shows what there is)');
  for (const command of await commandsFor(argv)) program.addCommand(command);
  for (const command of program.commands)
    command.showHelpAfterError(`(winnow ${command.name()} --help shows what there is)`);
  for (const command of [program, ...program.commands]) command.exitOverride();
  return program;
}
