/** `winnow corpora`: what corpora there are, and how to be rid of one. */
import { Command } from 'commander';
import {
  type CorpusSummary,
  checkThere,
  deleteCorpus,
  type Place,
  placeIn,
  summariseCorpora,
} from '../engine/corpora/index.js';
import { type CommonFlags, configFrom, withPlaceOptions } from './common.js';
import { printResult } from './output.js';
import { titledRows } from './table.js';
import { printable, type Style } from './terminal.js';

type CorporaFlags = CommonFlags & { readonly json?: boolean; readonly delete?: string };

export function corporaCommand(): Command {
  return withPlaceOptions(new Command('corpora'), 'where corpora and caches are kept')
    .option('--delete <name>', 'delete this corpus')
    .option('--json', 'print as JSON')
    .action(async (flags: CorporaFlags) => {
      const { config } = await configFrom(flags);
      if (flags.delete !== undefined) return remove(placeIn(config, flags.delete));
      const corpora = await summariseCorpora(placeIn(config, ''));
      printResult(corpora, flags.json, (style) => render(corpora, style));
    });
}

async function remove(place: Place): Promise<void> {
  await checkThere(place);
  await deleteCorpus(place);
  process.stdout.write(`The corpus "${place.name}" is deleted.\n`);
}

const HEADINGS = ['name', 'documents', 'passages', 'size', 'chunking', 'embedder', 'last change'];

function render(corpora: readonly CorpusSummary[], style: Style): string {
  if (corpora.length === 0) return 'There is no corpus yet. "winnow ingest <sources> --corpus NAME" makes one.';
  return titledRows([HEADINGS, ...corpora.map(cells)], style).join('\n');
}

function cells(corpus: CorpusSummary): string[] {
  const { name, documents, passages, bytes, chunking, changedAt, problem } = corpus;
  if (problem !== undefined) return [name, '-', '-', sizeOf(bytes), printable(problem)];
  return [name, `${documents}`, `${passages}`, sizeOf(bytes), chunking.join('+'), vectorsOf(corpus), changedAt];
}

function vectorsOf({ embedder, vectors, withoutVector }: CorpusSummary): string {
  if (embedder === null) return 'none';
  return withoutVector === 0 ? embedder : `${embedder} (${vectors} of ${vectors + withoutVector} passages so far)`;
}

function sizeOf(bytes: number): string {
  if (bytes < 1e6) return `${(bytes / 1e3).toFixed(1)} kB`;
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(2)} GB`;
}
