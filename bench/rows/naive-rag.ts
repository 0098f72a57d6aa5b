/**
 * Naive RAG end to end beside a model that answers at once: what a question costs that no model is paid for
 * (bench/overhead.ts).
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { printRows } from './row.js';

const runner = fileURLToPath(new URL('../run.mjs', import.meta.url));

function measure(child: string, name: string): { atOnceMs: number; megabytes: number } | undefined {
  const { stdout, status } = spawnSync(process.execPath, [runner, `overhead/${child}`, name], { encoding: 'utf8' });
  return status === 0 ? JSON.parse(stdout.trim().split('\n').at(-1) as string) : undefined;
}

const ours = measure('winnow', 'naive-dense');
if (!ours)
  throw new Error('Winnow itself could not be measured: node bench/run.mjs overhead/winnow naive-dense says why.');
const peers = { 'LangChain.js': measure('peer', 'langchain'), 'LlamaIndex.TS': measure('peer', 'llamaindex') };
const figures = (pick: (measured: { atOnceMs: number; megabytes: number }) => number) =>
  Object.fromEntries(
    Object.entries(peers).map(([name, peer]) => [
      name,
      peer ? pick(peer) : 'not measured: npm install --prefix bench/peers',
    ]),
  );
const checks = 'it checks nothing: our time is that of holding every sentence against the passages';
printRows([
  {
    what: 'naive RAG, a question beside its model call',
    unit: 'ms on the clock, median',
    isBetter: 'less',
    ours: ours.atOnceMs,
    peers: figures(({ atOnceMs }) => atOnceMs),
    behind: { 'LangChain.js': checks, 'LlamaIndex.TS': checks },
  },
  {
    what: 'the same, memory at most',
    unit: 'MB',
    isBetter: 'less',
    ours: ours.megabytes,
    peers: figures(({ megabytes }) => megabytes),
  },
]);
