/**
 * The small models and some tests run in processes of their own, which need compiled code. Whatever the tests write
 * goes into one folder that is removed at the end: TMPDIR is inherited by the workers and by what they start.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../scripts/fresh-build.mjs';

const FOLDER = 'winnow-tests-';

/** Called for each project of vitest.config.ts, which share the folder of the first. */
export async function setup(): Promise<(() => void) | undefined> {
  if (tmpdir().includes(FOLDER)) return undefined;
  await buildIfStale();
  const root = mkdtempSync(join(tmpdir(), FOLDER));
  process.env.ENGINES_FOLDER ??= join(tmpdir(), 'winnow-engines'); // OpenSearch and PostgreSQL are fetched once
  process.env.TMPDIR = root;
  process.env.TEMP = root; // Windows
  return () => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
}
