/**
 * Runs on disk, in files that are only appended to or replaced whole, so that a kill at any moment leaves every finished run readable:
 * ID.json (the summary), ID.events.jsonl, ID.calls.jsonl (prompts and replies) and ID.result.json.
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
  /** The events behind number `after` of a run that is not in this process, and those to come where it is in another, until it is over. */
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
      const files = { events: path(summary.id, '.events.jsonl'), calls: path(summary.id, '.calls.jsonl') };
      const writer = appendingTo(files, {
        result: (text) => replaceFile(path(summary.id, '.result.json'), text),
        summary: (text) => replaceFile(path(summary.id, '.json'), text),
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
      for (const numbered of await readLines<NumberedEvent>(path(id, '.events.jsonl'))) if (numbered.n > after) yield numbered;
    },
    cancel: async () => false,
    onCancel: () => undefined,
    exchanges: (id) => readLines<Exchange>(path(id, '.calls.jsonl')),
    result: async (id) => parseJson(await readFile(path(id, '.result.json'), 'utf8').catch(() => '')) as Result | undefined,
    remove,
  };
}

type Replacing = { readonly result: (text: string) => Promise<void>; readonly summary: (text: string) => Promise<void> };

/** Lines are gathered for a moment; everything is written in order. */
function appendingTo(files: { readonly events: string; readonly calls: string }, replace: Replacing): RunWriter & { bytes: () => number } {
  const waiting = { events: '', calls: '' };
  let [bytes, timer]: [number, NodeJS.Timeout | undefined] = [0, undefined];
  let writing: Promise<void> = Promise.resolve();
  const then = (work: () => Promise<void>) => {
    writing = writing.then(work).catch(() => undefined); // a full disk must not end an answer that is being given
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    for (const name of ['events', 'calls'] as const) {
      const text = waiting[name];
      waiting[name] = '';
      if (text !== '') then(() => appendFile(files[name], text, { mode: 0o600 }));
    }
  };
  const add = (name: 'events' | 'calls', value: unknown) => {
    const line = `${JSON.stringify(value)}\n`;
    bytes += line.length;
    waiting[name] += line;
    timer ??= setTimeout(flush, FLUSH_MS);
  };
  const whole = (name: keyof Replacing, value: unknown) => {
    flush();
    const text = JSON.stringify(value);
    if (name === 'result') bytes += text.length;
    then(() => replace[name](text));
  };
  return {
    bytes: () => bytes,
    event: (event) => add('events', event),
    exchange: (exchange) => add('calls', exchange),
    result: (result) => whole('result', result),
    summary: (summary) => whole('summary', summary),
    settle: async () => {
      flush();
      await writing;
    },
  };
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
  return finished.flatMap(({ id, askedAt, bytes: own }) => {
    if (count <= maxRuns && bytes <= maxMegabytes * 2 ** 20 && Date.parse(askedAt) >= oldest) return [];
    count -= 1;
    bytes -= own;
    return [id];
  });
}
