/**
 * The end of every pipeline: what was written gets its citations, checked sentence by sentence; or the evidence is said
 * not to be there, or to contradict what the question takes for granted. Where sources disagree about what is cited,
 * that is said beside.
 */
import type { Outcome, Passage, Question } from '../core/data.js';
import { DEFAULT_TRUST, type Trust } from '../core/parts.js';
import type { ChatModels, LocalModels } from '../core/ports.js';
import type { Run } from '../core/run.js';
import { abstain } from './abstain.js';
import type { CheckParts } from './check-claim.js';
import { checkPremise } from './check-premise.js';
import { citeAnswer } from './cite-answer.js';
import { findConflicts } from './find-conflicts.js';
import { withConfidence } from './weigh-confidence.js';
import type { WrittenAnswer } from './write-answer.js';

export type ConcludePrompts = { readonly check: NonNullable<CheckParts['prompt']> };

export type ConcludeParts = {
  readonly models: ChatModels;
  readonly local: LocalModels;
  readonly trust?: Trust | undefined;
  readonly prompts: ConcludePrompts;
};

export type ConcludeInput = {
  readonly question: Question;
  readonly passages: readonly Passage[];
  /** Those that the pipeline itself chose to cite. */
  readonly preferred?: readonly Passage[];
  readonly written: WrittenAnswer;
};

export type Conclude = (input: ConcludeInput, run: Run) => Promise<Outcome>;

export function conclude({ models, local, trust = DEFAULT_TRUST, prompts }: ConcludeParts): Conclude {
  const cite = citeAnswer({ models, local, mode: trust.mode, check: prompts.check });
  const conflictsOf = findConflicts({ local });
  const weigh = withConfidence({ local, trust });
  return async (input, run) => {
    const { question, passages, preferred, written } = input;
    const corrected = await checkPremise({ question, passages, verifier: local.verifier }, run);
    // What a model wrote stays: the premise is named beside it.
    const isWritten = written.status === 'answered' && !written.taken;
    const concluded =
      corrected && !isWritten
        ? corrected
        : written.status === 'abstained'
          ? await abstain({ question, passages, why: written.why }, run)
          : await cite({ question, text: written.text, passages, preferred, taken: written.taken }, run);
    const outcome = corrected
      ? { ...concluded, answer: { ...concluded.answer, corrects: corrected.answer.text } }
      : concluded;
    const conflicts = await conflictsOf({ question, outcome, passages }, run);
    const whole = withShort(outcome, written);
    return weigh(input, conflicts.length > 0 ? { ...whole, conflicts } : whole, run);
  };
}

/** The short answer belongs to the text it came with, not to an abstention or the correction of a premise. */
function withShort(outcome: Outcome, written: WrittenAnswer): Outcome {
  const { status, corrects } = outcome.answer;
  if (written.status === 'abstained' || written.short === undefined || status === 'abstained' || corrects !== undefined)
    return outcome;
  return { ...outcome, answer: { ...outcome.answer, short: written.short } };
}
