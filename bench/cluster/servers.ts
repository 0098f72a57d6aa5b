/**
 * Two servers behind one address, one killed in between: what becomes of the answers? Clients ask through a proxy that
 * takes turns; one whose connection breaks joins its run again at the same address, as the page does.
 * node bench/run.mjs cluster/servers <connection string of PostgreSQL> [questions, default 200] [at once, default 16]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { percentiles } from '../retrieval/percentiles.js';

const [connection = '', questions = '200', atOnce = '16'] = process.argv.slice(2);
const PROGRAM = fileURLToPath(new URL('../../test/fixtures/server-child.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'winnow-two-servers-'));

async function startChild(name: string): Promise<{ child: ChildProcess; url: string }> {
  const settings = JSON.stringify({ store: 'postgres', schema: 'bench_servers' });
  const child = spawn(process.execPath, [PROGRAM, join(folder, name), settings], {
    env: { ...process.env, DATABASE_URL: connection },
  });
  const url = await new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(`${chunk}`.trim())));
  return { child, url };
}

const servers = await Promise.all([startChild('one'), startChild('other')]);
const alive = servers.map(({ url }) => url);
let turn = 0;
const proxy = createServer(async (asked, reply) => {
  const target = alive[turn++ % alive.length]!;
  const onward = request(
    new URL(asked.url ?? '/', target),
    { method: asked.method, headers: { ...asked.headers, host: new URL(target).host } },
    (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
      answer.once('error', () => reply.destroy());
    },
  );
  onward.once('error', () => reply.destroy());
  asked.pipe(onward);
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

type Outcome =
  | 'answered'
  | 'answered after joining again'
  | 'told that the server died'
  | 'never admitted, asked again'
  | 'lost';
type Seen = { id?: string; last: number; end?: string };

/** Reads a stream of events until its end or a break. */
async function read(response: Response, seen: Seen): Promise<void> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) note(block, seen);
  }
}

function note(block: string, seen: Seen): void {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
  const data = field('data');
  if (data === undefined) return;
  const event = JSON.parse(data) as { type: string; id?: string };
  seen.last = Number(field('id') ?? seen.last);
  if (event.type === 'run' && event.id) seen.id = event.id;
  if (event.type === 'done' || event.type === 'error') seen.end = event.type;
}

const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
const body = JSON.stringify({ question: 'Who built the Kestrel Bridge?' });

async function askOnce(): Promise<Outcome> {
  const seen: Seen = { last: 0 };
  await fetch(`${address}/api/ask`, { method: 'POST', headers, body })
    .then((response) => read(response, seen))
    .catch(() => undefined);
  if (seen.end === 'done') return 'answered';
  if (seen.id === undefined) return 'never admitted, asked again';
  for (let tries = 0; tries < 30 && seen.end === undefined; tries += 1) {
    const joining = { accept: 'text/event-stream', 'last-event-id': `${seen.last}` };
    await fetch(`${address}/api/runs/${seen.id}`, { headers: joining })
      .then((response) => read(response, seen))
      .catch(() => undefined);
    if (seen.end === undefined) await new Promise((resolve) => setTimeout(resolve, 500));
  }
  if (seen.end === undefined) return 'lost';
  return seen.end === 'done' ? 'answered after joining again' : 'told that the server died';
}

const counts = new Map<Outcome, number>();
const times: number[] = [];
let asked = 0;
const worker = async () => {
  while (asked < Number(questions)) {
    asked += 1;
    if (asked === Math.floor(Number(questions) / 2)) {
      servers[0]!.child.kill('SIGKILL');
      setTimeout(() => alive.splice(alive.indexOf(servers[0]!.url), 1), 1000); // as a health check would notice
    }
    const before = performance.now();
    let outcome = await askOnce();
    for (let again = 0; outcome === 'never admitted, asked again' && again < 20; again += 1) {
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      outcome = await askOnce();
    }
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    times.push(performance.now() - before);
  }
};
const startedMs = performance.now();
await Promise.all(Array.from({ length: Number(atOnce) }, worker));
const perSecond = Number((Number(questions) / ((performance.now() - startedMs) / 1000)).toFixed(1));
const { p50Ms, p95Ms } = percentiles(times);
console.log(
  JSON.stringify({
    questions: Number(questions),
    atOnce: Number(atOnce),
    perSecond,
    p50Ms: Math.round(p50Ms),
    p95Ms: Math.round(p95Ms),
    ...Object.fromEntries(counts),
  }),
);
for (const { child } of servers) child.kill('SIGKILL');
proxy.close();
rmSync(folder, { recursive: true, force: true });
process.exit();
