/**
 * Decides which search results are worth fetching, from url, title and preview alone. A screen that would drop
 * everything is not believed.
 */
import { askOr } from '../core/ask.js';
import type { Hit, Question } from '../core/data.js';
import type { ChatModels, LocalModels } from '../core/ports.js';
import type { Prompt } from '../core/prompt.js';
import type { Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';
import { coreQuestion } from '../text/question.js';
import { canonicalUrl, urlWords } from '../text/urls.js';
import { relevanceOf } from './relevance.js';

/** Why a result is not read, as the HiFi-RAG paper (2.2) names them. */
export const DROP_REASONS = ['off-domain', 'outdated', 'mismatched', 'missing-constraint', 'speculative'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

export type Screening = {
  readonly keep: readonly string[];
  readonly drop: readonly { readonly url: string; readonly reason: DropReason }[];
};

export type ScreenVars = { readonly question: Question; readonly hits: readonly Hit[] };

export type ScreenParts = {
  readonly models: ChatModels;
  readonly local: LocalModels;
  readonly prompt: Prompt<ScreenVars, Screening>;
  /** So many of the best by rules are read whatever a model says: a bad filter must not hurt a good writer. */
  readonly keepBest?: number;
};

export function screenHits({ keepBest = 0, ...parts }: ScreenParts): Stage<ScreenVars, Hit[]> {
  return stage('screen-hits', async (vars, run) => {
    if (vars.hits.length === 0) return [];
    let screening: Promise<Screening> | undefined;
    const byRules = () => {
      screening ??= screenByRules(vars, parts, run);
      return screening;
    };
    const asking = askOr({ models: parts.models, role: 'small', prompt: parts.prompt, vars }, byRules, run);
    // The rules are applied while the model thinks.
    const ranking = keepBest === 0 ? [] : byRules().then(({ keep }) => keep);
    const [{ byModel, value }, ranked] = await Promise.all([asking, ranking]);
    const chosen = pick(vars.hits, value.keep);
    const best = byModel ? pick(vars.hits, ranked).slice(0, keepBest) : [];
    if (chosen.length === 0) {
      const [instead, which] = best.length > 0 ? [best, 'best by rules'] : [vars.hits.slice(0, FALLBACK_HITS), 'first'];
      run.emit({
        type: 'fallback',
        reason: `the screen kept none of ${vars.hits.length} results; the ${which} ${instead.length} are read`,
      });
      return instead;
    }
    const kept = [...new Set([...chosen, ...best])];
    recordDrops(vars.hits, kept, { screening: value, run });
    return kept;
  });
}

/** Of an empty list the top few are kept. */
const FALLBACK_HITS = 3;

/**
 * The hits a model named: by URL, by its printed number, or by an unmistakable beginning of the URL. Unknown ones are
 * ignored.
 */
export function pick(hits: readonly Hit[], named: readonly string[]): Hit[] {
  const byUrl = new Map(hits.map((hit) => [canonicalUrl(hit.url), hit]));
  const found = named.map((name) => {
    const number = /^\[?(\d{1,3})\]?$/.exec(name.trim());
    if (number) return hits[Number(number[1]) - 1];
    const exact = byUrl.get(canonicalUrl(name.trim()));
    if (exact) return exact;
    const prefix = canonicalUrl(name.trim().replace(/(?:\.\.\.|…)$/, ''));
    const begins = prefix.length > 12 ? hits.filter((hit) => canonicalUrl(hit.url).startsWith(prefix)) : [];
    return begins.length === 1 ? begins[0] : undefined;
  });
  return [...new Set(found.filter((hit) => hit !== undefined))];
}

function recordDrops(
  hits: readonly Hit[],
  kept: readonly Hit[],
  { screening, run }: { screening: Screening; run: Run },
): void {
  const reasons = new Map(
    screening.drop.flatMap(({ url, reason }) =>
      pick(hits, [url]).map((hit) => [canonicalUrl(hit.url), reason] as const),
    ),
  );
  for (const hit of hits) {
    if (kept.includes(hit)) run.emit({ type: 'kept', what: 'hit', id: hit.url });
    else
      run.emit({
        type: 'dropped',
        what: 'hit',
        id: hit.url,
        reason: reasons.get(canonicalUrl(hit.url)) ?? 'not chosen',
      });
  }
}

/**
 * A result further below the best than this is not read; chosen on the tuning questions
 * (experiments/sample-hifi-rag.yaml).
 */
const SCORE_GAP = 2.0;
/** Results that are always worth a look: the search engine's own order counts too. */
const ALWAYS_KEPT = 3;

async function screenByRules(
  { question, hits }: ScreenVars,
  { local }: Pick<ScreenParts, 'local'>,
  run: Run,
): Promise<Screening> {
  // An engine that knows places has weighed whole passages by words and meaning: a preview of them knows less.
  if (hits.every(({ places }) => places)) return { keep: hits.map(({ url }) => url), drop: [] };
  const texts = hits.map((hit) => `${hit.title}. ${hit.snippet} ${urlWords(hit.url)}`);
  const scores = await relevanceOf(coreQuestion(question.text), texts, { local, rerankTop: 0 }, run);
  const ranked = hits
    .map((hit, at) => ({ hit, ...(scores[at] as (typeof scores)[number]) }))
    .sort((a, b) => b.score - a.score);
  const best = ranked[0]?.score ?? 0;
  const [keep, drop]: [string[], { url: string; reason: DropReason }[]] = [[], []];
  ranked.forEach(({ hit, score, lexical, cosine }, rank) => {
    if (rank < ALWAYS_KEPT || score >= best - SCORE_GAP) keep.push(hit.url);
    else
      drop.push({
        url: hit.url,
        reason: lexical === 0 ? 'off-domain' : (cosine ?? 0) > 0.4 ? 'missing-constraint' : 'mismatched',
      });
  });
  return { keep, drop };
}
