/** Runs a benchmark written in TypeScript: node bench/run.mjs parse [arguments]. Types are stripped while loading; the small models' processes run what is compiled. */
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from '../scripts/fresh-build.mjs';

await buildIfStale();

register('./typescript.mjs', import.meta.url);
const [name = '', ...rest] = process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...rest);
await import(new URL(`./${name}.ts`, pathToFileURL(import.meta.filename)).href);
