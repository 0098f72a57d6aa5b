/**
 * The libraries that peers.ts measures, each behind two functions. Installed beside the benchmarks (bench/peers), never
 * with Winnow.
 */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Beside the benchmarks, wherever this file was compiled to. */
const load = createRequire(
  `${process.env.WINNOW_BENCH_PEERS ?? fileURLToPath(new URL('../peers/', import.meta.url))}/package.json`,
);

export type Passage = {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly vector: () => Float32Array;
};
export type Query = { readonly text: string; readonly vector: () => Float32Array };

export type Library = {
  /** What it searches by; its hits are compared with ours in this mode. */
  readonly by: 'words' | 'meaning';
  add(passages: readonly Passage[]): void | Promise<void>;
  /** Ids of the ten best. */
  search(query: Query): string[] | Promise<string[]>;
};

const bodyOf = ({ title, text }: Passage): string => `${title} ${text}`;

/** SQLite in memory, through libsql. */
function fts5(): Library {
  const database = new (load('libsql'))(':memory:');
  const quoted = (query: string): string =>
    query
      .split(' ')
      .map((word) => `"${word}"`)
      .join(' OR ');
  database.exec("CREATE VIRTUAL TABLE passages USING fts5(id UNINDEXED, text, tokenize='porter unicode61')");
  const insert = database.prepare('INSERT INTO passages VALUES (?, ?)');
  return {
    by: 'words',
    add(passages) {
      database.exec('BEGIN');
      for (const passage of passages) insert.run(passage.id, bodyOf(passage));
      database.exec('COMMIT');
    },
    search: ({ text }) =>
      database
        .prepare('SELECT id FROM passages WHERE passages MATCH ? ORDER BY bm25(passages) LIMIT 10')
        .all(quoted(text))
        .map((row: { id: string }) => row.id),
  };
}

type MiniSearch = { addAll(all: object[]): void; search(query: string): { id: string }[] };

function miniSearch(): Library {
  const module = load('minisearch') as { default?: unknown };
  const create = (module.default ?? module) as new (options: object) => MiniSearch;
  const index = new create({ fields: ['text'] });
  return {
    by: 'words',
    add: (passages) => index.addAll(passages.map((passage) => ({ id: passage.id, text: bodyOf(passage) }))),
    search: ({ text }) =>
      index
        .search(text)
        .slice(0, 10)
        .map(({ id }) => id),
  };
}

async function orama(): Promise<Library> {
  const { create, insertMultiple, search } = load('@orama/orama');
  const database = await create({ schema: { id: 'string', text: 'string' } as const });
  return {
    by: 'words',
    add: async (passages) => {
      await insertMultiple(
        database,
        passages.map((passage) => ({ id: passage.id, text: bodyOf(passage) })),
        passages.length,
      );
    },
    search: async ({ text }) => {
      const { hits } = await search(database, { term: text, properties: ['text'], limit: 10, threshold: 1 });
      return hits.map((hit: { document: { id: string } }) => hit.document.id);
    },
  };
}

/** Takes arrays of numbers, as its embedders return them. */
function langChain(): Library {
  const { MemoryVectorStore } = load('@langchain/classic/vectorstores/memory');
  const store = new MemoryVectorStore({ embedDocuments: async () => [], embedQuery: async () => [] });
  return {
    by: 'meaning',
    add: (passages) =>
      store.addVectors(
        passages.map(({ vector }) => [...vector()]),
        passages.map((passage) => ({ id: passage.id, pageContent: bodyOf(passage), metadata: {} })),
      ),
    search: async ({ vector }) => {
      const hits: [{ id: string }, number][] = await store.similaritySearchVectorWithScore([...vector()], 10);
      return hits.map(([{ id }]) => id);
    },
  };
}

/** Keeps vectors alone, so the texts that the other store holds are held here as its nodes. */
function llamaIndex(): Library {
  const { SimpleVectorStore } = load('llamaindex/vector-store');
  const { TextNode } = load('@llamaindex/core/schema');
  const store = new SimpleVectorStore({ embedModel: {} });
  const nodes: object[] = [];
  return {
    by: 'meaning',
    add: async (passages) => {
      const made = passages.map(
        (passage) => new TextNode({ id_: passage.id, text: bodyOf(passage), embedding: [...passage.vector()] }),
      );
      nodes.push(...made);
      await store.add(made);
    },
    search: async ({ vector }) =>
      (await store.query({ queryEmbedding: [...vector()], similarityTopK: 10, mode: 'default' })).ids,
  };
}

export const LIBRARIES: Readonly<Record<string, () => Library | Promise<Library>>> = {
  fts5,
  minisearch: miniSearch,
  orama,
  langchain: langChain,
  llamaindex: llamaIndex,
};
