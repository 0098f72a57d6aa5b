/**
 * Many requests of all kinds to every operation of /openapi.json, four at a time: node bench/run.mjs fuzz [--requests
 * 10000] [--seed 1]
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { operationsOf, problemWith, serverToFuzz } from '../test/support/fuzz.js';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const server = await serverToFuzz();
const operations = await operationsOf(server.url);
const each = Math.ceil(Number(values.requests) / operations.length);
const startedMs = performance.now();
const statuses: Record<number, number> = {};
const problems: string[] = [];
let [sent, slowestMs] = [0, 0];

for (const { name, requests } of operations) {
  const waiting = fc.sample(requests, { numRuns: each, seed: Number(values.seed) });
  const one = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const beganMs = performance.now();
      const found = await problemWith(server.url, request);
      slowestMs = Math.max(slowestMs, performance.now() - beganMs);
      sent += 1;
      if (typeof found === 'number') statuses[found] = (statuses[found] ?? 0) + 1;
      else problems.push(`${name}: ${found.slice(0, 300)} ${JSON.stringify(request).slice(0, 500)}`);
    }
  };
  await Promise.all([one(), one(), one(), one()]);
}

const seconds = Math.round((performance.now() - startedMs) / 1000);
console.log(
  JSON.stringify({
    operations: operations.length,
    sent,
    statuses,
    problems: problems.length,
    slowestMs: Math.round(slowestMs),
    seconds,
  }),
);
for (const problem of problems.slice(0, 20)) console.log(problem);
await server.close();
process.exit(problems.length === 0 ? 0 : 1);
