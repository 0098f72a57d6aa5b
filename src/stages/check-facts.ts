/**
 * Cuts an answer into atomic facts and checks each against passages of a knowledge source, as FActScore does: by the
 * model that judges where there is one, else by rules (sentences and their clauses, which are coarser than atomic
 * facts) and our verifier. The arithmetic is in text/metrics/fact-score.ts.
 */
import { askOr } from '../core/ask.js';
import { mapConcurrent } from '../core/concurrent.js';
import type { Passage, Question, Verdict } from '../core/data.js';
import type { Prompt } from '../core/prompt.js';
import type { Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';
import { claimsIn } from '../text/claims.js';
import { type CheckParts, checkClaim } from './check-claim.js';

export type SplitVars = { readonly question: Question; readonly text: string };
export type SplitReply = { readonly facts: readonly string[] };

export type FactParts = CheckParts & { readonly split?: Prompt<SplitVars, SplitReply> };

export type FactsInput = SplitVars & {
  /** What the knowledge source has to say on a fact. */
  readonly passagesFor: (fact: string, run: Run) => Promise<readonly Passage[]>;
};

export type CheckedFact = { readonly text: string; readonly verdict: Verdict };

/** Facts checked at a time. */
const CONCURRENCY = 4;

export function checkFacts(parts: FactParts): Stage<FactsInput, readonly CheckedFact[]> {
  return stage('check-facts', async ({ passagesFor, ...vars }, run) => {
    const facts = await factsOf(vars, parts, run);
    return mapConcurrent(facts, { limit: CONCURRENCY, run }, async (text) => {
      const { verdict } = await checkClaim({ claim: text, passages: await passagesFor(text, run) }, parts, run);
      return { text, verdict };
    });
  });
}

async function factsOf(vars: SplitVars, { models = {}, split }: FactParts, run: Run): Promise<readonly string[]> {
  const byRule = () => claimsIn(vars.text).map(({ said }) => said);
  if (!split) return byRule();
  const { byModel, value } = await askOr(
    { models, role: 'judge', prompt: split, vars },
    () => ({ facts: byRule() }),
    run,
  );
  return byModel ? value.facts.map((fact) => fact.trim()).filter((fact) => fact !== '') : value.facts;
}
