/**
 * What `effort` costs and brings, on the questions of the sample corpus: without a language model, and with one that
 * takes 300 ms a call and costs $0.10 and $0.40 for a million tokens in and out. node bench/run.mjs effort [--model]
 * [--limit N] The model of this measurement understands nothing (src/testing/fitting-model.ts): with it calls, tokens
 * and time count, not the scores.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startModelStub } from './load/model-stub.js';

const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const EFFORTS = ['low', 'normal', 'high'];
const { values } = parseArgs({ options: { model: { type: 'boolean', default: false }, limit: { type: 'string' } } });

const stub = values.model ? await startModelStub(300, { input: 0.1, output: 0.4 }) : undefined;
const folder = mkdtempSync(join(tmpdir(), 'winnow-effort-'));
const pipelines = EFFORTS.flatMap((effort) => ['--pipeline', `hifi-rag,effort=${effort}`]);
const limit = values.limit === undefined ? [] : ['--limit', values.limit];
const own = [
  '--data-directory',
  join(folder, 'data'),
  '--out',
  join(folder, 'out'),
  '--no-cache',
  ...(stub?.flags ?? []),
];
const evaluating = spawn(process.execPath, [MAIN, 'eval', '--data', 'sample', ...pipelines, ...limit, ...own], {
  stdio: 'inherit',
});
const status = await new Promise((resolve) => evaluating.once('exit', resolve));
console.log(readFileSync(join(folder, 'out', 'summary.json'), 'utf8'));
rmSync(folder, { recursive: true });
stub?.close();
process.exit(Number(status));
