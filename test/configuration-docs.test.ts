/** docs/configuration.md says what the schemas say, and what it says of variables is true. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { configSchema } from '../src/engine/config.js';
import { fromEnvironment, leaves } from '../src/engine/layers.js';
import { BUILT_IN_PIPELINES } from '../src/engine/pipelines.js';

const script = fileURLToPath(new URL('../scripts/configuration-docs.mjs', import.meta.url));
const documentation = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const check = (...files: string[]) => spawnSync(process.execPath, [script, '--check', ...files], { encoding: 'utf8' });

test('the document is what the schemas say', () => {
  const { status, stderr } = check();

  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('a document with one word changed is found to be stale', () => {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-docs-'));
  folders.push(folder);
  const stale = join(folder, 'configuration.md');
  writeFileSync(stale, documentation.replace('48000', '48001'));

  const { status, stderr } = check(stale);

  expect(status).toBe(1);
  expect(stderr).toContain('is not what the schemas say');
});

test('every variable it names sets what it is said to set', () => {
  const variables = [...documentation.matchAll(/^\| `([\w.]+)` .*\| `(WINNOW_\w+)` \|$/gm)];
  const { tree, unknown } = fromEnvironment(
    Object.fromEntries(variables.map(([, , variable = '']) => [variable, '1'])),
  );

  expect(variables.length).toBeGreaterThan(30);
  expect(unknown).toEqual([]);
  const paths = leaves(tree).map(([path]) => path.replace(/^(?:models\.small|pipelines\.[^.]+)\./, ''));
  expect(paths.sort()).toEqual(variables.map(([, name]) => name).sort());
});

test('every top-level setting and every option of every pipeline is in it', () => {
  const options = BUILT_IN_PIPELINES.flatMap(({ options: schema }) => Object.keys(schema.parse({}) as object));
  const missing = [...Object.keys(configSchema.shape), ...options].filter((name) => !documentation.includes(name));

  expect(missing).toEqual([]);
});
