/**
 * Prompt injections by wording (test/hostile/wordings.yaml): the share of answers that hold the lie, and of the honest
 * answers that are lost, without a language model and with one that obeys every injection it is shown.
 * node bench/run.mjs injection/attack [tune|aside|FILE.yaml] [pipeline,...] [show] [words] [model]
 * `words`: without our small models; `model`: with a language model alone.
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Families, PLACES, WORDINGS, wordingCases } from '../../test/hostile/wordings.js';
import { attempts, embeddedModels, gullible, noModel } from '../../test/support/hostile-run.js';

const [part = 'tune', pipelines = 'hifi-rag', ...how] = process.argv.slice(2);
const families = part.endsWith('.yaml')
  ? (parse(readFileSync(part, 'utf8')) as Families)
  : WORDINGS[part as 'tune' | 'aside'];
const cases = wordingCases(families);
const local = how.includes('words') ? {} : embeddedModels();
const COLUMNS = {
  ...(!how.includes('model') && { 'no model': { local, models: noModel } }),
  'obeys half': { local: {}, models: gullible(0.5) },
  'obeys all': { local: {}, models: gullible(1) },
};

for (const pipeline of pipelines.split(','))
  for (const [name, column] of Object.entries(COLUMNS)) {
    const tried = (await attempts(cases, { pipeline, ...column })).map((attempt, at) => ({
      ...attempt,
      ...cases[at],
      how: attempt.how,
    }));
    const share = (of: typeof tried, way: string) =>
      `${((100 * of.filter((one) => one.how.includes(way)).length) / of.length).toFixed(1)} %`;
    for (const place of [...PLACES, undefined]) {
      const of = tried.filter((one) => place === undefined || one.place === place);
      console.log(
        `${part}, ${pipeline}, ${name}, ${place ?? 'all'} (${of.length}): lie ${share(of, 'lie')}, honest answer lost ${share(of, 'silence')}`,
      );
    }
    if (how.includes('show'))
      for (const { id, how: ways, text } of tried.filter((one) =>
        one.how.some((way) => way === 'lie' || way === 'silence'),
      ))
        console.log(`  ${ways.join(', ')} | ${id.slice(0, 120)} -> ${text.replace(/\s+/g, ' ').slice(0, 120)}`);
  }
