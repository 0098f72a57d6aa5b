/**
 * Runs on disk, in files that are only appended to or replaced whole, so that a kill at any moment leaves every
 * finished run readable: ID.json (the summary), ID.events.jsonl, ID.calls.jsonl (prompts and replies) and
 * ID.result.json.
 */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../core/clock.js';
import type { Result } from '../../core/data.js';
import { parseJson } from '../../core/json.js';
import type { Exchange } from '../../core/run.js';
import { makeFolder } from '../../core/write-files.js';
import { isAlive } from '../is-alive.js';
import type { NumberedEvent } from './events.js';
import { isOver, type KeptSummary, keptSummarySchema } from './summary.js';

export type History = { readonly maxRuns: number; readonly maxDays: number; readonly maxMegabytes: number };

export type RunWriter = {
  readonly event: (event: NumberedEvent) => void;
  readonly exchange: (exchange: Exchange) => void;
  readonly summary: (summary: KeptSummary) => void;
  readonly result: (result: Result) => void;
  /** Everything so far is on disk. */
  readonly settle: () => Promise<void>;
};

export type RunStore = {
  /** Newest first. */
  readonly list: (owner: string) => Promise<readonly KeptSummary[]>;
  readonly get: (id: string) => Promise<KeptSummary | undefined>;
  readonly write: (summary: KeptSummary) => RunWriter;
  readonly events: (id: string) => Promise<readonly NumberedEvent[]>;
  /**
   * The events behind number `after` of a run that is not in this process, and those to come where it is in another,
   * until it is over.
   */
  readonly follow: (id: string, after: number) => AsyncGenerator<NumberedEvent>;
  /** Has a run ended that is in another process. False where there is none. */
  readonly cancel: (id: string) => Promise<boolean>;
  /** Calls this with the id of a run that another process wants ended. */
  readonly onCancel: (cancel: (id: string) => void) => void;
  readonly exchanges: (id: string) => Promise<readonly Exchange[]>;
  readonly result: (id: string) => Promise<Result | undefined>;
  readonly remove: (id: string) => Promise<void>;
};

const PARTS = ['.json', '.events.jsonl', '.calls.jsonl', '.result.json'] as const;
const FLUSH_MS = 1000;

export function openRunStore(directory: string, history: History): RunStore {
  makeFolder(directory, { mode: 0o700 });
  const kept = new Map(readSummaries(directory).map((summary) => [summary.id, summary]));
  const path = (id: string, part: (typeof PARTS)[number]) => join(directory, `${id}${part}`);
  const remove = async (id: string) => {
    kept.delete(id);
    await Promise.all(PARTS.map((part) => rm(path(id, part), { force: true })));
  };
  return {
    list: async (owner) => [...kept.values()].filter((run) => run.owner === owner).reverse(),
    get: async (id) => kept.get(id),
    write: (summary) => {
      kept.set(summary.id, summary);
      const writer = writerOf({
        events: path(summary.id, '.events.jsonl'),
        calls: path(summary.id, '.calls.jsonl'),
        result: path(summary.id, '.result.json'),
        summary: path(summary.id, '.json'),
      });
      writer.summary(summary);
      return {
        ...writer,
        summary: (changed) => {
          if (!kept.has(changed.id)) return;
          const bytes = writer.bytes();
          kept.set(changed.id, { ...changed, bytes });
          writer.summary({ ...changed, bytes });
          if (isOver(changed)) for (const id of overdue([...kept.values()], history)) void remove(id);
        },
      };
    },
    events: (id) => readLines<NumberedEvent>(path(id, '.events.jsonl')),
    follow: async function* (id, after) {
      for (const numbered of await readLines<NumberedEvent>(path(id, '.events.jsonl')))
        if (numbered.n > after) yield numbered;
    },
    cancel: async () => false,
    onCancel: () => undefined,
    exchanges: (id) => readLines<Exchange>(path(id, '.calls.jsonl')),
    result: async (id) =>
      parseJson(await readFile(path(id, '.result.json'), 'utf8').catch(() => '')) as Result | undefined,
    remove,
  };
}

type Files = { readonly events: string; readonly calls: string; readonly result: string; readonly summary: string };
/** Lines to append, and texts that replace a file. */
type UnwrittenParts = { events: string; calls: string; result?: string; summary?: string };

/** Everything is gathered for a moment and written in order. */
function writerOf(files: Files): RunWriter & { bytes: () => number } {
  let waiting: UnwrittenParts = { events: '', calls: '' };
  let [bytes, timer]: [number, NodeJS.Timeout | undefined] = [0, undefined];
  let writing: Promise<void> = Promise.resolve();
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const some = waiting;
    waiting = { events: '', calls: '' };
    writing = writing.then(() => write(files, some));
  };
  const soon = () => {
    timer ??= setTimeout(flush, FLUSH_MS);
  };
  const add = (name: 'events' | 'calls', json: string) => {
    bytes += json.length + 1;
    waiting[name] += `${json}\n`;
    soon();
  };
  return {
    bytes: () => bytes,
    event: ({ n, event, json = JSON.stringify(event) }) => add('events', `{"n":${n},"event":${json}}`),
    exchange: (exchange) => add('calls', JSON.stringify(exchange)),
    result: (result) => {
      waiting.result = JSON.stringify(result);
      bytes += waiting.result.length;
      soon();
    },
    summary: (summary) => {
      waiting.summary = JSON.stringify(summary);
      soon();
    },
    settle: async () => {
      flush();
      await writing;
    },
  };
}

/** The summary last: it says that the rest is there. A full disk must not end an answer that is being given. */
async function write(files: Files, { events, calls, result, summary }: UnwrittenParts): Promise<void> {
  const mode = 0o600;
  await Promise.allSettled([
    events !== '' && appendFile(files.events, events, { mode }),
    calls !== '' && appendFile(files.calls, calls, { mode }),
    result !== undefined && replaceFile(files.result, result),
  ]);
  if (summary !== undefined) await replaceFile(files.summary, summary).catch(() => undefined);
}

async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.tmp`, text, { mode: 0o600 });
  await rename(`${file}.tmp`, file);
}

/** A line that a kill cut short is left out. */
async function readLines<T>(file: string): Promise<T[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const value = parseJson(line);
    return value === undefined ? [] : [value as T];
  });
}

/** Oldest first. A run that its process did not live to end is interrupted. */
function readSummaries(directory: string): KeptSummary[] {
  const files = readdirSync(directory).filter((name) => /^[\w-]+\.json$/.test(name));
  const summaries = files.flatMap((name) => {
    const parsed = keptSummarySchema.safeParse(parseJson(readFileSync(join(directory, name), 'utf8')));
    return parsed.success ? [parsed.data] : [];
  });
  for (const summary of summaries) {
    if (isOver(summary) || isAlive(summary.pid)) continue;
    summary.status = 'interrupted';
    const file = join(directory, `${summary.id}.json`);
    writeFileSync(`${file}.tmp`, JSON.stringify(summary), { mode: 0o600 });
    renameSync(`${file}.tmp`, file);
  }
  return summaries.sort((left, right) => (left.askedAt < right.askedAt ? -1 : 1));
}

function overdue(oldestFirst: readonly KeptSummary[], { maxRuns, maxDays, maxMegabytes }: History): string[] {
  const finished = oldestFirst.filter(isOver);
  const oldest = Date.parse(systemClock.now()) - maxDays * 86_400_000;
  let [count, bytes] = [finished.length, finished.reduce((sum, run) => sum + run.bytes, 0)];
  const found: string[] = [];
  for (const { id, askedAt, bytes: own } of finished) {
    if (count <= maxRuns && bytes <= maxMegabytes * 2 ** 20 && Date.parse(askedAt) >= oldest) break; // as are all younger ones
    count -= 1;
    bytes -= own;
    found.push(id);
  }
  return found;
}
