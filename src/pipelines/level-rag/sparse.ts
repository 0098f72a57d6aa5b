/**
 * The sparse searcher (Algorithm 1): search, verify, refine with Lucene's operators until the documents suffice. The
 * three refinements of a query are searched at once and judged in one call together with what to refine next, and no
 * passage is judged twice: at the very worst 4 calls and 10 searches (5 calls with `questionFirst: false`, whose first
 * query is written by the model), where the public code has 81 and 41.
 */
import { askOr } from '../../core/ask.js';
import type { Passage, Scored } from '../../core/data.js';
import type { Run } from '../../core/run.js';
import { stage } from '../../core/stage.js';
import { counted } from '../../english/counted.js';
import { type PassageList, type PassageSearch, retrievePassages } from '../../stages/retrieve-passages.js';
import { toLucene } from '../../text/lucene-print.js';
import { type Hints, hintsByRule, mayAnswer } from './hints.js';
import { judgeByReading } from './judge.js';
import type { LevelRagOptions } from './options.js';
import { assessPrompt, rewritePrompt } from './prompts.js';
import { emphasise, extend, filter, type KeywordQuery, keywordsByRule, keywordsFrom } from './query.js';
import {
  type AtomicQuestion,
  type Finding,
  isGrounded,
  joined,
  type Searcher,
  type SearcherParts,
  type SearcherResult,
} from './searcher.js';

type Assessment =
  | { readonly enough: true; readonly finding: Finding }
  | { readonly enough: false; readonly keywords: string; readonly hints: Hints };

/**
 * Rules have few words to offer, and our reader reads every new passage: a second round costs time and finds little.
 */
const MOST_BY_RULE = 1;

/** What a search has tried so far. */
type Trail = {
  readonly queries: string[];
  readonly lists: PassageList[];
  readonly seen: Set<string>;
  readonly tried: Set<string>;
};

export function sparseSearcher(parts: SearcherParts, options: LevelRagOptions): Searcher {
  const retrieve = retrievePassages(parts);
  const { documents: limit, questionFirst } = options;
  const refinements = Math.min(options.refinements, parts.models.small ? options.refinements : MOST_BY_RULE);

  const search = async (queries: readonly PassageSearch[], trail: Trail, run: Run): Promise<PassageList[]> => {
    const lists = await retrieve(queries, run);
    trail.queries.push(...queries.map(({ query }) => query));
    trail.lists.push(...lists);
    return lists;
  };
  const lucene = (query: KeywordQuery): PassageSearch => ({
    query: toLucene({ type: 'group', clauses: query }),
    mode: 'sparse',
    syntax: 'lucene',
    limit,
  });

  return stage('search-sparse', async (asked, run): Promise<SearcherResult> => {
    const trail: Trail = { queries: [], lists: [], seen: new Set(), tried: new Set() };
    let query: KeywordQuery | undefined = questionFirst ? undefined : await rewrite(asked, parts, run);
    const first: PassageSearch = query ? lucene(query) : { query: asked.atomic, mode: 'sparse', limit };
    let shown = unjudged(await search([first], trail, run), { trail, limit });
    for (let round = 0; ; round += 1) {
      if (refinements === 0) return outcome(trail, shown, 'no refinement was asked for');
      const latest = { passages: shown, query: trail.queries.at(-1) ?? '', tried: trail.tried };
      const assessed = await assess({ ...asked, ...latest }, parts, run);
      if (assessed.enough)
        return { ...outcome(trail, shown, `verified after ${searches(trail)}`), finding: assessed.finding };
      if (round === refinements) return bestOf(trail, `not verified after ${searches(trail)}`);
      const base = query ?? keywordsOf(asked, assessed.keywords);
      const children = refined(base, assessed.hints, trail);
      if (children.length === 0) return bestOf(trail, 'nothing is left to refine');
      const lists = await search(children.map(lucene), trail, run);
      query = withoutExclusions(base, assessed.hints, trail);
      shown = unjudged(lists, { trail, limit });
    }
  });
}

const searches = ({ queries }: Trail): string => counted(queries.length, 'search', 'searches');

function outcome({ queries }: Trail, passages: readonly Scored<Passage>[], stopped: string): SearcherResult {
  return { searcher: 'sparse', queries, passages, stopped };
}

function bestOf(trail: Trail, why: string): SearcherResult {
  return outcome(trail, joined(trail.lists, Number.POSITIVE_INFINITY), `${why}; the best documents are kept`);
}

/** The best passages that were not shown before, which they are now. */
function unjudged(lists: readonly PassageList[], { trail, limit }: { readonly trail: Trail; readonly limit: number }) {
  const fresh = joined(lists, Number.POSITIVE_INFINITY)
    .filter(({ id }) => !trail.seen.has(id))
    .slice(0, limit);
  for (const { id } of fresh) trail.seen.add(id);
  return fresh;
}

const keywordsOf = ({ atomic }: AtomicQuestion, keywords: string): KeywordQuery =>
  keywords === '' ? keywordsByRule(atomic) : keywordsFrom(atomic, keywords);

/** As many as the paper's three operations make. */
const CHILDREN = 3;

/**
 * The feedback operations, each on the query as it was; one that has no word leaves its place to a second word to add.
 * Only words that are searched count as tried: the others may come up again.
 */
function refined(
  query: KeywordQuery,
  { add: [first, ...more], emphasise: main, exclude }: Hints,
  { tried }: Trail,
): KeywordQuery[] {
  const operations = [
    ...(first ? [{ word: first, child: extend(query, first) }] : []),
    ...(main ? [{ word: main, child: emphasise(query, main) }] : []),
    ...(exclude ? [{ word: exclude, child: filter(query, exclude) }] : []),
    ...more.map((word) => ({ word, child: extend(query, word) })),
  ].map((operation) => ({ ...operation, text: toLucene({ type: 'group', clauses: operation.child }) }));
  const children = new Map([...new Map(operations.map(({ text, child }) => [text, child]))].slice(0, CHILDREN));
  for (const { word, text } of operations) if (children.has(text)) tried.add(word);
  return [...children.values()];
}

/**
 * What is refined next: all that was added and emphasised in a search. An exclusion holds for one query, since a wrong
 * one would shut out the right page for good.
 */
function withoutExclusions(query: KeywordQuery, { add, emphasise: main }: Hints, { tried }: Trail): KeywordQuery {
  const extended = add.filter((word) => tried.has(word)).reduce(extend, query);
  return main ? emphasise(extended, main) : extended;
}

async function rewrite({ atomic }: AtomicQuestion, { models }: SearcherParts, run: Run): Promise<KeywordQuery> {
  const { byModel, value } = await askOr(
    { models, role: 'small', prompt: rewritePrompt, vars: { atomic } },
    () => '',
    run,
  );
  return byModel ? keywordsFrom(atomic, value) : keywordsByRule(atomic);
}

/** A model's word and one by rule. */
const MOST_ADDED = 2;

type AssessInput = AtomicQuestion & {
  readonly passages: readonly Passage[];
  readonly query: string;
  readonly tried: ReadonlySet<string>;
};

/** Verify, and what to refine if it fails, in one call; none where no passage can hold the answer. */
async function assess(
  { tried, ...vars }: AssessInput,
  { models, local }: SearcherParts,
  run: Run,
): Promise<Assessment> {
  const byRule = () => hintsByRule({ main: vars.question.text, atomic: vars.atomic, passages: vars.passages, tried });
  if (!mayAnswer(vars.atomic, vars.passages)) return { enough: false, keywords: '', hints: byRule() };
  const asked = await askOr(
    { models, role: 'small', prompt: assessPrompt, vars },
    () => judgeByReading({ atomic: vars.atomic, passages: vars.passages }, local, run),
    run,
  );
  if (!asked.byModel)
    return asked.value?.isSure
      ? { enough: true, finding: asked.value.finding }
      : { enough: false, keywords: '', hints: byRule() };
  const { enough, answer, summary, keywords, add, exclude, emphasise: main } = asked.value;
  if (enough && isGrounded(answer, vars.passages))
    return { enough: true, finding: { answer, summary: summary || answer } };
  const rules = byRule();
  return {
    enough: false,
    keywords,
    hints: {
      add: [...new Set([add, ...rules.add])].filter(Boolean).slice(0, MOST_ADDED),
      exclude: exclude || rules.exclude,
      emphasise: main || rules.emphasise,
    },
  };
}
