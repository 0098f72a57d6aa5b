/**
 * The server under load, the questions asked from this machine too. node bench/run.mjs load [what ...] [--seconds N]
 * [--questions N]
 *   together  20 questions at once without a language model
 *   streams   200 questions at once, streamed, without a language model
 *   rate      600 questions a minute, hifi-rag on a model that takes 300 ms
 *   peer      600 questions a minute, one call of the same model each: naive RAG of ours, and a LangChain.js chain behind hono
 *   soak      questions four at a time (default 10,000) on a model that answers at once; after each tenth the memory, garbage collected
 * One JSON line each. `ownMs` is what a question took beyond its calls to the model; `cpuMs` is processor time of the
 * server, of the processes of the small models, and of this program (questions, model and `/healthz`) for one question;
 * `othersCpu` is how many cores other work on the machine took meanwhile: times on the clock mean little where it is
 * not near 0.
 */
import { parseArgs } from 'node:util';
import { type AskOptions, ask, type Outcome, quantile, watchHealth } from './load/asking.js';
import { collected } from './load/collect.js';
import { startModelStub } from './load/model-stub.js';
import { busySeconds, type LoadServer, startPeer, startWinnow, type Taken } from './load/server.js';
import { readQuestions } from './overhead/setting.js';

const MODEL_MS = 300;
const PER_SECOND = 10;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '120' }, questions: { type: 'string', default: '10000' } },
});
const questions = readQuestions();
/** Questions come again, but no two that follow each other closely are the same. */
const questionAt = (at: number) => questions[at % questions.length] as string;

const together = (count: number, options: AskOptions) => (url: string) =>
  Promise.all(Array.from({ length: count }, (_, at) => ask(url, questionAt(at), options)));

/** At a steady pace, whether or not the earlier ones are answered. */
const paced = (seconds: number, options: AskOptions) => async (url: string) => {
  const [asked, startedMs]: [Promise<Outcome>[], number] = [[], performance.now()];
  for (let at = 0; at < PER_SECOND * seconds; at += 1) {
    asked.push(ask(url, questionAt(at), options));
    await new Promise((resolve) => setTimeout(resolve, startedMs + ((at + 1) * 1000) / PER_SECOND - performance.now()));
  }
  return Promise.all(asked);
};

type Measured = {
  readonly what: string;
  readonly warmUp: number;
  readonly work: (url: string) => Promise<readonly Outcome[]>;
};

async function measure(server: LoadServer, { what, warmUp, work }: Measured): Promise<void> {
  for (let at = 0; at < warmUp; at += 1) await ask(server.url, questionAt(at), { isStreamed: false });
  const [before, busyBefore, startedMs] = [taken(server), busySeconds(), performance.now()];
  const working = work(server.url);
  const [outcomes, health] = await Promise.all([working, watchHealth(server.url, working)]);
  const seconds = (performance.now() - startedMs) / 1000;
  const [after, busy] = [taken(server), busySeconds() - busyBefore];
  console.log(JSON.stringify({ what, ...figures({ outcomes, health, seconds, before, after, busy }) }));
}

const taken = (server: LoadServer) => ({
  ...server.taken(),
  ownCpuSeconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
});

type Observed = {
  readonly outcomes: readonly Outcome[];
  readonly health: readonly number[];
  readonly seconds: number;
  readonly before: Taken & { readonly ownCpuSeconds: number };
  readonly after: Observed['before'];
  /** Seconds that all cores together worked. */
  readonly busy: number;
};

function figures({ outcomes, health, seconds, before, after, busy }: Observed) {
  const answered = outcomes.filter(({ status }) => status === 200);
  const of = (times: readonly number[]) => ({
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    max: quantile(times, 1),
  });
  const own = answered.flatMap(({ ownMs }) => ownMs ?? []);
  const statuses: Record<number, number> = {};
  for (const { status } of outcomes) statuses[status] = (statuses[status] ?? 0) + 1;
  const spent = (['cpuSeconds', 'childCpuSeconds', 'ownCpuSeconds'] as const).map((name) => after[name] - before[name]);
  const [server, models, bench] = spent.map((each) => Math.round((each * 1000) / outcomes.length));
  const others = busy - spent.reduce((sum, each) => sum + each, 0);
  return {
    statuses,
    perMinute: Math.round((answered.length / seconds) * 60),
    questionMs: of(answered.map(({ ms }) => ms)),
    ...(own.length > 0 && { ownMs: of(own) }),
    healthMs: { p50: quantile(health, 0.5), p99: quantile(health, 0.99), max: quantile(health, 1) },
    cpuMs: { server, models, bench },
    memoryMb: { before: memoryOf(before), after: memoryOf(after) },
    othersCpu: Math.round((others / seconds) * 100) / 100,
  };
}

const memoryOf = ({ memoryMb, childMemoryMb }: Taken) => ({
  server: Math.round(memoryMb),
  models: Math.round(childMemoryMb),
});

async function soak(server: LoadServer): Promise<void> {
  const [count, tenth] = [Number(values.questions), Math.ceil(Number(values.questions) / 10)];
  let next = 0;
  for (let to = tenth; next < count; to = Math.min(count, to + tenth)) {
    const [statuses, startedMs]: [number[], number] = [[], performance.now()];
    const one = async () => {
      while (next < to) statuses.push((await ask(server.url, questionAt(next++), { isStreamed: false })).status);
    };
    await Promise.all([one(), one(), one(), one()]);
    const perMinute = Math.round((tenth / (performance.now() - startedMs)) * 60_000);
    const failed = statuses.filter((status) => status !== 200).length;
    console.log(
      JSON.stringify({ what: 'soak', asked: next, failed, perMinute, ...(await collected(server.inspector())) }),
    );
  }
}

async function using(starting: Promise<LoadServer>, use: (server: LoadServer) => Promise<void>): Promise<void> {
  const server = await starting;
  try {
    await use(server);
  } finally {
    await server.close();
  }
}

const NO_SMALL_MODELS = ['embedder', 'reranker', 'verifier', 'reader'].flatMap((name) => [
  '--set',
  `local.${name}=false`,
]);
const NO_CACHE = ['--no-cache'];
const seconds = Number(values.seconds);
const stream = { isStreamed: true, modelMs: MODEL_MS };

const ALL: Readonly<Record<string, () => Promise<void>>> = {
  together: () =>
    using(startWinnow([]), (server) =>
      measure(server, { what: '20 at once, no model', warmUp: 3, work: together(20, { isStreamed: false }) }),
    ),
  streams: () =>
    using(startWinnow([]), (server) =>
      measure(server, { what: '200 at once, streamed, no model', warmUp: 3, work: together(200, stream) }),
    ),
  rate: async () => {
    const stub = await startModelStub(MODEL_MS);
    const hifiRag = ['--pipeline', 'hifi-rag', ...NO_CACHE, ...stub.flags];
    const what = `600 a minute for ${seconds} s, hifi-rag, model of ${MODEL_MS} ms`;
    const measured = (checked: string) => (server: LoadServer) =>
      measure(server, { what: `${what}, sentences checked by ${checked}`, warmUp: 20, work: paced(seconds, stream) });
    await using(startWinnow([...hifiRag, ...NO_SMALL_MODELS]), measured('words'));
    await using(startWinnow(hifiRag), measured('the verifier'));
    stub.close();
  },
  peer: async () => {
    const stub = await startModelStub(MODEL_MS);
    const naive = ['--pipeline', 'naive-sparse', ...NO_CACHE, ...stub.flags];
    const work = paced(seconds, { isStreamed: false });
    const measured = (what: string) => (server: LoadServer) =>
      measure(server, { what: `600 a minute for ${seconds} s, ${what}`, warmUp: 20, work });
    await using(startPeer(stub.url), measured('LangChain.js behind hono, naive RAG'));
    await using(startWinnow([...naive, ...NO_SMALL_MODELS]), measured('winnow, naive RAG, sentences checked by words'));
    await using(startWinnow(naive), measured('winnow, naive RAG, sentences checked by the verifier'));
    stub.close();
  },
  soak: async () => {
    const stub = await startModelStub(0);
    await using(
      startWinnow(
        ['--pipeline', 'naive-sparse', ...NO_CACHE, ...stub.flags, ...NO_SMALL_MODELS],
        ['--inspect=127.0.0.1:0'],
      ),
      soak,
    );
    stub.close();
  },
};

for (const what of positionals.length > 0 ? positionals : Object.keys(ALL)) await ALL[what]?.();
process.exit(0);
