/**
 * Bounds of a process that may be stuck in one endless computation: a thread of its own looks after it, and kills it
 * when it takes too much memory, of whatever kind, or when the process that started it is gone.
 */
import { isMainThread, Worker, workerData } from 'node:worker_threads';

type Bounds = { readonly memoryMb: number; readonly parent: number };

const LOOK_MS = 50;

export function keepWithin(memoryMb: number): void {
  const bounds: Bounds = { memoryMb, parent: process.ppid };
  new Worker(new URL(import.meta.url), { workerData: bounds }).unref();
}

function look({ memoryMb, parent }: Bounds): void {
  if (process.memoryUsage.rss() > memoryMb * 2 ** 20 || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}

if (!isMainThread) setInterval(look, LOOK_MS, workerData);
