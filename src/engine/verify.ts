/**
 * Checks every claim of a text against the sources it names, whoever wrote it: `winnow verify` and the library's
 * `verifyText`. Nothing is repaired here; stages/verify-claims.ts does that for Winnow's own answers.
 */
import { systemClock } from '../core/clock.js';
import type { Passage, Verdict } from '../core/data.js';
import { usageError } from '../core/errors.js';
import type { ChatModels, Fetcher, LocalModels, Retriever } from '../core/ports.js';
import { type Run, startRun } from '../core/run.js';
import type { TraceEvent } from '../core/trace.js';
import { checkPrompt } from '../prompts/verify.js';
import { createHttpClient } from '../providers/http.js';
import { createLocalModels } from '../providers/local/models.js';
import { createParser } from '../providers/parse/index.js';
import { type CheckParts, checkClaim } from '../stages/check-claim.js';
import type { Mark } from '../text/claims/marks.js';
import { referenceList } from '../text/claims/reference-list.js';
import { claimsIn, type TextClaim } from '../text/claims.js';
import { createChatModels } from './chat-models.js';
import { type ConfigInput, configSchema } from './config.js';
import { dataDirectoryOf } from './corpora/index.js';
import { processEnvironment } from './environment.js';
import { createPageFetcher } from './page-fetcher.js';
import { type FindSource, folderSources, type GivenSource, givenSources, webSources } from './verify/sources.js';

export type VerifiedClaim = {
  /** `text.slice(start, end)` of the text that was checked. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly verdict: Verdict;
  /** What the named sources say to it; `start` and `end` are offsets in the source's text. */
  readonly sources: readonly {
    readonly source: string;
    readonly quote: string;
    readonly start: number;
    readonly end: number;
  }[];
};

export type Verification = {
  readonly claims: readonly VerifiedClaim[];
  readonly summary: Readonly<Record<Verdict, number>>;
};

export type VerifyInput = {
  readonly text: string;
  /** A folder with the sources as txt, md or html files. */
  readonly sources?: string | undefined;
  /** The sources themselves: [n] is the nth. A text that names no source at all is held against all of them. */
  readonly given?: readonly GivenSource[] | undefined;
  /** Holds a text that names no source against what a search brings for each of its claims. */
  readonly retriever?: Retriever | undefined;
  /** Reads the links of the text from the web. */
  readonly fetch?: boolean | undefined;
  /** The file the text was read from: links in it count from there, and it is no source of itself. */
  readonly file?: string | undefined;
  readonly config?: ConfigInput;
  /** Parts of one's own instead of the configured ones. */
  readonly local?: LocalModels;
  readonly models?: ChatModels;
  readonly fetcher?: Fetcher;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number | undefined;
  readonly onEvent?: (event: TraceEvent) => void;
  /** What a reader should know: a source that is not there, a page that could not be read. */
  readonly onNote?: (note: string) => void;
};

export async function verifyText(input: VerifyInput): Promise<Verification> {
  refuseNothing(input);
  const config = configSchema.parse(input.config ?? {});
  const http = createHttpClient({ allowPrivateHosts: config.allowPrivateHosts });
  const outside = { http, environment: processEnvironment(), clock: systemClock };
  const pages = createPageFetcher(config.fetch, {
    ...outside,
    dataDirectory: dataDirectoryOf(config),
    parse: createParser(config.parse),
  });
  const parts: CheckParts = {
    local: input.local ?? createLocalModels(config.local.verifier ? ['verifier'] : []),
    models: input.models ?? createChatModels(config, outside),
    prompt: checkPrompt,
  };
  try {
    const { text, signal, timeoutMs, onEvent, onNote = ignore } = input;
    const find = sourcesOf(input, input.fetcher ?? pages.fetcher);
    const claims = { text, find, unmarked: unmarkedSources(input), onNote };
    const { perform } = startRun({
      ...(signal && { signal }),
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(onEvent && { onEvent }),
    });
    return await perform((run) => verifyClaims(claims, parts, run.within('verify')));
  } finally {
    await pages.close();
    await http.close();
  }
}

function refuseNothing({ text, sources, fetch, given, retriever }: VerifyInput): void {
  if (text.trim() === '') throw usageError('The text is empty. Give a text whose claims name their sources, like [1].');
  if (sources !== undefined || fetch || given || retriever) return;
  throw usageError(
    'Against what? Give sources (a folder), given (the sources themselves), a retriever, or fetch: true to read the links of the text.',
  );
}

const ignore = () => undefined;

/** Files first where both are given. */
function sourcesOf({ text, given, sources, fetch, file, onNote = ignore }: VerifyInput, fetcher: Fetcher): FindSource {
  const { links } = referenceList(text);
  const ways = [
    ...(given ? [givenSources(given).find] : []),
    ...(sources === undefined ? [] : [folderSources(sources, file)]),
    ...(fetch ? [webSources({ fetcher, links, onNote })] : []),
  ];
  return async (mark, run) => {
    for (const find of ways) {
      const found = await find(mark, run);
      if (found) return found;
    }
    const link = 'n' in mark ? links.get(mark.n) : undefined;
    return link === undefined || ways.length === 0 ? undefined : ways[0]?.({ ...mark, link } as Mark, run);
  };
}

type FindPassages = (claim: string, run: Run) => Promise<readonly Passage[]>;

/** As many as a search for a claim brings. */
const PASSAGES = 5;

/** What a text that names no source is held against. */
function unmarkedSources({ given, retriever }: VerifyInput): FindPassages | undefined {
  if (given) return givenSources(given).all;
  if (!retriever) return undefined;
  return async (claim, { signal }) =>
    (await retriever.retrieve(claim, { limit: PASSAGES, mode: 'hybrid', signal })).passages;
}

type ClaimsInput = {
  readonly text: string;
  readonly find: FindSource;
  readonly unmarked: FindPassages | undefined;
  readonly onNote: (note: string) => void;
};

async function verifyClaims(
  { text, find, unmarked, onNote }: ClaimsInput,
  parts: CheckParts,
  run: Run,
): Promise<Verification> {
  const claims: VerifiedClaim[] = [];
  const missing = new Set<string>();
  const found = claimsIn(text);
  const search = found.some(({ marks }) => marks.length > 0) ? undefined : unmarked;
  for (const claim of found) {
    const named = await Promise.all(claim.marks.map(async (mark) => ({ mark, passages: await find(mark, run) })));
    for (const { mark, passages } of named) if (!passages) missing.add('n' in mark ? `[${mark.n}]` : mark.link);
    const searched = search ? await search(claim.said, run) : [];
    claims.push(
      await verified(claim, [...new Set([...named.flatMap(({ passages }) => passages ?? []), ...searched])], {
        parts,
        run,
      }),
    );
  }
  for (const name of missing) onNote(`There is no source ${name}.`);
  const summary = { supported: 0, partial: 0, contradicted: 0, unsupported: 0, unchecked: 0 };
  for (const { verdict } of claims) summary[verdict] += 1;
  return { claims, summary };
}

type Tools = { readonly parts: CheckParts; readonly run: Run };

/** A claim that names no source is supported by none, true or not. */
async function verified(
  { text, start, end, said }: TextClaim,
  passages: readonly Passage[],
  { parts, run }: Tools,
): Promise<VerifiedClaim> {
  if (passages.length === 0) return { text, start, end, verdict: 'unsupported', sources: [] };
  const { verdict, evidence } = await checkClaim({ claim: said, passages }, parts, run);
  const sources = evidence.map(({ passage, quote, start: from, end: to }) => ({
    source: passage.source.url,
    quote,
    start: from,
    end: to,
  }));
  return { text, start, end, verdict, sources };
}
