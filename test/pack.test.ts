/**
 * The package as a stranger gets it: packed, installed into an empty project without install scripts, and asked,
 * compiled and bundled.
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { folderWith, QUESTION, TINY_DOCS } from './support/command.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

function registryAnswers(): boolean {
  try {
    execFileSync('npm', ['view', 'commander', 'version', '--fetch-retries=0', '--fetch-timeout=8000'], {
      stdio: 'ignore',
      cwd: root,
    });
    return true;
  } catch {
    return false;
  }
}

const reachable = registryAnswers();
if (!reachable)
  test('the package was NOT packed and installed: the npm registry cannot be reached', ({ skip }) => skip());

describe.skipIf(!reachable)('the packed package', () => {
  const stage = mkdtempSync(join(tmpdir(), 'winnow-pack-'));
  const project = folderWith({
    ...TINY_DOCS,
    'package.json': '{ "name": "empty", "private": true, "type": "module" }',
  });
  let files: string[] = [];

  beforeAll(async () => {
    // A copy is packed, because packing builds anew and other tests are using what is built here.
    const copied = [
      'package.json',
      'README.md',
      'docs',
      'examples',
      'ARCHITECTURE.md',
      'CHANGELOG.md',
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
    await run(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', join(stage, filename)],
      {
        cwd: project,
      },
    );
  }, 600_000);
  afterAll(() => {
    rmSync(stage, { recursive: true });
    rmSync(project, { recursive: true });
  });

  test('it holds what runs and what explains it, nothing else', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'package.json',
        'dist/index.js',
        'dist/index.d.ts',
        'dist/cli/main.js',
        'dist/testing/index.js',
        'corpus/manifest.jsonl',
        'web/dist/index.html',
        'docs/library.md',
        'docs/api.md',
        'examples/own-pipeline.mjs',
      ]),
    );
    for (const model of ['embedder', 'reranker', 'verifier', 'reader'])
      expect(files).toContain(`models/${model}/model_int8.onnx`);
    expect(
      files.filter((file) => /\.test\.|^(?:src|test|experiments|scripts|bench|node_modules)\//.test(file)),
    ).toEqual([]);
    expect(
      files.filter(
        (file) =>
          !/^(?:dist|models|corpus|web\/dist|docs|examples)\/|^(?:package\.json|README\.md|ARCHITECTURE\.md|CHANGELOG\.md|LICENSE)$/.test(
            file,
          ),
      ),
    ).toEqual([]);
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
    expect(JSON.parse(stdout)).toEqual({
      text: expect.stringContaining('1888'),
      cited: ['Old Bridge'],
      fake: 'function',
    });
  });

  test('the command answers with a citation', { timeout: 120_000 }, async () => {
    const { stdout } = await run(
      join(project, 'node_modules/.bin/winnow'),
      ['ask', '--docs', 'docs', '--data-directory', 'data', QUESTION],
      { cwd: project },
    );
    expect(stdout).toMatch(/1888 by Ada Stone\. \[1\]/);
  });

  test('CommonJS can require every entry', { timeout: 120_000 }, async () => {
    const entries = Object.keys(manifest.exports).filter((entry) => !/json|langchain|llamaindex/.test(entry)); // those two want their library
    writeFileSync(
      join(project, 'all.cjs'),
      entries.map((entry) => `require(${JSON.stringify(join('winnow-rag', entry))});`).join('\n'),
    );
    await run(process.execPath, ['all.cjs'], { cwd: project });
  });

  test('its types hold in a strict project, and bundlers leave it outside', { timeout: 480_000 }, async () => {
    writeFileSync(join(project, 'app.ts'), APP);
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: STRICT, files: ['app.ts'] }));
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: project });

    const vite = join(root, 'node_modules/vite/bin/vite.js');
    await run(process.execPath, [vite, 'build', '--ssr', 'app.ts', '--outDir', 'vite', '--target', 'node20'], {
      cwd: project,
    });
    await run('npm', ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', 'esbuild@0.28'], {
      cwd: project,
    });
    const flags = ['--bundle', '--platform=node', '--format=esm', '--external:winnow-rag', '--outfile=esbuild.mjs'];
    await run(join(project, 'node_modules/.bin/esbuild'), ['app.ts', ...flags], { cwd: project });
    for (const bundle of ['vite/app.js', 'esbuild.mjs'])
      expect((await run(process.execPath, [bundle], { cwd: project })).stdout).toContain('1888');
  });
});

const STRICT = {
  target: 'ES2023',
  module: 'NodeNext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
  typeRoots: [join(root, 'node_modules/@types')], // no link: npm would tidy up what it leads to
};

const APP = `
import { createEngine, type Result } from 'winnow-rag';
import { openIndex } from 'winnow-rag/index';
import { defineMetric, type EvalRow } from 'winnow-rag/lab';
import { BUILT_IN_PIPELINES } from 'winnow-rag/pipelines';
import { conclude } from 'winnow-rag/stages';
import { fakeModel } from 'winnow-rag/testing';

const engine = createEngine({ config: { docs: 'docs', dataDirectory: 'data' } });
const result: Result = await engine.ask(${JSON.stringify(QUESTION)}, { pipeline: 'naive-sparse', options: { passages: 3 } });
const metric = defineMetric({ name: 'brevity', score: ({ row }: { row: EvalRow }) => row.answer.length });
console.log(result.answer.text, BUILT_IN_PIPELINES.length, metric.name, typeof openIndex, typeof conclude, typeof fakeModel);
await engine.close();
`;
