/**
 * LevelRAG (arXiv:2502.18139): a high-level searcher takes the question apart and asks until nothing is missing;
 * low-level searchers, each with rewrites of its own, look up the atomic questions. README.md maps the paper's sections
 * to this code and names every deviation.
 */
import type { Outcome } from '../../core/data.js';
import { definePipeline, type Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import { trustPrompts } from '../../prompts/verify.js';
import { conclude } from '../../stages/conclude.js';
import { levelRagAblation } from './ablation.js';
import { exploreQuestion, noteLeftOut } from './atomic.js';
import { decomposeQuestion, supplementQuestions } from './high-level.js';
import { type LevelRagOptions, levelRagOptions } from './options.js';
import { carryOut, type Plan, planOf } from './plan.js';
import { writeFromPlan } from './write.js';

export function levelRag(parts: Parts, options: LevelRagOptions): Pipeline {
  const decompose = decomposeQuestion(parts, options);
  const explore = exploreQuestion(parts, options);
  const noteSearchers = noteLeftOut(parts, options);
  const supplement = supplementQuestions(parts, options);
  const write = writeFromPlan(parts, options);
  const finish = conclude({ ...parts, prompts: trustPrompts });

  return pipeline('level-rag', 'arXiv:2502.18139', async (question, run): Promise<Outcome> => {
    const { concurrency, summaries } = options;
    let plan: Plan = { question, steps: [] };
    let questions = options.decompose ? await decompose(question, run) : [question.text];
    if (questions.length > 0) noteSearchers(run);
    for (let round = 1; questions.length > 0; round += 1) {
      plan = await carryOut(plan, { questions, round, explore, concurrency, summaries }, run); //  search and summarise each
      questions = await supplement({ plan, round }, run); //                                       verify: what is still missing
    }
    const { passages, written } = await write(plan, run);
    return { ...(await finish({ question, passages, written }, run)), plan: planOf(plan.steps) };
  });
}

export const levelRagDefinition = definePipeline({
  name: 'level-rag',
  summary: 'atomic questions, searchers that refine their queries, summaries, supplements (arXiv:2502.18139)',
  options: levelRagOptions,
  create: levelRag,
  ablation: levelRagAblation,
});
