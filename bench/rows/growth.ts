/**
 * Growth: processor time of a query from 10,000 passages to GROW_TO (100,000; a million takes minutes to build). The
 * exponent is that of the size: at 1 the time grows as the corpus does, which is what a scan of all vectors does.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileParts } from '../retrieval/children.js';
import { printRows, type Row } from './row.js';

const FROM = 10_000;
const TO = Number(process.env.GROW_TO ?? 100_000);
const QUERIES = 200;
const MODES = { sparse: 'by words', dense: 'by meaning', hybrid: 'by both' } as const;

const part = compileParts();

function queryMs(passages: number): Record<keyof typeof MODES, number> {
  const work = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
  part('ingest', join(work, 'index'), passages, 'vectors');
  const measured = Object.keys(MODES).map((mode) => [
    mode,
    part('query', join(work, 'index'), passages, QUERIES, mode, join(work, 'ids.json')).queryProcessorMs as number,
  ]);
  rmSync(work, { recursive: true, force: true });
  return Object.fromEntries(measured);
}

const [few, many] = [queryMs(FROM), queryMs(TO)];
const exponent = (before: number, after: number) => Math.log(after / before) / Math.log(TO / FROM);
printRows(
  Object.entries(MODES).map(([mode, name]): Row => {
    const [before, after] = [few[mode as keyof typeof MODES], many[mode as keyof typeof MODES]];
    return {
      what: `growth ${name}, ${FROM} to ${TO} passages: ${before.toPrecision(2)} to ${after.toPrecision(2)} ms`,
      unit: 'exponent of the size',
      isBetter: 'less',
      ours: exponent(before, after),
      peers: { 'a scan of all': 1 },
    };
  }),
);
