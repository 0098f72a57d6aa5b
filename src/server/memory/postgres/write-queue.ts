/**
 * Writes of one run, in order: events are gathered for a moment, and a database that is away for a while is tried
 * again.
 */
import type { Exchange } from '../../../core/run.js';
import type { Database } from '../../../providers/postgres/connect.js';
import { storableJson } from '../../../providers/postgres/json.js';
import { persistently } from '../../../providers/postgres/persistently.js';
import type { NumberedEvent } from '../../runs/events.js';

const FLUSH_MS = 50;

export type WriteQueue = {
  readonly add: (text: string, values: unknown[]) => void;
  readonly event: (event: NumberedEvent) => void;
  readonly exchange: (exchange: Exchange) => void;
  readonly bytes: () => number;
  readonly settle: () => Promise<void>;
};

export function createWriteQueue(
  database: Database,
  { run, tell }: { readonly run: string; readonly tell: () => Promise<void> },
): WriteQueue {
  let events: NumberedEvent[] = [];
  let exchanges: Exchange[] = [];
  let [bytes, timer]: [number, NodeJS.Timeout | undefined] = [0, undefined];
  let [writing, isAway]: [Promise<void>, boolean] = [Promise.resolve(), false];
  const writeOne = async (text: string, values: unknown[]) => {
    const work = () => database.query(text, values);
    try {
      await (isAway ? work() : persistently(work)); // an answer waits for a database that is gone once, not at each write
      isAway = false;
      await tell();
    } catch {
      isAway = true; // it must not end an answer that is being given
    }
  };
  const write = (text: string, values: unknown[]) => {
    writing = writing.then(() => writeOne(text, values));
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const [some, calls] = [events, exchanges];
    [events, exchanges] = [[], []];
    if (some.length > 0)
      write(
        `insert into run_events (run, n, event) select $1, r.n, r.event from json_to_recordset($2::json) as r(n integer, event json) on conflict do nothing`,
        [run, storableJson(some)],
      );
    if (calls.length > 0)
      write(
        `insert into run_calls (run, exchange) select $1, r.exchange from json_to_recordset($2::json) as r(exchange json)`,
        [run, storableJson(calls.map((exchange) => ({ exchange })))],
      );
  };
  const gather = <T>(list: T[], value: T) => {
    bytes += JSON.stringify(value).length;
    list.push(value);
    timer ??= setTimeout(flush, FLUSH_MS);
  };
  return {
    bytes: () => bytes,
    event: ({ n, event }) => gather(events, { n, event }),
    exchange: (exchange) => gather(exchanges, exchange),
    add: (text, values) => {
      flush();
      write(text, values);
    },
    settle: async () => {
      flush();
      await writing;
    },
  };
}
