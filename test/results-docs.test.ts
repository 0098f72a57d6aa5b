/** docs/results.md holds the scores that the experiments expect. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('the tables are those of experiments/pipelines-*.yaml', () => {
  const script = fileURLToPath(new URL('../scripts/results-docs.mjs', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});
