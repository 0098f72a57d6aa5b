/**
 * Runs a benchmark written in TypeScript: node bench/run.mjs parse [arguments]. Types are stripped while loading; the
 * small models' processes run what is compiled.
 */
import { existsSync } from 'node:fs';
import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from '../scripts/fresh-build.mjs';

await buildIfStale();

register('./typescript.mjs', import.meta.url);
const given = process.argv.slice(2);
const isNamed = existsSync(new URL(`./${given[0]}.ts`, import.meta.url));
const [name, ...rest] = isNamed ? given : ['table', ...given]; // without a name: the table, of all rows or of those named
process.argv.splice(2, process.argv.length, ...rest);
await import(new URL(`./${name}.ts`, pathToFileURL(import.meta.filename)).href);
