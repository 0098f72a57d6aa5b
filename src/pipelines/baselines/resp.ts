/**
 * ReSP: a reasoner asks one sub-question after another; a summariser keeps two memories, what helps the main question
 * and what answers each sub-question.
 */
import { z } from 'zod';
import type { Passage, PlanStep } from '../../core/data.js';
import { wholeNumber } from '../../core/option.js';
import type { Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import { pagesOf } from '../../stages/pages-of.js';
import { retrievePassages } from '../../stages/retrieve-passages.js';
import { writeAndConclude } from './answer.js';
import { abstainOption, modeOption } from './options.js';
import { endedBy, unlessSaid } from './plan.js';
import { rankPassages } from './rank.js';
import { askNext, type Memory, type ReasonReply, summarise } from './resp-memory.js';

export const respOptions = z.strictObject({
  rounds: wholeNumber([1, 10], 3, 'sub-questions asked at most'),
  passages: wholeNumber([1, 100], 5, 'passages retrieved for a sub-question'),
  mode: modeOption,
  abstain: abstainOption,
});

export type RespOptions = z.infer<typeof respOptions>;

export function resp(parts: Parts, options: RespOptions): Pipeline {
  const { rounds, mode, passages: limit } = options;
  const next = askNext(parts);
  const retrieve = retrievePassages(parts);
  const note = summarise(parts);
  const rank = rankPassages({ local: parts.local, keep: rounds * limit });
  const generate = writeAndConclude(parts, options);

  return pipeline('resp', 'arXiv:2407.13101', async (question, run) => {
    const [memory, seen, plan]: [Memory[], Passage[], PlanStep[]] = [[], [], []];
    let stopped = '';
    while (stopped === '') {
      const reply = await next({ question, memory }, run);
      const before = memory.map((kept) => kept.subQuestion);
      stopped = endOf(reply, before);
      if (stopped !== '') break;
      const { question: subQuestion } = reply;
      const [found = []] = await retrieve([{ query: subQuestion, mode, limit }], run);
      const kept = await note({ question, subQuestion, passages: found }, run);
      memory.push(kept);
      seen.push(...found);
      const answer = kept.answer || null;
      plan.push({
        round: memory.length,
        question: subQuestion,
        queries: [subQuestion],
        found: pagesOf(found),
        answer,
        stopped,
      });
      if (memory.length === rounds) stopped = 'the last round';
    }
    const passages = await rank({ question, passages: seen }, run);
    const notes = memory.flatMap(({ subQuestion, evidence, answer }) =>
      [evidence, answer && `${subQuestion} ${answer}`].filter(Boolean),
    );
    const outcome = await generate({ question, passages, notes }, run);
    return { ...outcome, plan: endedBy(plan, stopped) };
  });
}

/** Why no more is asked; empty while there is a question to ask. */
function endOf({ answerable, question }: ReasonReply, before: readonly string[]): string {
  if (answerable) return 'it can be answered';
  if (question.trim() === '') return 'there is no next question';
  return unlessSaid(question, before) === undefined ? 'the next question was asked before' : '';
}
