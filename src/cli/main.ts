#!/usr/bin/env node
/** The command line: one file per command. Every error ends here, as one message that says what to do. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { messageOf, WinnowError } from '../core/errors.js';
import { askCommand } from './ask.js';
import { configCommand } from './config.js';
import { corporaCommand } from './corpora.js';
import { doctorCommand } from './doctor.js';
import { evalCommand } from './eval.js';
import { EXIT, exitCodeOf } from './exit.js';
import { ingestCommand } from './ingest.js';
import { initCommand } from './init.js';
import { parseCommand } from './parse.js';
import { searchCommand } from './search.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

const program = new Command('winnow')
  .description('Answers from the web and your own documents; every sentence carries a citation that was checked.')
  .version(version)
  .showHelpAfterError('(winnow help shows what there is)');
const commands = [askCommand(), ingestCommand(), searchCommand(), corporaCommand(), parseCommand(), evalCommand(), doctorCommand()];
for (const command of [...commands, configCommand(), initCommand()]) program.addCommand(command);
for (const command of [program, ...program.commands]) command.exitOverride();

// A closed pipe (`winnow ask ... | head -1`) is not an error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? (process.exitCode ?? 0) : EXIT.failure));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.answered : EXIT.usage;
  else {
    process.stderr.write(
      `${error instanceof WinnowError ? messageOf(error) : `Something unexpected failed: ${(error as Error).stack ?? messageOf(error)}`}\n`,
    );
    process.exitCode = exitCodeOf(error);
  }
}
// Native runtimes and keep-alive sockets must not hold a finished command open.
process.stdout.write('', () => process.exit());
