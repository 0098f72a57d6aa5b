/** Questions put to a server, and how long each took; beside them `/healthz`, asked again and again. */
import { Agent, request } from 'undici';
import { systemClock } from '../../src/core/clock.js';
import type { TraceEvent } from '../../src/core/trace.js';

export type Outcome = {
  readonly status: number;
  readonly ms: number;
  /** Of that, while no call to the language model was on its way: ours. */
  readonly ownMs?: number;
};

export type AskOptions = {
  readonly isStreamed: boolean;
  /** What the model takes for a call; the rest of a call is ours. */
  readonly modelMs?: number;
};

/** A question that waits in a queue for minutes is no failure. */
const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0 });

/** One question, read to the end of its stream of events or of its JSON. */
export async function ask(url: string, question: string, { isStreamed, modelMs = 0 }: AskOptions): Promise<Outcome> {
  const startedMs = systemClock.monotonicMs();
  const { statusCode: status, body } = await request(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(isStreamed && { accept: 'text/event-stream' }) },
    body: JSON.stringify({ question }),
    dispatcher,
  });
  const text = await body.text();
  const ms = systemClock.monotonicMs() - startedMs;
  if (!isStreamed || status !== 200) return { status, ms };
  const hasFailed = !/^event: done$/m.test(text);
  return { status: hasFailed ? 0 : 200, ms, ownMs: ms - waitedForModel(text, modelMs) };
}

/**
 * The critical path: as many calls as went one after the other, each for as long as the model takes. Calls that were on
 * their way at the same time count once, however far apart we were in sending them; what a call took beyond the model's
 * time is ours, too.
 */
function waitedForModel(stream: string, modelMs: number): number {
  const calls = [...stream.matchAll(/^event: model-call\ndata: (.*)$/gm)].map(
    ([, data = '{}']) => JSON.parse(data) as ModelCall,
  );
  let [chain, until] = [0, Number.NEGATIVE_INFINITY];
  for (const { atMs, ms } of calls.sort((left, right) => left.atMs - right.atMs)) {
    if (atMs - ms < until - ROUNDED_MS) continue;
    chain += 1;
    until = atMs;
  }
  return chain * modelMs;
}

/** Times of calls are whole milliseconds. */
const ROUNDED_MS = 1;

type ModelCall = Extract<TraceEvent, { type: 'model-call' }>;

/** How long `/healthz` took, asked every 20 ms until `until` is done. */
export async function watchHealth(url: string, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  until.then(end, end);
  while (!isDone) {
    const startedMs = systemClock.monotonicMs();
    await (await request(`${url}/healthz`, { dispatcher })).body.text();
    times.push(systemClock.monotonicMs() - startedMs);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}
