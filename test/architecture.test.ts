/**
 * The import rule and the rules about clock, environment and connections (docs: ARCHITECTURE.md), and proof that
 * breaking one is noticed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { circlesIn, type SourceFile, violationsIn } from './architecture/check.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const offenders = fileURLToPath(new URL('./architecture/offenders', import.meta.url));

function filesUnder(folder: string, ending: string): SourceFile[] {
  return readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(ending) && !file.includes('.test.ts') && !file.endsWith('.d.ts'))
    .sort()
    .map((file) => ({
      path: `src/${file.split(sep).join('/')}`.replace(/\.txt$/, ''),
      text: readFileSync(join(folder, 'src', file), 'utf8'),
    }));
}

test('the source keeps the import rule, and reads clock, environment and network in their own files alone', () => {
  const files = filesUnder(root, '.ts');
  expect(files.length).toBeGreaterThan(100);
  expect(violationsIn(files)).toEqual([]);
});

test('no files of the source import each other in a circle, types included', () => {
  expect(circlesIn(filesUnder(root, '.ts'))).toEqual([]);
});

test('a planted circle is found once, whichever way it is entered', () => {
  const planted = { 'src/a.ts': './b.js', 'src/b.ts': './c/d.js', 'src/c/d.ts': '../b.js' };
  const files = Object.entries(planted).map(([path, target]) => ({
    path,
    text: `import type { One } from '${target}';`,
  }));
  expect(circlesIn(files)).toEqual(['src/b.ts > src/c/d.ts > src/b.ts']);
});

test('every folder of src/ stands under a rule', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const strangers = folders.map(({ name }) => ({
    path: `src/${name}/planted.ts`,
    text: "import '../nowhere/else.js';",
  }));
  expect(violationsIn(strangers)).toEqual(strangers.map(({ path }) => expect.stringContaining(path)));
});

test('planted offenders are caught, each for exactly what it does', () => {
  expect(violationsIn(filesUnder(offenders, '.ts.txt'))).toEqual([
    'src/cli/reads-environment.ts: reads process.env',
    'src/core/reaches-up.ts: imports src/text/terms.js: core/ may not use text/',
    'src/engine/uses-cli.ts: imports src/cli/exit.js: engine/ may not use cli/',
    'src/lab/uses-a-provider.ts: imports src/providers/http.js: lab/ may not use providers/',
    'src/lab/uses-a-provider.ts: reads the clock (Date.now)',
    'src/pipelines/one/borrows.ts: imports src/pipelines/two/index.js: pipelines never import each other',
    'src/providers/fetch/opens-connections.ts: imports undici, which opens connections',
    'src/providers/fetch/opens-connections.ts: imports node:net, which opens connections',
    'src/providers/fetch/opens-connections.ts: uses the global fetch',
    'src/providers/fetch/opens-connections.ts: uses the global WebSocket',
    'src/server/uses-cli.ts: imports src/cli/exit.js: server/ may not use cli/',
    'src/stages/loose.ts: imports src/providers/http.js: stages/ may not use providers/',
    'src/stages/loose.ts: imports src/engine/config.js: stages/ may not use engine/',
    'src/stages/loose.ts: defines a class',
    'src/stages/loose.ts: uses the type any',
    'src/testing/reaches-out.ts: imports src/stages/abstain.js: testing/ may not use stages/',
    'src/text/impure.ts: imports node:fs: text/ is pure',
    'src/text/impure.ts: reads the clock (new Date())',
    'src/text/impure.ts: reads the clock (performance.now)',
  ]);
});

test('a file of more than 250 lines is caught, one of 250 is not', () => {
  const file = (lines: number) => [{ path: 'src/core/long.ts', text: 'export const one = 1;\n'.repeat(lines) }];
  expect(violationsIn(file(250))).toEqual([]);
  expect(violationsIn(file(251))).toEqual(['src/core/long.ts: has 251 lines, more than 250']);
});
