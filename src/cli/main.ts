#!/usr/bin/env node
/** The program: everything but the version is loaded when it is needed. */
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
const argv = process.argv.slice(2);

// A closed pipe (`winnow ask ... | head -1`) is not an error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? (process.exitCode ?? 0) : 1));

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) process.stdout.write(`${version}\n`);
else process.exitCode = await (await import('./run.js')).runCli(argv, version);

// Native runtimes and keep-alive sockets must not hold a finished command open.
process.stdout.write('', () => process.exit());
