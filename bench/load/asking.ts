/** Questions put to a server, and how long each took; beside them `/healthz`, asked again and again. */
import { systemClock } from '../../src/core/clock.js';

export type Outcome = { readonly status: number; readonly ms: number; readonly firstEventMs?: number };

/** One question, read to the end of its stream of events or of its JSON. */
export async function ask(url: string, question: string, { isStreamed }: { readonly isStreamed: boolean }): Promise<Outcome> {
  const startedMs = systemClock.monotonicMs();
  const elapsed = () => systemClock.monotonicMs() - startedMs;
  const response = await fetch(`${url}/api/ask`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(isStreamed && { accept: 'text/event-stream' }) },
    body: JSON.stringify({ question }),
  });
  let firstEventMs: number | undefined;
  let text = '';
  for await (const piece of response.body ?? []) {
    firstEventMs ??= elapsed();
    if (isStreamed) text = (text + Buffer.from(piece).toString()).slice(-100_000);
  }
  const hasFailed = isStreamed && response.status === 200 && !/^event: done$/m.test(text);
  return { status: hasFailed ? 0 : response.status, ms: elapsed(), ...(firstEventMs !== undefined && { firstEventMs }) };
}

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
    await (await fetch(`${url}/healthz`)).text();
    times.push(systemClock.monotonicMs() - startedMs);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return times;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN);
}
