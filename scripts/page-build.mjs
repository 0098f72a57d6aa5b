/**
 * Builds the page into web/dist when a file of it is newer than what was built, with a compressed copy beside each
 * file.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const WEB = fileURLToPath(new URL('../web', import.meta.url));
const BUILT = join(WEB, 'dist');

export async function buildPageIfStale(announce = () => undefined) {
  if (!existsSync(join(WEB, 'src'))) return; // an installed package: it has what was built, and nothing to build from
  const builtMs = statSync(join(BUILT, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (sources().every((file) => statSync(file).mtimeMs <= builtMs)) return;
  announce();
  await buildPage();
}

/** Built beside and moved: a server may be serving what is there. */
export async function buildPage() {
  const { build } = await import('vite');
  const beside = `${BUILT}.${process.pid}`;
  try {
    await build({
      configFile: join(WEB, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: beside, emptyOutDir: true },
    });
    for (const file of filesIn(beside).filter((name) => /\.(?:html|js|css|svg)$/.test(name))) compress(file);
    rmSync(BUILT, { recursive: true, force: true });
    renameSync(beside, BUILT);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

const sources = () => [
  join(WEB, 'index.html'),
  join(WEB, 'vite.config.ts'),
  ...filesIn(join(WEB, 'src')),
  ...filesIn(join(WEB, 'public')),
];

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function compress(file) {
  const bytes = readFileSync(file);
  writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
}
