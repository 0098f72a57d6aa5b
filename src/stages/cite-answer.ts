/**
 * The last stage of every pipeline: verifies the finished text (verify-claims.ts), gives every sentence the sources that carry it, and numbers
 * them in the order they are first needed. A sentence without support has an empty list, never a guess; a text that loses all it claims is an abstention.
 */
import type { Claim, ClaimEvidence, Outcome, Passage, Question, Source } from '../core/data.js';
import type { ChatModels, LocalModels } from '../core/ports.js';
import { type Stage, stage } from '../core/stage.js';
import { abstain } from './abstain.js';
import type { CheckParts, Evidence } from './check-claim.js';
import type { Taken } from './extract-answer.js';
import type { RewritePrompt } from './repair-claim.js';
import { type VerifiedClaim, verifyClaims } from './verify-claims.js';

export type CiteInput = {
  readonly text: string;
  readonly passages: readonly Passage[];
  /** Sentences whose passage is known, because they were taken from it. */
  readonly taken?: readonly Taken[] | undefined;
  /** Looked at first for sentences whose writer named no source. */
  readonly preferred?: readonly Passage[] | undefined;
  /** Named when nothing of the text could be kept. */
  readonly question?: Question;
};

export type CiteParts = {
  readonly local: LocalModels;
  /** With models and prompts, what rules leave open is asked of them instead of our verifier. */
  readonly models?: ChatModels;
  readonly check?: NonNullable<CheckParts['prompt']>;
  readonly rewrite?: RewritePrompt;
  /** Mends or leaves out what does not hold; off, it stays, under its verdict and without a source. Default: off. */
  readonly repair?: boolean;
};

export function citeAnswer({ local, models, check, rewrite, repair = false }: CiteParts): Stage<CiteInput, Outcome> {
  const parts = { local, repair, ...(models && { models }), ...(check && { prompt: check }), ...(rewrite && { rewrite }) };
  return stage('cite-answer', async ({ text: written, passages, preferred, taken, question }, run) => {
    const { text, claims, removed } = await verifyClaims({ text: written, question, passages, preferred, taken }, parts, run);
    if (text === '' || (removed > 0 && !claims.some(({ verdict }) => verdict !== undefined)))
      return question ? abstain({ question, passages, why: NOTHING_HELD }, run) : NO_ANSWER;
    const sources = numberSources(claims.flatMap(({ verdict, evidence }) => (isCarried(verdict) ? evidence : [])));
    const numberOf = new Map(sources.map(({ url, n }) => [url, n]));
    const cited = claims.map((claim): Claim => {
      if (claim.verdict !== undefined && !isCarried(claim.verdict)) run.emit({ type: 'note', text: `no source supports: ${claim.text}` });
      return withNumbers(claim, numberOf);
    });
    return { answer: { status: 'answered', text, claims: cited }, sources };
  });
}

const NOTHING_HELD = 'no source supports what was written';
const NO_ANSWER: Outcome = { answer: { status: 'abstained', text: `No answer: ${NOTHING_HELD}.`, claims: [] }, sources: [] };

/** What a source says in part is not cited to it, as if it said it all; the verdict and the quote are shown. */
function isCarried(verdict: VerifiedClaim['verdict']): boolean {
  return verdict === 'supported';
}

function withNumbers({ evidence, ...claim }: VerifiedClaim, numberOf: ReadonlyMap<string, number>): Claim {
  if (claim.verdict === undefined) return { ...claim, sources: [] };
  const quoted = evidence.map(({ passage, quote, start, end }): ClaimEvidence => {
    const { url } = passage.source;
    const n = numberOf.get(url);
    return { ...(n !== undefined && { n }), url, quote, start, end };
  });
  return { ...claim, sources: isCarried(claim.verdict) ? [...new Set(quoted.flatMap(({ n }) => n ?? []))] : [], evidence: quoted };
}

/** One number per page, in the order of first use, with the passages that carry claims. */
function numberSources(evidence: readonly Evidence[]): Source[] {
  const pages = new Map<string, { title: string; passages: Map<string, Passage> }>();
  for (const { passage } of evidence) {
    const page = pages.get(passage.source.url) ?? { title: passage.source.title, passages: new Map() };
    page.passages.set(passage.id, passage);
    pages.set(passage.source.url, page);
  }
  return [...pages].map(([url, { title, passages }], at) => ({
    n: at + 1,
    url,
    title,
    passages: [...passages.values()].map(({ id, headings, text, start, end }) => ({ id, headings, text, start, end })),
  }));
}
