/**
 * One atomic question: all chosen searchers at once, their passages joined, and a summary that answers it, made once.
 */
import { askOr } from '../../core/ask.js';
import type { PageRef, Passage, Scored } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import type { Parts } from '../../core/parts.js';
import { endsRun, type Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { pagesOf } from '../../stages/pages-of.js';
import { contextual } from '../../stages/select-sections.js';
import { supportByWords } from '../../text/support.js';
import { denseSearcher } from './dense.js';
import { judgeByReading } from './judge.js';
import type { LevelRagOptions, SearcherName } from './options.js';
import { summarisePrompt } from './prompts.js';
import { repoSparseSearcher } from './repo-sparse.js';
import {
  type AtomicQuestion,
  type Finding,
  isGrounded,
  joined,
  type Searcher,
  type SearcherResult,
} from './searcher.js';
import { sparseSearcher } from './sparse.js';
import { webSearcher, withoutCoveredSnippets } from './web.js';

export type Exploration = {
  readonly queries: readonly string[];
  /** All that was found, best first. */
  readonly found: readonly PageRef[];
  /** What the writer should see: where the answer stands first, then the best of the rest. */
  readonly passages: readonly Scored<Passage>[];
  readonly finding?: Finding;
  readonly stopped: string;
};

export function exploreQuestion(parts: Parts, options: LevelRagOptions): Stage<AtomicQuestion, Exploration> {
  const searchers = searchersOf(parts, options);
  const summarise = summariseByAnswering(parts, options);
  return stage('explore-question', async (asked, run): Promise<Exploration> => {
    const searched = withoutCoveredSnippets(await searchAll(searchers, asked, run));
    // Lists that were verified come first: what they hold is known to answer.
    const lists = [...searched].sort(
      (one, other) => Number(other.finding !== undefined) - Number(one.finding !== undefined),
    );
    const all = joined(
      lists.map(({ passages }) => passages),
      Number.POSITIVE_INFINITY,
    );
    const verified = lists[0]?.finding;
    const finding = verified ?? (await summarise({ ...asked, passages: all }, run));
    return {
      queries: searched.flatMap(({ queries }) => queries),
      found: pagesOf(all),
      passages: supportingPassages(finding, verified ? (lists[0]?.passages ?? []) : all, all).slice(
        0,
        options.passagesPerQuestion,
      ),
      ...(finding && { finding }),
      stopped: searched.map(({ searcher, stopped }) => `${searcher}: ${stopped}`).join('; '),
    };
  });
}

type NamedSearcher = { readonly name: SearcherName; readonly search: Searcher };

/**
 * The searchers to ask, each once. The dense one needs vectors; without an embedder, beside others, it would be the
 * sparse one again.
 */
function searcherNames({ local }: Parts, options: LevelRagOptions): SearcherName[] {
  const wanted = [...new Set(options.searchers)];
  return wanted.filter((name) => name !== 'dense' || local.embedder || wanted.length === 1);
}

/** Says once a run that a searcher that was asked for does not take part. */
export function noteLeftOut(parts: Parts, options: LevelRagOptions): (run: Run) => void {
  const isLeftOut = options.searchers.includes('dense') && !searcherNames(parts, options).includes('dense');
  const reason = 'the dense searcher needs an embedder, which is not there; the other searchers are asked';
  return (run) => {
    if (isLeftOut) run.within('search-dense').emit({ type: 'fallback', reason });
  };
}

function searchersOf(parts: Parts, options: LevelRagOptions): NamedSearcher[] {
  const make: Readonly<Record<SearcherName, () => Searcher>> = {
    sparse: () => (options.sparse === 'repo' ? repoSparseSearcher : sparseSearcher)(parts, options),
    dense: () => denseSearcher(parts, options),
    web: () => webSearcher(parts, options),
  };
  return searcherNames(parts, options).map((name) => ({ name, search: make[name]() }));
}

/** A searcher that fails beside others is a fallback; all failing is an error. */
async function searchAll(
  searchers: readonly NamedSearcher[],
  asked: AtomicQuestion,
  run: Run,
): Promise<SearcherResult[]> {
  const results = await Promise.all(
    searchers.map(async ({ name, search }) => {
      try {
        return await search(asked, run);
      } catch (error) {
        if (endsRun(error, run) || (error instanceof WinnowError && error.code === 'usage')) throw error;
        run.emit({ type: 'fallback', reason: `the ${name} searcher failed: ${messageOf(error)}` });
        return error instanceof WinnowError
          ? error
          : new WinnowError('unavailable', messageOf(error), { cause: error });
      }
    }),
  );
  const worked = results.filter((result): result is SearcherResult => !(result instanceof WinnowError));
  const [failure] = results.filter((result) => result instanceof WinnowError);
  if (worked.length === 0 && failure) throw failure;
  return worked;
}

type SummaryInput = AtomicQuestion & { readonly passages: readonly Passage[] };

/** Where no searcher verified. The high level off needs no summary: the writer sees the passages. */
function summariseByAnswering({ models, local }: Parts, { decompose, summaries, documents }: LevelRagOptions) {
  return async ({ atomic, passages }: SummaryInput, run: Run): Promise<Finding | undefined> => {
    if (!decompose || !summaries || passages.length === 0) return undefined;
    const vars = { atomic, passages: passages.slice(0, documents) };
    const asked = await askOr(
      { models, role: 'small', prompt: summarisePrompt, vars },
      () => judgeByReading(vars, local, run),
      run,
    );
    if (!asked.byModel) return asked.value?.finding;
    const { answer, summary } = asked.value;
    return isGrounded(answer, vars.passages) ? { answer, summary: summary || answer } : undefined;
  };
}

/**
 * The passages that carry the finding, by words, before the others of the list they were verified in, before the rest.
 */
function supportingPassages(
  finding: Finding | undefined,
  verified: readonly Scored<Passage>[],
  all: readonly Scored<Passage>[],
): Scored<Passage>[] {
  const order = [...new Map([...verified, ...all].map((passage) => [passage.id, passage])).values()];
  if (!finding) return order;
  const { support } = finding;
  const weight = (passage: Passage) =>
    passage.id === support?.id ? 2 : supportByWords(`${finding.answer} ${finding.summary}`, contextual(passage)).share;
  const weighed = order.map((passage, at) => ({ passage, weight: weight(passage) - at / (order.length * 4) }));
  return weighed.sort((one, other) => other.weight - one.weight).map(({ passage }) => passage);
}
