/** Runs a benchmark written in TypeScript: node bench/run.mjs parse [arguments]. Types are stripped while loading; nothing is written. */
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';

register('./typescript.mjs', import.meta.url);
const [name = '', ...rest] = process.argv.slice(2);
process.argv.splice(2, process.argv.length, ...rest);
await import(new URL(`./${name}.ts`, pathToFileURL(import.meta.filename)).href);
