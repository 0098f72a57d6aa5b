/** Runs the command line of a clone; compiles first when a source file is newer than what was compiled. */
import { buildIfStale } from './fresh-build.mjs';

await buildIfStale(() => process.stderr.write('Compiling (once, about a second) ...\n'));
await import('../dist/cli/main.js');
