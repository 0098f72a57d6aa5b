/** `winnow search`: the best passages or documents of a corpus for one query, or for many in one process. */

import { Command } from 'commander';
import { z } from 'zod';
import { usageError, WinnowError } from '../core/errors.js';
import { readFileText } from '../core/files.js';
import { readProblem } from '../core/invalid.js';
import {
  type Corpus,
  type CorpusHits,
  configuredEmbedder,
  describeCorpus,
  FUSIONS,
  type Fusion,
  notesOf,
  openCorpus,
  SYNTAXES,
  type Syntax,
  vectorCounts,
} from '../engine/corpora/index.js';
import type { IndexHit, SearchMode } from '../providers/index/types.js';
import { createLocalModels } from '../providers/local/models.js';
import { type CommonFlags, configFrom, interruptSignal, wholeAboveZero } from './common.js';
import { oneOf, placeOf, withDataOptions } from './corpus-flags.js';
import { asJson, renderHits } from './search-text.js';
import { jsonText, statusLine, styleFor } from './terminal.js';

type SearchFlags = CommonFlags & {
  readonly mode?: SearchMode;
  readonly syntax: Syntax;
  readonly k: number;
  readonly by: 'doc' | 'passage';
  readonly fusion?: Fusion;
  readonly rerank?: boolean;
  readonly explain?: boolean;
  readonly json?: boolean;
  readonly batch?: string;
  readonly format: 'jsonl' | 'trec';
};

const MODES = ['sparse', 'dense', 'hybrid'] as const;

export function searchCommand(): Command {
  return withDataOptions(new Command('search'))
    .argument('[query...]', 'the query')
    .option(
      '--mode <mode>',
      `${MODES.join(', ')} (default: hybrid where the corpus has vectors; sparse for Lucene syntax)`,
      oneOf(MODES),
    )
    .option(
      '--syntax <syntax>',
      `${SYNTAXES.join(', ')}: "phrases", +required, -excluded, boost^2, title:word, AND OR NOT, prefix*, fuzzy~`,
      oneOf(SYNTAXES),
      'plain',
    )
    .option('-k <n>', 'how many hits', wholeAboveZero, 10)
    .option(
      '--by <doc|passage>',
      'the best passages, or the best passage of each document',
      oneOf(['doc', 'passage'] as const),
      'passage',
    )
    .option('--fusion <way>', `how hybrid lists are joined: ${FUSIONS.join(', ')}`, oneOf(FUSIONS))
    .option('--rerank', 'put the top in a better order with our reranker; takes about a second')
    .option('--explain', 'say why each hit has its score')
    .option('--json', 'print [{rank, id, doc, score, title, url, text}]')
    .option('--batch <file>', 'many queries: JSONL with "id" and "question" or "query"; prints one line per query')
    .option(
      '--format <jsonl|trec>',
      'with --batch: {id, hits: [{id, doc, score}]}, or a TREC run',
      oneOf(['jsonl', 'trec'] as const),
      'jsonl',
    )
    .action(runSearch);
}

async function runSearch(words: string[], flags: SearchFlags): Promise<void> {
  const queries = flags.batch === undefined ? undefined : readQueries(flags.batch);
  const query = words.join(' ').trim();
  if (!queries && query === '')
    throw usageError('There is no query. Example: winnow search "old bridge" --corpus handbook');
  const corpus = await open(flags);
  const signal = interruptSignal(() => undefined);
  try {
    if (queries) await searchAll(queries, { corpus, flags, signal });
    else await searchOne(query, { corpus, flags, signal });
  } finally {
    await corpus.close();
  }
}

/** Models are loaded only where they are needed. */
async function open(flags: SearchFlags): Promise<Corpus> {
  const { config } = await configFrom(flags);
  const place = placeOf(config);
  const hasVectors = notesOf(await describeCorpus(place), place.name)?.embedder !== null;
  const embedder = flags.mode === 'sparse' || !hasVectors ? undefined : configuredEmbedder(config);
  const reranker = flags.rerank && config.local.reranker ? createLocalModels(['reranker']).reranker : undefined;
  return openCorpus(place, { embedder, reranker });
}

type SearchContext = { readonly corpus: Corpus; readonly flags: SearchFlags; readonly signal: AbortSignal };

async function found(query: string, { corpus, flags, signal }: SearchContext): Promise<CorpusHits> {
  const { mode, syntax, k, by, fusion, rerank, explain } = flags;
  const hits = await corpus.search({ query, mode, syntax, k, by, fusion, rerank, explain, signal });
  for (const { message, at } of hits.query.problems)
    statusLine(process.stderr).print(`query, character ${at + 1}: ${message}`);
  return hits;
}

async function searchOne(query: string, searching: SearchContext): Promise<void> {
  const { corpus, flags } = searching;
  const result = await found(query, searching);
  const { language } = corpus.describe();
  const { vectors, withoutVector } = vectorCounts(corpus.describe(), corpus.notes);
  if (withoutVector > 0 && result.mode !== 'sparse')
    statusLine(process.stderr).print(
      `${vectors} of ${vectors + withoutVector} passages have vectors so far; the others are found by their words.`,
    );
  const text = flags.json
    ? jsonText(asJson(result.hits))
    : renderHits(result, { language, style: styleFor(process.stdout) });
  process.stdout.write(`${text}\n`);
}

type Query = { readonly id: string; readonly text: string };

async function searchAll(queries: readonly Query[], searching: SearchContext): Promise<void> {
  const { signal } = searching;
  // A TREC run ranks documents; a document may stand in it once.
  const flags: SearchFlags = searching.flags.format === 'trec' ? { ...searching.flags, by: 'doc' } : searching.flags;
  for (const { id, text } of queries) {
    if (signal.aborted) throw new WinnowError('cancelled', 'Stopped.');
    const { hits } = await found(text, { ...searching, flags });
    process.stdout.write(
      flags.format === 'trec' ? trecLines(id, hits) : `${JSON.stringify({ id, hits: hits.map(idAndScore) })}\n`,
    );
  }
}

const idAndScore = ({ id, source, score }: IndexHit) => ({ id, doc: source.id, score });

/** Columns are divided by blanks, so ids may hold none. */
function trecLines(query: string, hits: readonly IndexHit[]): string {
  const column = (id: string) => id.replace(/\s/g, '_');
  return hits
    .map(({ source, score }, at) => `${column(query)} Q0 ${column(source.id)} ${at + 1} ${score} winnow\n`)
    .join('');
}

const querySchema = z
  .object({ id: z.coerce.string(), question: z.string().optional(), query: z.string().optional() })
  .refine(({ question, query }) => (question ?? query) !== undefined, 'it has neither "question" nor "query"');

function readQueries(file: string): Query[] {
  const content = readFileText(file, { advice: 'Give a JSONL file with a query a line.' });
  return content
    .split('\n')
    .flatMap((line, at) => (line.trim() === '' ? [] : [readQuery(line, `${file}, line ${at + 1}`)]));
}

function readQuery(line: string, where: string): Query {
  try {
    const { id, question, query } = querySchema.parse(JSON.parse(line));
    return { id, text: (question ?? query) as string };
  } catch (error) {
    throw usageError(`${where}: ${readProblem(error)}. Expected {"id", "question"} or {"id", "query"}.`, {
      cause: error,
    });
  }
}
