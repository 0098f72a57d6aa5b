/**
 * Chooses the sections worth reading and puts them in order. A model sees, per page, only titles and the first
 * characters of each.
 */
import { askOr } from '../core/ask.js';
import { mapConcurrent } from '../core/concurrent.js';
import type { Hit, Passage, Question, Scored } from '../core/data.js';
import { passagesOf } from '../core/passages.js';
import type { ChatModels, LocalModels } from '../core/ports.js';
import type { Prompt } from '../core/prompt.js';
import { withoutInjections } from '../core/prompt-injection.js';
import type { Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';
import { contextualText } from '../text/contextual.js';
import { inTurns, withReranker } from '../text/fuse.js';
import { coreQuestion } from '../text/question.js';
import type { ReadPage } from './read-pages.js';
import { recordKept } from './record-kept.js';
import { type Relevance, relevanceOf } from './relevance.js';
import { rerankLogits } from './rerank-logits.js';

export type SectionsVars = {
  readonly question: Question;
  readonly page: ReadPage;
  readonly passages: readonly Passage[];
};

export type SelectParts = {
  readonly models: ChatModels;
  readonly local: LocalModels;
  readonly prompt: Prompt<SectionsVars, number[]>;
  /**
   * `model`: as the paper; `embeddings`: cosine alone, the paper's discarded idea; `off`: every section, the pages in
   * turns.
   */
  readonly by: 'model' | 'embeddings' | 'off';
  readonly concurrency: number;
  /** How many sections are kept at most, unless a model alone decides. */
  readonly keep: number;
  /**
   * So many of the best by rules are read whatever a model chooses, all in the order of the rules; 0: the model's
   * choice in its order, as the paper.
   */
  readonly keepBest: number;
  /** How many the reranker looks at when no model chooses. */
  readonly rerankTop: number;
};

/** `rerank` is our reranker's logit, where it looked at the passage. */
export type RankedPassage = Scored<Passage> & { readonly rerank?: number };

export type SelectInput = { readonly question: Question; readonly pages: readonly ReadPage[] };

export function selectSections(parts: SelectParts): Stage<SelectInput, RankedPassage[]> {
  return stage('select-sections', async ({ question, pages }, run) => {
    const all = pages.map((page) => ({ page, passages: passagesOf(page.document) }));
    const found = all.flatMap(({ page, passages: own }) => foundOn(page.hit, own)).sort((a, b) => b.score - a.score);
    const passages = all.flatMap((entry) => entry.passages);
    const chosen = await choose({ question, all, passages, found }, parts, run);
    const kept = chosen.length > 0 || passages.length === 0 ? chosen : fallBack(passages, run);
    recordKept({ all: passages, kept, why: 'not chosen' }, run);
    return kept;
  });
}

function fallBack(passages: readonly Passage[], run: Run): Scored<Passage>[] {
  run.emit({ type: 'fallback', reason: 'no section was chosen; the first of each page are used' });
  return inOrder(passages.filter((passage) => /#[01]$/.test(passage.id)));
}

type Choice = {
  readonly question: Question;
  readonly all: readonly { readonly page: ReadPage; readonly passages: readonly Passage[] }[];
  readonly passages: readonly Passage[];
  readonly found: readonly RankedPassage[];
};

async function choose(
  { question, all, passages, found }: Choice,
  parts: SelectParts,
  run: Run,
): Promise<RankedPassage[]> {
  if (parts.by === 'off') return inOrder(inTurns(all.map((entry) => entry.passages)));
  if (parts.by === 'embeddings') {
    if (!parts.local.embedder)
      run.emit({ type: 'fallback', reason: 'there is no embedder; sections are ranked by words' });
    return rankSections(question, passages, { ...parts, words: !parts.local.embedder }, run);
  }
  const byRules = ({ keep, rerankTop }: Pick<SelectParts, 'keep' | 'rerankTop'>) =>
    found.length > 0
      ? rankFound(question, found, { ...parts, keep, rerankTop }, run)
      : rankSections(question, passages, { ...parts, keep, words: true }, run);
  if (!parts.models.small) return byRules(parts);
  const asking = mapConcurrent(all, { limit: parts.concurrency, run }, ({ page, passages: own }) =>
    chooseOnPage({ question, page, passages: own }, parts, run),
  );
  if (parts.keepBest === 0) return inOrder(inTurns(await asking));
  // The rules are applied while the model thinks; where it chooses, the search engine's own order is good enough for
  // them.
  const [perPage, ranked] = await Promise.all([asking, byRules({ keep: passages.length, rerankTop: 0 })]);
  return withBest(inOrder(inTurns(perPage)), ranked, parts);
}

/**
 * What the model chose, best first over all pages, and with it the best sections by rules: a bad filter must not hurt a
 * good writer.
 */
function withBest(
  chosen: readonly Scored<Passage>[],
  ranked: readonly RankedPassage[],
  { keep, keepBest }: SelectParts,
): RankedPassage[] {
  if (chosen.length === 0) return [];
  const ids = new Set(chosen.map(({ id }) => id));
  const first = ranked.filter(({ id }, rank) => ids.has(id) || rank < keepBest);
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...chosen.filter(({ id }) => !known.has(id))].slice(0, keep);
}

/**
 * A manual's page may have a thousand entries; a model is shown those nearest to the question, in the order of the
 * page.
 */
const MOST_SHOWN = 100;

async function shown(
  question: Question,
  passages: readonly Passage[],
  parts: SelectParts,
  run: Run,
): Promise<readonly Passage[]> {
  if (passages.length <= MOST_SHOWN) return passages;
  const near = await rankSections(question, passages, { ...parts, keep: MOST_SHOWN, rerankTop: 0, words: true }, run);
  const ids = new Set(near.map(({ id }) => id));
  return passages.filter(({ id }) => ids.has(id));
}

async function chooseOnPage(page: SectionsVars, parts: SelectParts, run: Run): Promise<Passage[]> {
  // The outline of so short a page is the page itself: there is nothing to choose.
  if (page.passages.length === 0 || (page.passages.length === 1 && parts.keepBest > 0)) return [...page.passages];
  const vars = { ...page, passages: await shown(page.question, page.passages, parts, run) };
  const byRules = async () => {
    const ranked = await rankSections(vars.question, vars.passages, { ...parts, words: true }, run);
    return ranked.map((passage) => vars.passages.findIndex(({ id }) => id === passage.id) + 1);
  };
  const { value } = await askOr({ models: parts.models, role: 'small', prompt: parts.prompt, vars }, byRules, run);
  return [...new Set(value)].map((number) => vars.passages[number - 1]).filter((passage) => passage !== undefined);
}

/**
 * Sections that the search engine found, with its scores: it has weighed all passages of a corpus by words and meaning.
 */
function foundOn({ places = [] }: Hit, passages: readonly Passage[]): RankedPassage[] {
  const scores = new Map<Passage, number>();
  for (const { start, end, score } of places) {
    const section = passages.find((passage) => passage.start < end && passage.end >= end);
    if (section && start < section.end)
      scores.set(section, Math.max(score, scores.get(section) ?? Number.NEGATIVE_INFINITY));
  }
  return [...scores].map(([passage, score]) => ({ ...passage, score }));
}

async function rankFound(
  question: Question,
  found: readonly RankedPassage[],
  { local, keep, rerankTop }: Pick<SelectParts, 'local' | 'keep' | 'rerankTop'>,
  run: Run,
): Promise<RankedPassage[]> {
  const texts = found.slice(0, rerankTop).map(contextual);
  const logits = (await rerankLogits({ query: coreQuestion(question.text), texts }, local, run)) ?? [];
  const weighed = found.map((passage, at) => ({ ...passage, ...(logits[at] !== undefined && { rerank: logits[at] }) }));
  return withReranker(weighed, logits).slice(0, keep);
}

type RankParts = Pick<SelectParts, 'local' | 'keep' | 'rerankTop'> & { readonly words: boolean };

async function rankSections(
  question: Question,
  passages: readonly Passage[],
  { local, keep, rerankTop, words }: RankParts,
  run: Run,
): Promise<RankedPassage[]> {
  const scores = await relevanceOf(
    coreQuestion(question.text),
    passages.map(contextual),
    words ? { local, rerankTop } : { local, rerankTop: 0, embedMost: passages.length },
    run,
  );
  const by = (at: number) => (words ? scores[at]?.score : (scores[at]?.cosine ?? scores[at]?.score)) ?? 0;
  return passages
    .map((passage, at): RankedPassage => ({ ...passage, ...pickRerank(scores[at]), score: by(at) }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, keep);
}

function pickRerank(relevance: Relevance | undefined): { rerank?: number } {
  return relevance?.rerank === undefined ? {} : { rerank: relevance.rerank };
}

/** Keeps the given order by falling scores. */
function inOrder(passages: readonly Passage[]): Scored<Passage>[] {
  return passages.map((passage, at) => ({ ...passage, score: 1 - at / passages.length }));
}

/**
 * As those who rank and read see it: the words of an order to machines help no page. The text keeps its length, so that
 * offsets stay.
 */
export function contextual({ source, headings, text }: Passage): string {
  const [title = '', ...path] = [source.title, ...headings].map((line) => withoutInjections(line).trim());
  return contextualText(title, path, withoutInjections(text));
}
