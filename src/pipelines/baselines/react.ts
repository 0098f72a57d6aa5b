/**
 * ReAct: thought, action, observation. An agent searches, looks strings up on the page it opened last, and finishes;
 * then it answers from what it saw.
 */
import { z } from 'zod';
import type { Outcome, Passage, PlanStep, Question } from '../../core/data.js';
import { wholeNumber } from '../../core/option.js';
import type { Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import type { Run } from '../../core/run.js';
import { trustPrompts } from '../../prompts/verify.js';
import { conclude } from '../../stages/conclude.js';
import { pagesOf } from '../../stages/pages-of.js';
import { saysNoAnswer, type WrittenAnswer } from '../../stages/write-answer.js';
import { writeAndConclude } from './answer.js';
import { abstainOption, pageOptions } from './options.js';
import type { ReactStep } from './prompts.js';
import { rankPassages } from './rank.js';
import { createActions } from './react-acting.js';
import { chooseAction } from './react-action.js';

const { concurrency, pageTimeoutMs } = pageOptions;

export const reactOptions = z.strictObject({
  steps: wholeNumber([1, 30], 7, 'actions at most, unreadable ones among them'),
  results: wholeNumber([1, 50], 5, 'results of a search: the best is opened, the others are named'),
  passages: wholeNumber([1, 100], 10, 'passages given to the writer when the agent did not finish'),
  concurrency,
  pageTimeoutMs,
  abstain: abstainOption,
});

export type ReactOptions = z.infer<typeof reactOptions>;

export function react(parts: Parts, options: ReactOptions): Pipeline {
  const choose = chooseAction(parts, options);
  const startActing = createActions(parts, options);
  const rank = rankPassages({ local: parts.local, keep: options.passages });
  const answer = writeAndConclude(parts, options);
  const finish = conclude({ ...parts, prompts: trustPrompts });

  async function walk(question: Question, run: Run): Promise<ReactWalk> {
    const act = startActing();
    const [steps, seen, plan]: [ReactStep[], Passage[], PlanStep[]] = [[], [], []];
    let dry = false;
    for (let round = 1; round <= options.steps; round += 1) {
      const chosen = await choose({ question, steps, seen, dry, left: options.steps - round + 1 }, run);
      if (chosen.action?.action === 'finish')
        return { seen, plan, ...(chosen.byModel && { said: chosen.action.input }) };
      const { observation, passages } = chosen.action
        ? await act(chosen.action, run)
        : { observation: chosen.problem, passages: [] };
      const { action } = chosen;
      const fresh = passages.filter(({ id }) => !seen.some((known) => known.id === id));
      steps.push({ ...(action && { action }), observation, isOfPage: passages.length > 0 });
      seen.push(...fresh);
      dry = fresh.length === 0;
      const queries = action?.action === 'search' ? [action.input] : [];
      const stopped = round === options.steps ? 'the last step' : '';
      plan.push({
        round,
        question: action ? `${action.action}: ${action.input}` : 'unreadable',
        queries,
        found: pagesOf(fresh),
        answer: null,
        stopped,
      });
    }
    return { seen, plan };
  }

  return pipeline('react', 'arXiv:2210.03629', async (question, run): Promise<Outcome> => {
    const { seen, plan, said } = await walk(question, run);
    const passages = await rank({ question, passages: seen }, run);
    const outcome = said
      ? await finish({ question, passages, written: finishedWith(said, options.abstain) }, run)
      : await answer({ question, passages }, run);
    return { ...outcome, plan };
  });
}

/** `said` is what the model finished with; a walk that ran out of steps, or was led by rule, has nothing to say yet. */
type ReactWalk = { readonly seen: readonly Passage[]; readonly plan: readonly PlanStep[]; readonly said?: string };

function finishedWith(text: string, abstain: boolean): WrittenAnswer {
  if (abstain && saysNoAnswer(text))
    return { status: 'abstained', why: 'the pages that were opened do not hold the answer' };
  return { status: 'answered', text };
}
