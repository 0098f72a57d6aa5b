/**
 * Runs the command line of a clone; compiles first when a source file is newer than what was compiled, and the page
 * with it when it is to be served.
 */
import { buildIfStale } from './fresh-build.mjs';
import { buildPageIfStale } from './page-build.mjs';

const say = (text) => () => process.stderr.write(`${text}\n`);

await buildIfStale(say('Compiling (once, about a second) ...'));
if (process.argv[2] === 'serve') await buildPageIfStale(say('Building the page (once, about a second) ...'));
await import('../dist/cli/main.js');
