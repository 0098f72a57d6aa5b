/**
 * Compiles what changed in src/ since dist/ was written: types are stripped, not checked (`npm run check` does that,
 * and a release is built by tsc).
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export async function buildIfStale(announce = () => undefined) {
  const sources = filesIn('src').filter((file) => /(?<!\.d|\.test)\.ts$/.test(file));
  removeOrphans(sources);
  const stale = sources.filter((file) => changedMs(join(ROOT, 'src', file)) > changedMs(outputOf(file)));
  if (stale.length === 0) return;
  announce();
  const { transformSync } = await import('rolldown/utils');
  for (const file of stale) compile(file, transformSync);
}

const filesIn = (folder) => readdirSync(join(ROOT, folder), { recursive: true });
const outputOf = (file) => join(ROOT, 'dist', file.replace(/\.ts$/, '.js'));
const changedMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** What was compiled of a source that is gone must not be loaded by mistake. */
function removeOrphans(sources) {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  const wanted = new Set(sources.map(outputOf));
  for (const file of filesIn('dist').filter((name) => name.endsWith('.js')))
    if (!wanted.has(join(ROOT, 'dist', file))) rmSync(join(ROOT, 'dist', file), { force: true });
}

/** Written beside and renamed: another process may be loading or compiling the same file. */
function compile(file, transformSync) {
  const { code, errors } = transformSync(file, readFileSync(join(ROOT, 'src', file), 'utf8'), {
    lang: 'ts',
    target: 'esnext',
    typescript: { onlyRemoveTypeImports: true },
  });
  if (errors.length > 0)
    throw new Error(`src/${file} does not compile: ${errors.map(({ message }) => message).join('; ')}`);
  const output = outputOf(file);
  mkdirSync(dirname(output), { recursive: true });
  const beside = `${output}.${process.pid}`;
  writeFileSync(beside, code);
  renameSync(beside, output);
}
