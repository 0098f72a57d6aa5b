import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { doctorCommand } from './doctor.js';

const OFF = ['reranker', 'verifier', 'reader'].flatMap((name) => ['--set', `local.${name}=false`]);
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-doctor-'));
  writeFileSync(join(folder, 'bridge.md'), '# Old Bridge\n\nIt was opened in 1888.\n');
});
afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

type Check = { readonly what: string; readonly state: string; readonly said: string };

async function checksWith(...settings: string[]): Promise<Check[]> {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const folders = ['--docs', folder, '--data-directory', join(folder, 'data')];
  const set = settings.flatMap((setting) => ['--set', setting]);
  await doctorCommand().parseAsync([...folders, ...OFF, ...set, '--json'], { from: 'user' });
  return JSON.parse(printed) as Check[];
}

test('an engine without its key is one check that fails; all the others are shown', async () => {
  const checks = await checksWith(
    'local.embedder=false',
    'search.engines=["brave", "local"]',
    'search.keyVariables.brave=NO_SUCH_KEY',
  );
  const failing = checks.filter(({ state }) => state === 'fails');
  expect(failing).toMatchObject([{ what: 'search brave', said: expect.stringContaining('NO_SUCH_KEY') }]);
  expect(checks.find(({ what }) => what.startsWith('folder'))).toMatchObject({
    state: 'ok',
    said: expect.stringContaining('1 pages'),
  });
  expect(process.exitCode).toBe(1);
});

test('an embedder behind an API is asked; one that is half configured is said to be, and ends nothing', async () => {
  const checks = await checksWith('embedder.provider=openai-compatible', 'embedder.model=team-embed');
  expect(checks.find(({ what }) => what === 'embedder')).toMatchObject({ state: 'off' });
  const failing = checks.find(({ what }) => what === 'embedder openai-compatible');
  expect(failing).toMatchObject({ state: 'fails', said: expect.stringContaining('embedder.dimensions') });
  expect(checks.find(({ what }) => what.startsWith('folder'))).toMatchObject({ state: 'fails' });
});

test('an index server that is not there is a check that fails', async () => {
  const checks = await checksWith('local.embedder=false', 'index.kind=opensearch', 'index.nodes=http://127.0.0.1:9');
  expect(checks.find(({ what }) => what === 'index opensearch')).toMatchObject({
    state: 'fails',
    said: expect.stringContaining('OpenSearch cannot be reached at http://127.0.0.1:9'),
  });
});

test('documents that are not searched are not read', async () => {
  const checks = await checksWith(
    'local.embedder=false',
    'search.engines=["brave"]',
    'search.keyVariables.brave=NO_SUCH_KEY',
  );
  expect(checks.find(({ what }) => what.startsWith('folder'))).toMatchObject({ state: 'off' });
});
