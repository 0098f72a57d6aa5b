/**
 * Search: processor time of a query over 10,000 generated passages, the ten best with their texts. LUCENE names a
 * folder with Lucene's jars.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileJava, compileParts, type Figures } from '../retrieval/children.js';
import { printRows, whyMissing } from './row.js';

const PASSAGES = 10_000;
const QUERIES = 200;
const PEER_QUERIES = 30;

const work = mkdtempSync(join(tmpdir(), 'winnow-bench-'));
const part = compileParts();
const ids = join(work, 'ids.json');

function own(mode: 'sparse' | 'dense'): number {
  const folder = join(work, mode);
  part('ingest', folder, PASSAGES, mode === 'sparse' ? 'words' : 'vectors');
  return part('query', folder, PASSAGES, QUERIES, mode, ids).queryProcessorMs as number;
}

function figureOf(measure: () => Figures): number | string {
  try {
    return measure().queryProcessorMs as number;
  } catch (error) {
    return whyMissing(error);
  }
}

function lucene(): number | string {
  const jars = process.env.LUCENE;
  if (!jars) return 'not measured: needs java, and LUCENE=<folder with its jars>';
  const [corpus, queries, index] = ['corpus.tsv', 'queries.txt', 'lucene'].map((name) => join(work, name)) as [
    string,
    string,
    string,
  ];
  return figureOf(() => {
    part('export', corpus, queries, PASSAGES, QUERIES);
    const java = compileJava(jars, work);
    java('build', index, corpus);
    return java('search', index, queries, ids);
  });
}

const peer = (name: string) => figureOf(() => part('peers', name, PASSAGES, PEER_QUERIES, ids));
const unit = 'ms of processor time a query';
printRows([
  {
    what: 'search by words, 10,000 passages',
    unit,
    isBetter: 'less',
    ours: own('sparse'),
    peers: { Lucene: lucene(), 'SQLite FTS5': peer('fts5'), MiniSearch: peer('minisearch'), Orama: peer('orama') },
  },
  {
    what: 'search by meaning, 10,000 passages',
    unit,
    isBetter: 'less',
    ours: own('dense'),
    peers: { 'LangChain.js': peer('langchain'), 'LlamaIndex.TS': peer('llamaindex') },
  },
]);
rmSync(work, { recursive: true, force: true });
