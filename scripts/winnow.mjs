/** Runs the command line of a clone: compiles the TypeScript first when it is newer than what was compiled. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const built = join(root, 'dist/cli/main.js');

function newest(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.max(...files.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs));
}

export function build() {
  if (
    existsSync(built) &&
    statSync(built).mtimeMs > Math.max(newest(join(root, 'src')), statSync(join(root, 'tsconfig.build.json')).mtimeMs)
  )
    return;
  process.stderr.write('Compiling (once, a few seconds) ...\n');
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [compiler, '-p', join(root, 'tsconfig.build.json')], { stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    process.stderr.write('The TypeScript did not compile. Run "npm ci" first; if it persists, this is a mistake of ours.\n');
    process.exit(1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  build();
  await import(pathToFileURL(built).href);
}
