/**
 * What becomes of questions when three outbound calls in ten go wrong: timeouts, hangs, resets, 429, 500, truncated,
 * misshapen and empty replies, drawn from a seed. A scripted model on the sample corpus; every pipeline, with our
 * bounds around each call and without. Exits with 1 when a question hangs, ends without a code, cites what is not
 * there, or leaves a rejection unhandled.
 * node bench/run.mjs faults [questions] [pipeline,...]
 */
import { systemClock } from '../src/core/clock.js';
import { BUILT_IN_PIPELINES } from '../src/engine/pipelines.js';
import { openSample, runWithFaults } from '../test/support/fault-run.js';

const QUESTIONS = Number(process.argv[2] ?? 1000);
const wanted = process.argv[3]?.split(',');
const RATE = 0.3;
const DEADLINE_MS = 4000;
/**
 * Few enough that two cores keep up, for what is measured are endings, not speed; more where most of the time is
 * waiting for deadlines.
 */
const CONCURRENCY = { bound: 8, bare: 32 };

let unhandled = 0;
process.on('unhandledRejection', (reason) => {
  unhandled += 1;
  console.error('unhandled:', reason);
});

const sample = await openSample();
let failures = 0;
console.log(
  `${QUESTIONS} questions each, ${RATE * 100} % of all calls fail, deadline ${DEADLINE_MS} ms, node ${process.versions.node}`,
);
for (const definition of BUILT_IN_PIPELINES.filter(({ name }) => !wanted || wanted.includes(name))) {
  for (const isBound of [true, false]) {
    const startedMs = systemClock.monotonicMs();
    const run = { definition, questions: QUESTIONS, rate: RATE, seed: `faults ${definition.name}`, isBound };
    const report = await runWithFaults(sample, {
      ...run,
      timeoutMs: DEADLINE_MS,
      concurrency: isBound ? CONCURRENCY.bound : CONCURRENCY.bare,
    });
    const seconds = ((systemClock.monotonicMs() - startedMs) / 1000).toFixed(0);
    const faults = Object.values(report.faults).reduce((sum, count) => sum + count, 0);
    failures += report.late + report.uncoded.length + report.wrong.length;
    const endings = Object.entries(report.endings).map(([name, count]) => `${count} ${name}`);
    console.log(
      `${definition.name.padEnd(13)} ${isBound ? 'bounded' : 'bare   '}  ${endings.join(', ')}; ${report.cited} cited sentences, ${report.wrong.length} wrong; ${faults} of ${report.calls} calls failed; ${seconds} s`,
    );
    for (const line of [...report.wrong, ...report.uncoded].slice(0, 5)) console.log(`    ${line}`);
  }
}
console.log(`hung, uncoded or wrongly cited: ${failures}; unhandled rejections: ${unhandled}`);
process.exit(failures + unhandled > 0 ? 1 : 0);
