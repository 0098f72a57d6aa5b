/** Builds dist/ when a source file is newer than it. Types are not checked here: `npm run check` does that. */
import { execFileSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export function buildIfStale(announce = () => undefined) {
  if (newestSourceMs() <= builtMs()) return;
  announce();
  const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--noCheck'], { cwd: ROOT, stdio: ['ignore', 2, 2] });
}

function builtMs() {
  // The compiler writes every file on every build.
  return statSync(join(ROOT, 'dist/index.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function newestSourceMs() {
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return Math.max(...sources.map((file) => statSync(join(ROOT, 'src', file)).mtimeMs));
}
