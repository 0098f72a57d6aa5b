/**
 * The server under load, the questions asked from this machine too. node bench/run.mjs load [what ...] [--seconds N] [--questions N]
 *   together  20 questions at once without a language model
 *   streams   200 questions at once, streamed, without a language model
 *   rate      600 questions a minute with hifi-rag on a model that takes 300 ms
 *   soak      questions one after the other, four at a time (default 10,000), memory every tenth of them
 * One JSON line each: statuses, time per question, /healthz meanwhile, processor time per question, memory.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { ask, type Outcome, quantile, watchHealth } from './load/asking.js';
import { startModelStub } from './load/model-stub.js';
import { type LoadServer, startLoadServer } from './load/server.js';
import { readQuestions } from './overhead/setting.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '120' }, questions: { type: 'string', default: '10000' } },
});
const questions = readQuestions();
const questionAt = (at: number) => `${questions[at % questions.length]}${' '.repeat(Math.floor(at / questions.length) % 50)}`;

const together = (count: number, isStreamed: boolean) => (url: string) =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(url, questionAt(at), { isStreamed })));

/** At a steady pace, whether or not the earlier ones are answered. */
const paced = (perSecond: number, seconds: number) => async (url: string) => {
  const asked: Promise<Outcome>[] = [];
  for (let at = 0; at < perSecond * seconds; at += 1) {
    asked.push(ask(url, questionAt(at), { isStreamed: true }));
    await new Promise((resolve) => setTimeout(resolve, 1000 / perSecond));
  }
  return Promise.all(asked);
};

async function measure(what: string, server: LoadServer, work: (url: string) => Promise<readonly Outcome[]>): Promise<void> {
  await ask(server.url, 'Who opened the Kestrel Bridge?', { isStreamed: false }); // loads models and documents
  const [before, startedMs] = [server.taken(), performance.now()];
  const working = work(server.url);
  const [outcomes, health] = await Promise.all([working, watchHealth(server.url, working)]);
  const [after, seconds] = [server.taken(), (performance.now() - startedMs) / 1000];
  const answered = outcomes.filter(({ status }) => status === 200);
  const times = answered.map(({ ms }) => ms);
  const statuses = Object.fromEntries(
    [...new Set(outcomes.map(({ status }) => status))].map((of) => [of, outcomes.filter(({ status }) => status === of).length]),
  );
  console.log(
    JSON.stringify({
      what,
      statuses,
      perMinute: Math.round((answered.length / seconds) * 60),
      questionMs: { p50: quantile(times, 0.5), p95: quantile(times, 0.95), max: quantile(times, 1) },
      healthMs: { p50: quantile(health, 0.5), p99: quantile(health, 0.99), max: quantile(health, 1) },
      cpuMsPerQuestion: Math.round(((after.cpuSeconds - before.cpuSeconds) * 1000) / outcomes.length),
      memoryMb: { before: Math.round(before.memoryMb), after: Math.round(after.memoryMb) },
      load: loadavg().map((value) => Math.round(value * 10) / 10),
    }),
  );
}

async function soak(server: LoadServer): Promise<void> {
  const [count, part] = [Number(values.questions), Math.max(1, Math.floor(Number(values.questions) / 10))];
  for (let from = 0; from < count; from += part)
    await measure(`soak from ${from}`, server, async (url) => {
      const outcomes: Outcome[] = [];
      const one = async (first: number) => {
        for (let at = first; at < from + part; at += 4) outcomes.push(await ask(url, questionAt(at), { isStreamed: false }));
      };
      await Promise.all([0, 1, 2, 3].map((at) => one(from + at)));
      return outcomes;
    });
}

async function withServer(flags: readonly string[], use: (server: LoadServer) => Promise<void>): Promise<void> {
  const server = await startLoadServer(flags);
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

const ALL: Readonly<Record<string, () => Promise<void>>> = {
  together: () => withServer([], (server) => measure('20 at once, no model', server, together(20, false))),
  streams: () => withServer([], (server) => measure('200 at once, streamed, no model', server, together(200, true))),
  rate: async () => {
    const stub = await startModelStub(300);
    await withServer(['--pipeline', 'hifi-rag', '--no-cache', ...stub.flags], (server) =>
      measure('600 a minute, hifi-rag, model of 300 ms', server, paced(10, Number(values.seconds))),
    );
    stub.close();
  },
  soak: () => withServer([], soak),
};

for (const what of positionals.length > 0 ? positionals : ['together', 'streams', 'rate']) await ALL[what]?.();
