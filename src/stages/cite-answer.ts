/**
 * The last stage of every pipeline: verifies the finished text (verify-claims.ts), gives every sentence the sources
 * that carry it, and numbers them in the order they are first needed. A sentence without support has an empty list,
 * never a guess.
 */
import type { Claim, ClaimEvidence, Outcome, Passage, Question, Source } from '../core/data.js';
import type { TrustMode } from '../core/parts.js';
import type { ChatModels, LocalModels } from '../core/ports.js';
import { type Stage, stage } from '../core/stage.js';
import { abstain } from './abstain.js';
import type { CheckParts } from './check-claim.js';
import type { TakenSentence } from './extract-answer.js';
import { type VerifiedClaim, verifyClaims } from './verify-claims.js';

export type CiteInput = {
  readonly text: string;
  readonly passages: readonly Passage[];
  /** Sentences whose passage is known, because they were taken from it. */
  readonly taken?: readonly TakenSentence[] | undefined;
  /**
   * The passages of the pages that the pipeline itself chose to cite: no other page is. Without it every page that
   * carries a sentence is cited.
   */
  readonly preferred?: readonly Passage[] | undefined;
  /** Short answers are checked together with it. */
  readonly question?: Question;
};

export type CiteParts = {
  readonly local: LocalModels;
  /** With models and a prompt, what our verifier doubts is asked of the judge. */
  readonly models?: ChatModels;
  readonly check?: NonNullable<CheckParts['prompt']>;
  readonly mode?: TrustMode;
};

export function citeAnswer({ local, models, check, mode = 'mark' }: CiteParts): Stage<CiteInput, Outcome> {
  const parts = { local, mode, ...(models && { models }), ...(check && { prompt: check }) };
  return stage('cite-answer', async ({ text: toCheck, passages, preferred, taken, question }, run) => {
    const { text, written, claims } = await verifyClaims(
      { text: toCheck, question, passages, preferred, taken },
      parts,
      run,
    );
    if (
      text === '' ||
      (mode === 'strict' && passages.length > 0 && !claims.some(({ verdict }) => verdict !== undefined))
    ) {
      const { answer, ...rest } = question ? await abstain({ question, passages, why: NOTHING_HELD }, run) : NO_ANSWER;
      return { ...rest, answer: { ...answer, written } };
    }
    const carrying = claims.flatMap(({ verdict, evidence }) =>
      isCarried(verdict) ? evidence.map(({ passage }) => passage) : [],
    );
    const sources = numberSources(preferred ? citedBy(preferred, carrying) : carrying);
    const numberOf = new Map(sources.map(({ url, n }) => [url, n]));
    const cited = claims.map((claim) => withNumbers(claim, numberOf));
    return { answer: { status: 'answered', text, claims: cited, written }, sources };
  });
}

/** The pages that were chosen, each with the passages that carry something, else with those it was chosen for. */
function citedBy(preferred: readonly Passage[], carrying: readonly Passage[]): Passage[] {
  return preferred.flatMap((passage) => {
    const own = carrying.filter(({ source }) => source.url === passage.source.url);
    return own.length > 0 ? own : [passage];
  });
}

const NOTHING_HELD = 'no source supports what was written';
const NO_ANSWER: Outcome = {
  answer: { status: 'abstained', text: `No answer: ${NOTHING_HELD}.`, claims: [] },
  sources: [],
};

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
  return {
    ...claim,
    sources: isCarried(claim.verdict) ? [...new Set(quoted.flatMap(({ n }) => n ?? []))] : [],
    evidence: quoted,
  };
}

/** One number per page, in the order of first use, with the passages that carry claims. */
function numberSources(carrying: readonly Passage[]): Source[] {
  const pages = new Map<string, { title: string; passages: Map<string, Passage> }>();
  for (const passage of carrying) {
    const page = pages.get(passage.source.url) ?? { title: passage.source.title, passages: new Map() };
    page.passages.set(passage.id, passage);
    pages.set(passage.source.url, page);
  }
  return [...pages].map(([url, { title, passages }], at) => ({
    n: at + 1,
    url,
    title,
    passages: [...passages.values()].map(({ id, headings, text, start, end, location }) => ({
      id,
      headings,
      text,
      start,
      end,
      ...(location !== undefined && { location }),
    })),
  }));
}
