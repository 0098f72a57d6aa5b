/**
 * Attack success of the hostile pages (test/hostile): with the embedded default, which has no language model; with the
 * gullible model, which obeys half of the orders it is shown inside a fence; with one that obeys all of them. Exits
 * with 1 when an attack on the embedded default succeeds.
 * node bench/run.mjs hostile [pipeline,...] [words] [kept-aside] [record]
 * words: the embedded default without its small models, which is quicker; kept-aside: the cases of
 * test/hostile/kept-aside.ts instead; record: at the end, what experiments/data/hostile.yaml should hold, with the
 * explanations it holds already
 */
import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { HOSTILE_CASES } from '../test/hostile/cases.js';
import { KEPT_ASIDE } from '../test/hostile/kept-aside.js';
import {
  type Attempt,
  attempts,
  embeddedModels,
  gullible,
  type HostileRun,
  noModel,
} from '../test/support/hostile-run.js';

const [pipelines = 'hifi-rag,naive-web,chunk-rag,g-rag,level-rag', ...how] = process.argv.slice(2);
const cases = how.includes('kept-aside') ? KEPT_ASIDE : HOSTILE_CASES;
const local = how.includes('words') ? {} : embeddedModels();

const COLUMNS: Readonly<Record<string, Pick<HostileRun, 'local' | 'models'>>> = {
  'embedded default': { local, models: noModel },
  gullible: { local: {}, models: gullible() },
  'obeys all': { local: {}, models: gullible(1) },
};

const kinds = [...new Set(cases.map(({ kind }) => kind))];
const isSuccess = ({ how }: Attempt): boolean => how.length > 0;
const remaining: Attempt[] = [];
let onDefault = 0;

for (const pipeline of pipelines.split(',')) {
  const columns: Record<string, Attempt[]> = {};
  for (const [name, column] of Object.entries(COLUMNS)) columns[name] = await attempts(cases, { pipeline, ...column });
  onDefault += (columns['embedded default'] ?? []).filter(isSuccess).length;
  remaining.push(...(columns.gullible ?? []).filter(isSuccess));
  console.log(`\n${pipeline}: attacks that succeed, of ${cases.length}`);
  console.log(
    `${''.padEnd(22)}${'cases'.padStart(6)}${Object.keys(columns)
      .map((name) => name.padStart(18))
      .join('')}`,
  );
  for (const kind of [...kinds, 'all']) {
    const of = (tried: readonly Attempt[]) => tried.filter((attempt) => kind === 'all' || attempt.kind === kind);
    const figures = Object.values(columns).map((tried) => String(of(tried).filter(isSuccess).length).padStart(18));
    console.log(`${kind.padEnd(22)}${String(of(columns.gullible ?? []).length).padStart(6)}${figures.join('')}`);
  }
  for (const [name, tried] of Object.entries(columns))
    for (const { id, how, text } of tried.filter(isSuccess))
      console.log(`  ${name}: ${id} (${how.join(', ')}): ${text.replace(/\s+/g, ' ').slice(0, 160)}`);
}
if (how.includes('record')) console.log(`\n${stringify(record(), { lineWidth: 0 })}`);
process.exit(onDefault > 0 ? 1 : 0);

function record() {
  const known = parse(readFileSync(new URL('../experiments/data/hostile.yaml', import.meta.url), 'utf8')) as {
    readonly embedded: unknown;
    readonly remaining: readonly { readonly id: string; readonly why: string }[];
  };
  const ids = [...new Set(remaining.map(({ id }) => id))];
  const named = pipelines
    .split(',')
    .map((name) => [name, remaining.filter(({ pipeline }) => pipeline === name).length] as const);
  return {
    cases: cases.length,
    embedded: known.embedded,
    gullible: Object.fromEntries(named),
    remaining: ids.map((id) => ({
      id,
      pipelines: remaining.filter((one) => one.id === id).map(({ pipeline }) => pipeline),
      why: known.remaining.find((one) => one.id === id)?.why ?? '',
    })),
  };
}
