/**
 * What questions are made from: the documents of a corpus or a folder, passages that belong together, and a maker of
 * questions.
 */
import { existsSync } from 'node:fs';
import { systemClock } from '../core/clock.js';
import type { Document, Passage, Usage } from '../core/data.js';
import { usageError } from '../core/errors.js';
import { passagesOf } from '../core/passages.js';
import type { ChatModels } from '../core/ports.js';
import { startRun } from '../core/run.js';
import { usageOf } from '../core/trace.js';
import { makePrompts } from '../prompts/synth.js';
import { readFolder } from '../providers/folder/index.js';
import { createParser } from '../providers/parse/index.js';
import { type MakeInput, type MakeResult, makeQuestion } from '../stages/make-question.js';
import { namesIn } from '../text/question.js';
import type { Config } from './config.js';
import { openCorpus, placeIn } from './corpora/index.js';
import { SAMPLE_CORPUS } from './own-documents.js';
import { type BuiltParts, buildParts, type OwnParts } from './parts.js';

export { makePrompts } from '../prompts/synth.js';
export type { MakeInput, MakeResult, Wish } from '../stages/make-question.js';

export type SourceDocument = { readonly document: Document; readonly passages: readonly Passage[] };

export type MakeOptions = { readonly label: string; readonly signal: AbortSignal };

export type QuestionSource = {
  readonly documents: readonly SourceDocument[];
  readonly models: ChatModels;
  /** Writes and tests one question. */
  readonly make: (
    input: Omit<MakeInput, 'askedAt'>,
    options: MakeOptions,
  ) => Promise<{ result: MakeResult; usage: Usage }>;
  /** Passages of other documents that speak of the same, those that share names first. */
  readonly related: (passage: Passage, signal: AbortSignal) => Promise<readonly Passage[]>;
  readonly close: () => Promise<void>;
};

export type SourceInput = OwnParts & { readonly signal: AbortSignal };

export async function openQuestionSource(config: Config, { signal, ...own }: SourceInput): Promise<QuestionSource> {
  const built = buildParts(config, own);
  const { models, retriever } = built.parts;
  if (!models.large) throw usageError(NO_MODEL);
  const documents = await readDocuments(config, { signal, ...own });
  if (documents.length === 0) throw usageError(`There is no document to make questions from. ${NAME_SOME}`);
  return {
    documents: documents.map((document) => ({ document, passages: passagesOf(document) })),
    models,
    make: makerOf(config, built),
    related: async (passage, stop) => {
      const found = await retriever.retrieve(queryOf(passage), { limit: CANDIDATES, mode: 'hybrid', signal: stop });
      return sharingNamesFirst(
        passage,
        found.passages.filter(({ source }) => source.id !== passage.source.id),
      );
    },
    close: built.close,
  };
}

const NO_MODEL =
  'Questions are written by a language model, and none is configured. Give models.large or models.small in the configuration (docs/models.md).';

const NAME_SOME = 'Name a folder with pages in the setting docs, or an index in the setting corpus.';

const CANDIDATES = 20;
/** Enough to say what a passage is about. */
const QUERY_WORDS = 60;

const queryOf = ({ source, headings, text }: Passage): string =>
  [source.title, ...headings, ...text.split(/\s+/).slice(0, QUERY_WORDS)].join(' ');

function sharingNamesFirst(passage: Passage, others: readonly Passage[]): Passage[] {
  const own = new Set(namesIn(passage.text));
  const isSharing = ({ text }: Passage) => namesIn(text).some((name) => own.has(name));
  return [...others.filter(isSharing), ...others.filter((other) => !isSharing(other))];
}

async function readDocuments(config: Config, { signal, onProgress }: SourceInput): Promise<readonly Document[]> {
  if (config.corpus !== '') return corpusDocuments(config, signal);
  const folder = config.docs === 'sample' ? SAMPLE_CORPUS : config.docs;
  if (!existsSync(folder)) throw usageError(`There is no folder ${folder}. ${NAME_SOME}`);
  const { documents } = await readFolder({
    folder,
    parse: createParser(config.parse),
    signal,
    ...(onProgress && { onProgress }),
  });
  return documents;
}

async function corpusDocuments(config: Config, signal: AbortSignal): Promise<Document[]> {
  const corpus = await openCorpus(placeIn(config, config.corpus));
  try {
    const k = Math.max(1, corpus.describe().documents);
    const { hits } = await corpus.search({ query: '*', syntax: 'lucene', mode: 'sparse', by: 'doc', k, signal });
    const documents = await Promise.all(hits.map(({ source }) => corpus.document(source.id)));
    return documents.filter((document) => document !== undefined).sort((one, other) => (one.id < other.id ? -1 : 1));
  } finally {
    await corpus.close();
  }
}

/** Each question is a run of its own: with its own deadline, and in recordings under its label. */
function makerOf(config: Config, { parts, calls }: BuiltParts): QuestionSource['make'] {
  const make = makeQuestion({ models: parts.models, local: parts.local, prompts: makePrompts });
  const { timeoutMs } = config.limits;
  return (input, { label, signal }) =>
    calls.perform(
      { question: { text: label, askedAt: systemClock.now() }, pipeline: 'synth', timeoutMs, signal },
      async (started) => {
        const { question, ...run } = started;
        const { perform, events, elapsedMs } = startRun({ ...run, timeoutMs });
        const result = await perform((inner) => make({ ...input, askedAt: question.askedAt }, inner));
        return { result, usage: usageOf(events, elapsedMs()) };
      },
    );
}
