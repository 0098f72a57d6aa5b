/** Runs the command line of a clone; compiles first when a source file is newer than what was compiled. */
import { buildIfStale } from './fresh-build.mjs';

buildIfStale(() => process.stderr.write('Compiling (once, a few seconds) ...\n'));
await import('../dist/cli/main.js');
