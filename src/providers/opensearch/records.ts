/**
 * What is known of each corpus, as one document of the index PREFIX-corpora: which index holds it, its notes, and who
 * is writing it. Changed only where nobody else changed it in between.
 */
import { systemClock } from '../../core/clock.js';
import { WinnowError } from '../../core/errors.js';
import type { ServerBuild } from '../index/on-server.js';
import type { Cluster } from './client.js';

export type Build = ServerBuild & {
  readonly index: string;
  /** As it was made, whatever the settings say by now; older records do not tell. */
  readonly shards?: number;
};

/** A writer that does not renew it in time is taken to be dead. */
export type Lease = { readonly holder: string; readonly who: string; readonly untilMs: number };

export type Corpus = {
  readonly name: string;
  readonly current?: Build | undefined;
  /** The index that is to take the place of the current one. */
  readonly next?: Build | undefined;
  readonly writer?: Lease | undefined;
};

export type CorpusRecord = { readonly corpus: Corpus; readonly seqNo?: number; readonly term?: number };

export type Records = {
  readonly list: () => Promise<Corpus[]>;
  readonly read: (name: string) => Promise<CorpusRecord>;
  /** Reads, changes and writes, again where another was quicker. */
  readonly change: (name: string, change: (corpus: Corpus) => Corpus) => Promise<Corpus>;
  readonly remove: (name: string) => Promise<void>;
};

const MOST_TRIES = 10;
const MOST_CORPORA = 10_000;

type RecordResponse = {
  readonly found?: boolean;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _source: Corpus;
};

export function recordsOf(cluster: Cluster): Records {
  const index = `${cluster.settings.prefix}-corpora`;
  const { call } = cluster;
  const read = async (name: string): Promise<CorpusRecord> => {
    const { status, body } = await call<RecordResponse>({
      method: 'GET',
      path: `/${index}/_doc/${name}`,
      allow: [404],
    });
    return status === 404
      ? { corpus: { name } }
      : { corpus: body._source, seqNo: body._seq_no, term: body._primary_term };
  };
  const make = async (): Promise<void> => {
    const settings = { number_of_shards: 1, auto_expand_replicas: `0-${cluster.settings.replicas}` };
    const mappings = { dynamic: false, properties: { name: { type: 'keyword' } } };
    await call({ method: 'PUT', path: `/${index}`, body: { settings, mappings }, allow: [400] }); // 400: it is there
  };
  const write = async (name: string, corpus: Corpus, { seqNo, term }: CorpusRecord): Promise<boolean> => {
    if (seqNo === undefined) await make();
    const condition = seqNo === undefined ? { op_type: 'create' } : { if_seq_no: seqNo, if_primary_term: term ?? 0 };
    const query = { ...condition, refresh: 'true' };
    const { status } = await call({ method: 'PUT', path: `/${index}/_doc/${name}`, query, body: corpus, allow: [409] });
    return status !== 409;
  };
  return {
    read,
    list: async () => {
      const body = { size: MOST_CORPORA, sort: ['name'], query: { match_all: {} } };
      const reply = await call<{ hits?: { hits: { _source: Corpus }[] } }>({
        method: 'POST',
        path: `/${index}/_search`,
        body,
        allow: [404],
      });
      return reply.body.hits?.hits.map(({ _source }) => _source) ?? [];
    },
    change: async (name, change) => {
      for (let attempt = 1; attempt <= MOST_TRIES; attempt += 1) {
        const kept = await read(name);
        const changed = change(kept.corpus);
        if (await write(name, changed, kept)) return changed;
      }
      throw new WinnowError(
        'unavailable',
        `The corpus "${name}" is being changed by too many processes at once. Try again.`,
      );
    },
    remove: async (name) => {
      await call({ method: 'DELETE', path: `/${index}/_doc/${name}`, query: { refresh: 'true' }, allow: [404] });
    },
  };
}

export const LEASE_MS = 60_000;

/** The corpus with us as its writer; throws where another is. */
export function leased(corpus: Corpus, { holder, who }: Omit<Lease, 'untilMs'>): Corpus {
  checkFree(corpus, holder);
  return { ...corpus, writer: { holder, who, untilMs: nowMs() + LEASE_MS } };
}

export function checkFree({ name, writer }: Corpus, holder?: string): void {
  if (!writer || writer.holder === holder || writer.untilMs < nowMs()) return;
  const left = Math.ceil((writer.untilMs - nowMs()) / 1000);
  throw new WinnowError(
    'usage',
    `The corpus "${name}" is being written by ${writer.who}. Wait until it is done, or stop it. If no such process runs, it is free in ${left} s.`,
    { retryAfterMs: left * 1000 },
  );
}

const nowMs = (): number => Date.parse(systemClock.now());
