/**
 * The answer from the summaries and the passages they come from. Without a model: from sentences that answer the last
 * steps of the plan.
 */
import type { Passage, Scored } from '../../core/data.js';
import type { Parts } from '../../core/parts.js';
import type { Run } from '../../core/run.js';
import { retrievePassages } from '../../stages/retrieve-passages.js';
import { type WrittenAnswer, writeAnswer } from '../../stages/write-answer.js';
import { inTurns } from '../../text/fuse.js';
import type { LevelRagOptions } from './options.js';
import { lastSteps, type Plan, type Step } from './plan.js';
import { answerPrompt } from './prompts.js';

export type WrittenFromPlan = { readonly passages: readonly Passage[]; readonly written: WrittenAnswer };

export function writeFromPlan(
  { models, local, retriever }: Parts,
  { abstain, adaptive, decompose, ownPassages, passagesPerQuestion }: LevelRagOptions,
) {
  const retrieve = retrievePassages({ retriever });
  const write = writeAnswer({ models, local, prompt: answerPrompt, abstain });
  // Only where the planner said that nothing has to be looked up: a search that found nothing is no leave to answer
  // from memory.
  const writeUnsearched = writeAnswer({ models, local, prompt: answerPrompt, abstain, withoutPassages: adaptive });
  return async ({ question, steps }: Plan, run: Run): Promise<WrittenFromPlan> => {
    const passages = passagesOf(steps);
    if (!models.large) return writeBySteps();
    // The question's own best passages, too: a plan that went astray must not leave the writer with less than plain
    // retrieval finds.
    const [own = []] =
      decompose && ownPassages && steps.length > 0
        ? await retrieve(
            [{ query: question.text, mode: local.embedder ? 'hybrid' : 'sparse', limit: passagesPerQuestion }],
            run,
          )
        : [];
    const found = decompose
      ? steps.flatMap(({ asked, explored }) => (explored?.finding ? [{ asked, ...explored.finding }] : []))
      : [];
    const notes = found.map(({ asked, summary }) => `${asked} ${summary}`);
    const all = distinct([...passages, ...own]);
    const shown = { question, passages: all, notes, summaries: found.map(({ summary }) => summary) };
    return { passages: all, written: await (steps.length === 0 ? writeUnsearched : write)(shown, run) };

    /** Each last step is answered as the question it has become; several, as in a comparison, one after the other. */
    async function writeBySteps(): Promise<WrittenFromPlan> {
      const last = lastSteps(steps).filter(({ explored }) => explored !== undefined);
      const undivided = last.find(({ asked }) => asked === question.text); // asked again because its steps led nowhere
      if (undivided || last.length <= 1) return writeOne(undivided ?? last[0]);
      const parts: WrittenFromPlan[] = [];
      for (const step of last) parts.push(await writeOne(step));
      return together(parts, passages);
    }

    async function writeOne(step: Step | undefined): Promise<WrittenFromPlan> {
      const asked = step ? { ...question, text: step.asked } : question;
      const own = distinct([...(step?.explored?.passages ?? []), ...passages]);
      return { passages: own, written: await write({ question: asked, passages: own }, run) };
    }
  };
}

function together(parts: readonly WrittenFromPlan[], passages: readonly Passage[]): WrittenFromPlan {
  const answered = parts.flatMap(({ written }) => (written.status === 'answered' ? [written] : []));
  const [first] = parts;
  if (answered.length === 0 && first) return { ...first, passages };
  const taken = [...new Map(answered.flatMap(({ taken: own = [] }) => own).map((one) => [one.text, one])).values()];
  return { passages, written: { status: 'answered', text: taken.map(({ text }) => text).join(' '), taken } };
}

/**
 * Step by step in turns, so that no step crowds out another: the passage of each that carries its finding, then the
 * next ones.
 */
function passagesOf(steps: readonly Step[]): Scored<Passage>[] {
  return distinct(inTurns(steps.map(({ explored }) => explored?.passages ?? [])));
}

function distinct<T extends Passage>(passages: readonly T[]): T[] {
  return [...new Map(passages.map((passage) => [passage.id, passage])).values()];
}
