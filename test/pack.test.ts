/** The package as a stranger gets it: packed, installed into an empty project without install scripts, and asked. */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderWith, QUESTION, TINY_DOCS } from './support/command.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

function registryAnswers(): boolean {
  try {
    execFileSync('npm', ['view', 'commander', 'version', '--fetch-retries=0', '--fetch-timeout=8000'], { stdio: 'ignore', cwd: root });
    return true;
  } catch {
    return false;
  }
}

const reachable = registryAnswers();
test.skipIf(reachable)('the package was NOT packed and installed: the npm registry cannot be reached', ({ skip }) => skip());

describe.skipIf(!reachable)('the packed package', () => {
  const stage = mkdtempSync(join(tmpdir(), 'winnow-pack-'));
  const project = folderWith({ ...TINY_DOCS, 'package.json': '{ "name": "empty", "private": true, "type": "module" }' });
  let files: string[] = [];

  beforeAll(async () => {
    // A copy is packed, because packing builds anew and other tests are using what is built here.
    const copied = [
      'package.json',
      'README.md',
      'LICENSE',
      'tsconfig.json',
      'tsconfig.build.json',
      'src',
      'scripts',
      'web',
      'models',
      'corpus',
      'test',
      'experiments',
    ];
    for (const name of copied.filter((entry) => existsSync(join(root, entry))))
      cpSync(join(root, name), join(stage, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(stage, 'node_modules'));
    const packed = await run('npm', ['pack', '--json'], { cwd: stage, maxBuffer: 64 * 1024 * 1024 });
    const [{ filename, files: list }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as [
      { filename: string; files: { path: string }[] },
    ];
    files = list.map(({ path }) => path);
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', join(stage, filename)], {
      cwd: project,
    });
  }, 240_000);
  afterAll(() => {
    rmSync(stage, { recursive: true });
    rmSync(project, { recursive: true });
  });

  test('it holds what runs and nothing else', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'dist/index.js',
        'dist/index.d.ts',
        'dist/cli/main.js',
        'dist/testing/index.js',
        'corpus/manifest.jsonl',
        'web/dist/index.html',
      ]),
    );
    for (const model of ['embedder', 'reranker', 'verifier', 'reader']) expect(files).toContain(`models/${model}/model_int8.onnx`);
    expect(files.filter((file) => /\.test\.|^(?:src|test|experiments|scripts|bench|examples|node_modules)\//.test(file))).toEqual([]);
    expect(files.filter((file) => !/^(?:dist|models|corpus|web\/dist)\/|^(?:package\.json|README\.md|LICENSE)$/.test(file))).toEqual([]);
  });

  test('the library answers with a citation', { timeout: 120_000 }, async () => {
    writeFileSync(
      join(project, 'ask.mjs'),
      `import { createEngine } from 'winnow-rag';
       import { fakeModel } from 'winnow-rag/testing';
       const engine = createEngine({ config: { docs: 'docs', dataDirectory: 'data' } });
       const { answer, sources } = await engine.ask(${JSON.stringify(QUESTION)});
       await engine.close();
       console.log(JSON.stringify({ text: answer.text, cited: sources.map(({ title }) => title), fake: typeof fakeModel }));`,
    );
    const { stdout } = await run(process.execPath, ['ask.mjs'], { cwd: project });
    expect(JSON.parse(stdout)).toEqual({ text: expect.stringContaining('1888'), cited: ['Old Bridge'], fake: 'function' });
  });

  test('the command answers with a citation', { timeout: 120_000 }, async () => {
    const { stdout } = await run(
      join(project, 'node_modules/.bin/winnow'),
      ['ask', '--docs', 'docs', '--data-directory', 'data', QUESTION],
      { cwd: project },
    );
    expect(stdout).toMatch(/1888 by Ada Stone\. \[1\]/);
  });
});
