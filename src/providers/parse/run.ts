/**
 * Where a document is parsed: in a process that can be ended at any moment, but for small texts, which take less than
 * the way there.
 */
import { availableParallelism } from 'node:os';
import type { Document } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import { compiledFile } from '../processes/compiled-file.js';
import { createPool, type Pool } from '../processes/pool.js';
import { type ParseTask, parseAs } from './parsers.js';

const MOST_PROCESSES = 4;
const IDLE_MS = 60_000;
/** Texts up to here are parsed within some milliseconds, whatever they hold (docs/performance.md). */
const SMALL_BYTES = 16 * 1024;

/** The others unpack, or run what others wrote. */
const SMALL_FORMATS: ReadonlySet<ParseTask['format']> = new Set([
  'html',
  'markdown',
  'text',
  'json',
  'csv',
  'code',
  'subtitles',
]);

export type Bounds = { readonly signal: AbortSignal; readonly timeoutMs: number; readonly memoryMb: number };

/** By the memory of their processes. */
const pools = new Map<number, Pool<ParseTask, Document>>();

export async function runParser(task: ParseTask, bounds: Bounds): Promise<Document> {
  bounds.signal.throwIfAborted();
  if (task.bytes.length <= SMALL_BYTES && SMALL_FORMATS.has(task.format)) return parseAs(task);
  const { memoryMb } = bounds;
  const pool = pools.get(memoryMb) ?? openPool(memoryMb);
  pools.set(memoryMb, pool);
  const [document] = await pool([task], bounds);
  return document as Document;
}

function openPool(memoryMb: number): Pool<ParseTask, Document> {
  const file = compiledFile('parse/worker.js');
  // From sources that were never compiled there is nothing another process could run.
  if (!file) return (tasks) => Promise.all(tasks.map(parseAs));
  const processes = Math.min(availableParallelism(), MOST_PROCESSES);
  return createPool({
    file,
    given: [`${memoryMb}`],
    processes,
    idleMs: IDLE_MS,
    isKilled: true,
    heapMb: memoryMb,
    deathError: (why, { options: { url } }) =>
      new WinnowError(
        'unreadable',
        `${url} could not be parsed: ${reasonOf(why, memoryMb)}. Skip it, give a smaller one, or raise the setting parse.`,
      ),
  });
}

function reasonOf(why: string, memoryMb: number): string {
  if (why === 'timeout') return 'it took too long';
  // Killed by limits.ts or by the system, or aborted by the engine itself.
  if (why === 'SIGKILL' || why === 'SIGABRT') return `it needs more than ${memoryMb} MB of memory`;
  return `its process ended (${why})`;
}
