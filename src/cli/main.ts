#!/usr/bin/env node
/** The program: everything but the version is loaded when it is needed. */
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const argv = process.argv.slice(2);

// A closed pipe (`winnow ask ... | head -1`) is not an error of ours.
process.stdout.on('error', endWith);
process.stderr.on('error', () => undefined);

/** What was asked for did not arrive: that is no success, whatever the command itself came to. */
function endWith(error: NodeJS.ErrnoException): never {
  if (error.code === 'EPIPE') process.exit(process.exitCode ?? 0);
  process.stderr.write(`The output could not be written (${error.code}): make room, or send it elsewhere.\n`);
  process.exit(1);
}

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) process.stdout.write(`${version}\n`);
else process.exitCode = await (await import('./run.js')).runCli(argv, version);

// Native runtimes and keep-alive sockets must not hold a finished command open.
process.stdout.write('', (error) => (error ? endWith(error) : process.exit()));
