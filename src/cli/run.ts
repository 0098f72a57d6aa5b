/** Runs one command line. Every error ends here, as one message that says what to do. */
import { Command, CommanderError } from 'commander';
import { messageOf, WinnowError } from '../core/errors.js';
import { loadCommands } from './commands.js';
import { EXIT, exitCodeOf } from './exit.js';
import { printable } from './terminal.js';

/** The exit code. `argv` is without the program's own name. */
export async function runCli(argv: readonly string[], version: string): Promise<number> {
  process.exitCode = EXIT.answered;
  try {
    const program = await programFor(argv[0] ?? '', version);
    await program.parseAsync(argv, { from: 'user' });
    return Number(process.exitCode);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.answered : EXIT.usage;
    const said =
      error instanceof WinnowError ? messageOf(error) : `Something unexpected failed: ${(error as Error).stack ?? messageOf(error)}`;
    process.stderr.write(`${printable(said)}\n`);
    return exitCodeOf(error);
  }
}

async function programFor(name: string, version: string): Promise<Command> {
  const program = new Command('winnow')
    .description('Answers from the web and your own documents; every sentence carries a citation that was checked.')
    .version(version)
    .showHelpAfterError('(winnow help shows what there is)');
  for (const command of await loadCommands(name)) program.addCommand(command);
  for (const command of [program, ...program.commands]) command.exitOverride();
  return program;
}
