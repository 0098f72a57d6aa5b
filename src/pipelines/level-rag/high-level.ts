/**
 * The high-level searcher's own two questions to the model: how to take the question apart, and what is still missing.
 */
import { askOr } from '../../core/ask.js';
import type { Question } from '../../core/data.js';
import type { Parts } from '../../core/parts.js';
import type { Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { decompose as decomposeByRule } from '../../text/decompose.js';
import { lostNames } from '../../text/keep-rare.js';
import type { LevelRagOptions } from './options.js';
import { newQuestions, type Plan } from './plan.js';
import { decomposePrompt, supplementPrompt } from './prompts.js';

/** Atomic questions in order. Nothing at all only where the planner may say that nothing must be looked up. */
export function decomposeQuestion(
  { models }: Parts,
  { adaptive, maxQuestions }: LevelRagOptions,
): Stage<Question, string[]> {
  return stage('decompose', async (question, run) => {
    const vars = { question, adaptive: adaptive && models.large !== undefined };
    const asked = await askOr(
      { models, role: 'small', prompt: decomposePrompt, vars },
      () => [...decomposeByRule(question.text)],
      run,
    );
    if (asked.byModel && asked.value.length === 0 && vars.adaptive) {
      run.emit({ type: 'note', text: 'the planner says that nothing has to be looked up' });
      return [];
    }
    const planned = asked.byModel ? withoutForeign(asked.value, question.text, run) : asked.value;
    const questions = newQuestions(planned, { question, steps: [] }, maxQuestions);
    return questions.length > 0 ? questions : [question.text];
  });
}

export type SupplementInput = { readonly plan: Plan; readonly round: number };

/** What is still missing; nothing when the findings suffice or a limit is reached. */
export function supplementQuestions(
  { models }: Parts,
  options: LevelRagOptions,
): (input: SupplementInput, run: Run) => Promise<string[]> {
  const ask = stage('supplement', async ({ question, steps }: Plan, run) => {
    const findings = steps.map(({ asked, explored }) => `${asked} ${explored?.finding?.summary ?? 'Not found.'}`);
    const asked = await askOr(
      { models, role: 'small', prompt: supplementPrompt, vars: { question, findings } },
      () => wholeQuestion({ question, steps }),
      run,
    );
    const missing = asked.byModel
      ? withoutForeign(asked.value, [question.text, ...findings].join('\n'), run)
      : asked.value;
    return newQuestions(missing, { question, steps }, options.maxQuestions);
  });
  return async ({ plan, round }, run) => {
    if (
      !options.decompose ||
      !options.supplement ||
      round >= options.maxRounds ||
      plan.steps.length >= options.maxQuestions
    )
      return [];
    return ask(plan, run);
  };
}

/**
 * A sub-question that names what neither the question nor a finding names is about something else: the example of the
 * prompt, most often.
 */
function withoutForeign(planned: readonly string[], known: string, run: Run): string[] {
  return planned.map((text) => {
    const [foreign] = lostNames(text.replace(/#\d+/g, ''), known);
    if (foreign === undefined) return text;
    run.emit({ type: 'note', text: `"${text.slice(0, 80)}" is not asked: nothing has named ${foreign}` });
    return '';
  });
}

/** Without a model: where a part of the plan found no answer, the question as it was asked. */
function wholeQuestion({ question, steps }: Plan): string[] {
  return steps.every(({ explored }) => explored?.finding) ? [] : [question.text];
}
