/** The code of docs/library.md is what the compiler accepts, with the strictness of a stranger's project. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('..', import.meta.url));

test('every block of TypeScript in docs/library.md compiles', { timeout: 120_000 }, () => {
  const text = readFileSync(join(root, 'docs/library.md'), 'utf8');
  const blocks = Array.from(text.matchAll(/^```ts\n([\s\S]*?)^```$/gm), ([, code]) => code as string);
  expect(blocks.length).toBeGreaterThan(5);
  const folder = join(root, 'node_modules/.cache/library-docs');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  blocks.forEach((code, at) => void writeFileSync(join(folder, `block-${at + 1}.ts`), code));
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      ...settings(),
      include: ['*.ts', join(root, 'src/**/*.d.ts')],
    }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  expect(messages(() => execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' }))).toBe('');
});

/** The package's own names mean its sources; what a block declares and does not use is no mistake. */
function settings() {
  const entries = Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === 'string'
      ? []
      : [
          [
            entry.replace(/^\./, 'winnow-rag'),
            [join(root, target.default.replace('dist', 'src').replace(/js$/, 'ts'))],
          ],
        ],
  );
  const paths = Object.fromEntries(entries) as Record<string, string[]>;
  return { compilerOptions: { paths, noUnusedLocals: false, incremental: false, rootDir: root } };
}

function messages(compile: () => string): string {
  try {
    return compile();
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}
