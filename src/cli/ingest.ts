/**
 * `winnow ingest`: reads files, folders, JSONL and web pages into a corpus. Progress on stderr; with --json a line on
 * stdout for every commit.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { systemClock } from '../core/clock.js';
import { usageError } from '../core/errors.js';
import type { Config } from '../engine/config.js';
import {
  CHUNKINGS,
  type Chunking,
  describeCorpus,
  embedderFor,
  type IngestCounts,
  type IngestWatch,
  ingest,
  openSource,
  type Place,
  removeDocuments,
} from '../engine/corpora/index.js';
import { processEnvironment } from '../engine/environment.js';
import { createPageFetcher } from '../engine/page-fetcher.js';
import { counted } from '../english/counted.js';
import { createHttpClient } from '../providers/http.js';
import { createParser } from '../providers/parse/index.js';
import { type CommonFlags, collect, configFrom, interruptSignal, wholeAboveZero } from './common.js';
import { oneOf, placeOf, withDataOptions } from './corpus-flags.js';
import { EXIT } from './exit.js';
import { oneLine, type StatusLine, seconds, statusLine } from './terminal.js';
import { timeLeft } from './time-left.js';

type IngestFlags = CommonFlags & {
  readonly chunk?: Chunking;
  readonly similarity?: number;
  readonly embed?: 'on' | 'off';
  readonly remove?: readonly string[];
  readonly rebuild?: boolean;
  readonly batch?: number;
  readonly json?: boolean;
  readonly quiet?: boolean;
};

export function ingestCommand(): Command {
  return withDataOptions(new Command('ingest'))
    .argument(
      '[sources...]',
      'files, folders, JSONL (id, title, text[, url]), web addresses, sitemaps, text files with one URL a line',
    )
    .option(
      '--chunk <way>',
      `how documents are cut: ${CHUNKINGS.join(', ')} (default: records under 512 tokens whole, else sections)`,
      oneOf(CHUNKINGS),
    )
    .option(
      '--similarity <value>',
      'with --chunk semantic: cut where neighbours are less alike than this (default: at the sharpest tenth)',
      share,
    )
    .option(
      '--embed <on|off>',
      'off: words alone, no vectors (default: as the corpus was made, else on)',
      oneOf(['on', 'off'] as const),
    )
    .option('--remove <id>', 'remove a document by its id or path; may be repeated', collect, [])
    .option('--rebuild', 'build the corpus anew; the old one is searched until the new one is whole')
    .option('--batch <n>', 'passages in one commit at most', wholeAboveZero)
    .option('--json', 'print a JSON object for every commit, and one at the end')
    .option('--quiet', 'nothing on stderr but what could not be read')
    .action(async (sources: string[], flags: IngestFlags) => {
      process.exitCode = await runIngest(sources, flags);
    });
}

function share(value: string): number {
  const number = Number(value);
  if (!(number >= 0 && number <= 1)) throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return number;
}

async function runIngest(given: readonly string[], flags: IngestFlags): Promise<number> {
  const { config } = await configFrom(flags);
  const place = placeOf(config);
  const line = statusLine(process.stderr);
  if (given.length === 0 && (flags.remove ?? []).length === 0)
    throw usageError(`Nothing to ingest. Example: winnow ingest docs/ --corpus ${place.name}`);
  await remove(place, flags.remove ?? [], line);
  return given.length === 0 ? EXIT.answered : read(given, { flags, config, place, line });
}

async function remove(place: Place, ids: readonly string[], line: StatusLine): Promise<void> {
  if (ids.length === 0) return;
  await describeCorpus(place); // says which corpora there are when this one is not
  for (const id of ids) {
    const candidates = [...new Set([id, pathToFileURL(resolve(id)).href])];
    const removed = await removeDocuments(place, candidates);
    if (removed.length === 0)
      throw usageError(
        `The corpus "${place.name}" has no document ${id}. "winnow search ... --by doc --json" shows ids as "doc".`,
      );
    line.print(`removed: ${removed.join(', ')}`);
  }
}

type IngestContext = {
  readonly flags: IngestFlags;
  readonly config: Config;
  readonly place: Place;
  readonly line: StatusLine;
};

async function read(given: readonly string[], context: IngestContext): Promise<number> {
  const { flags, config, place, line } = context;
  const http = createHttpClient();
  const parse = createParser(config.parse);
  const { dataDirectory } = place;
  const web = createPageFetcher(config.fetch, { http, environment: processEnvironment(), dataDirectory, parse });
  const signal = interruptSignal(() => line.print('Stopping after this document. Press Ctrl-C again to end at once.'));
  const startedMs = systemClock.monotonicMs();
  const elapsedMs = () => systemClock.monotonicMs() - startedMs;
  try {
    const embedder = await embedderFor(place, { config, embed: flags.embed, rebuild: flags.rebuild });
    const sources = await Promise.all(given.map((source) => openSource(source, { http: web.pages, parse, signal })));
    for (const notice of sources.flatMap(({ notices }) => notices ?? [])) line.print(notice);
    const wanted = { place, sources, embedder, signal, ...choicesFrom(flags) };
    const counts = await ingest({ ...wanted, ...watchOn(context, elapsedMs) });
    line.clear();
    printEvent(flags, 'done', counts);
    if (!flags.quiet) line.print(`${place.name}: ${summary(counts)}; ${seconds(elapsedMs())}`);
    return counts.documents + counts.unchanged > 0 ? EXIT.answered : EXIT.failure;
  } finally {
    line.clear();
    await web.close();
    await http.close();
  }
}

const choicesFrom = ({ chunk, similarity, batch, rebuild }: IngestFlags) => ({
  chunking: chunk,
  cut: similarity === undefined ? undefined : { below: similarity },
  batch,
  rebuild,
});

/** What the terminal, or who reads the JSON, is told on the way. */
function watchOn({ flags, line }: IngestContext, elapsedMs: () => number): IngestWatch {
  let vectorsBefore: number | undefined;
  return {
    onUnread: ({ what, why }) => line.print(oneLine(`not read: ${what} (${why})`)),
    onDoubt: ({ what, why }) => line.print(oneLine(`read in part: ${what} (${why})`)),
    onCommit: (safe) => printEvent(flags, 'commit', safe),
    onProgress: (done, counts) => {
      vectorsBefore ??= counts.vectors;
      if (!flags.quiet) line.update(progressText({ share: done, counts, vectorsBefore, elapsedMs: elapsedMs() }));
    },
  };
}

function printEvent({ json }: IngestFlags, event: string, counts: IngestCounts): void {
  if (json) process.stdout.write(`${JSON.stringify({ event, ...counts })}\n`);
}

function summary({ documents, passages, unchanged, unread }: IngestCounts): string {
  const parts = [
    `${counted(documents, 'document')} read (${counted(passages, 'passage')})`,
    `${unchanged} unchanged`,
    ...(unread > 0 ? [`${unread} not read`] : []),
  ];
  return parts.join(', ');
}

type Pace = {
  readonly share: number;
  readonly counts: IngestCounts;
  readonly vectorsBefore: number;
  readonly elapsedMs: number;
};

/** "37%  120 documents, 840 passages, 311 of 840 with vectors  21.3 vectors/s  2 min left" */
export function progressText({ share: done, counts, vectorsBefore, elapsedMs }: Pace): string {
  const { documents, passages, unchanged, unread, vectors, withoutVector } = counts;
  const embedded = vectors - vectorsBefore;
  const [rated, what] = embedded > 0 ? [embedded, 'vectors'] : [passages, 'passages'];
  const rate = elapsedMs > 0 ? `  ${((rated / elapsedMs) * 1000).toFixed(1)} ${what}/s` : '';
  const left = done > 0 && done < 1 ? `  ${timeLeft((elapsedMs / 1000 / done) * (1 - done))} left` : '';
  const others = [
    ...(unchanged > 0 ? [`${unchanged} unchanged`] : []),
    ...(unread > 0 ? [`${unread} not read`] : []),
    ...(withoutVector > 0 ? [`${vectors} of ${vectors + withoutVector} with vectors`] : []),
  ].map((part) => `, ${part}`);
  return `${Math.floor(done * 100)}%  ${documents} documents, ${passages} passages${others.join('')}${rate}${left}`;
}
