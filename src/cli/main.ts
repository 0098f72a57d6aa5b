#!/usr/bin/env node
/** The command line: one file per command. Every error ends here, as one message that says what to do. */
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { messageOf, WinnowError } from '../core/errors.js';
import { EXIT, exitCodeOf } from './exit.js';
import { printable } from './terminal.js';

/** Loaded when named, so that a command does not pay for the others; all of them for help. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  ask: async () => (await import('./ask.js')).askCommand(),
  ingest: async () => (await import('./ingest.js')).ingestCommand(),
  search: async () => (await import('./search.js')).searchCommand(),
  corpora: async () => (await import('./corpora.js')).corporaCommand(),
  serve: async () => (await import('./serve.js')).serveCommand(),
  verify: async () => (await import('./verify.js')).verifyCommand(),
  parse: async () => (await import('./parse.js')).parseCommand(),
  eval: async () => (await import('./eval.js')).evalCommand(),
  compare: async () => (await import('./compare.js')).compareCommand(),
  rate: async () => (await import('./rate.js')).rateCommand(),
  mine: async () => (await import('./mine.js')).mineCommand(),
  synth: async () => (await import('./synth.js')).synthCommand(),
  cost: async () => (await import('./cost.js')).costCommand(),
  report: async () => (await import('./report.js')).reportCommand(),
  grid: async () => (await import('./grid.js')).gridCommand(),
  ablate: async () => (await import('./ablate.js')).ablateCommand(),
  anova: async () => (await import('./anova.js')).anovaCommand(),
  models: async () => (await import('./models.js')).modelsCommand(),
  doctor: async () => (await import('./doctor.js')).doctorCommand(),
  config: async () => (await import('./config.js')).configCommand(),
  init: async () => (await import('./init.js')).initCommand(),
};

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

const program = new Command('winnow')
  .description('Answers from the web and your own documents; every sentence carries a citation that was checked.')
  .version(version)
  .showHelpAfterError('(winnow help shows what there is)');
const wanted = process.argv[2] ?? '';
const named = Object.hasOwn(COMMANDS, wanted) ? COMMANDS[wanted] : undefined;
const commands = named ? [await named()] : await Promise.all(Object.values(COMMANDS).map((load) => load()));
for (const command of commands) program.addCommand(command);
for (const command of [program, ...program.commands]) command.exitOverride();

// A closed pipe (`winnow ask ... | head -1`) is not an error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? (process.exitCode ?? 0) : EXIT.failure));

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? EXIT.answered : EXIT.usage;
  else {
    const said =
      error instanceof WinnowError ? messageOf(error) : `Something unexpected failed: ${(error as Error).stack ?? messageOf(error)}`;
    process.stderr.write(`${printable(said)}\n`);
    process.exitCode = exitCodeOf(error);
  }
}
// Native runtimes and keep-alive sockets must not hold a finished command open.
process.stdout.write('', () => process.exit());
