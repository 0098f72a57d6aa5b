/**
 * Grades an answer by a model: relevance -1 to 2 and faithfulness -1 to 1, as the LiveRAG challenge scores them, in two
 * calls that know nothing of each other. A reply that cannot be read is counted and is no score; a model that does not
 * answer at all is an error.
 */
import { ask } from '../core/ask.js';
import type { Passage, Question } from '../core/data.js';
import { WinnowError } from '../core/errors.js';
import type { ChatModels } from '../core/ports.js';
import type { Prompt } from '../core/prompt.js';
import { endsRun, type Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';

export type JudgeVars = {
  readonly question: Question;
  readonly text: string;
  /** Answers that are known to be right, if any. */
  readonly golds: readonly string[];
  readonly passages: readonly Passage[];
};
export type JudgeReply = { readonly reason: string; readonly score: number };
export type JudgePrompts = Readonly<Record<'relevance' | 'faithfulness', Prompt<JudgeVars, JudgeReply>>>;

export type JudgeScore = { readonly score: number; readonly reason: string };
/** `null`: there was a reply, and it could not be read. */
export type Judgement = {
  readonly relevance: JudgeScore | null;
  readonly faithfulness: JudgeScore | null;
  readonly unreadable: number;
};

/** Only so much of an answer is judged (LiveRAG's rule). */
const MOST_WORDS = 300;

export function judgeAnswer({
  models,
  prompts,
}: {
  models: ChatModels;
  prompts: JudgePrompts;
}): Stage<JudgeVars, Judgement> {
  return stage('judge-answer', async (given, run) => {
    const vars = { ...given, text: firstWords(given.text) };
    const relevance = await grade(models, { prompt: prompts.relevance, vars }, run);
    const faithfulness =
      given.passages.length === 0 ? WITHOUT_SOURCE : await grade(models, { prompt: prompts.faithfulness, vars }, run);
    return {
      relevance,
      faithfulness,
      unreadable: [relevance, faithfulness].filter((grading) => grading === null).length,
    };
  });
}

/** By the scale's own words; nobody needs to be asked. */
const WITHOUT_SOURCE: JudgeScore = { score: -1, reason: 'the answer cites nothing' };

/** White space within what is kept stays as it is. */
function firstWords(text: string): string {
  const cut = [...text.matchAll(/\S+/g)][MOST_WORDS];
  return cut ? text.slice(0, cut.index).trimEnd() : text;
}

type JudgePrompt = { readonly prompt: Prompt<JudgeVars, JudgeReply>; readonly vars: JudgeVars };

async function grade(models: ChatModels, asked: JudgePrompt, run: Run): Promise<JudgeScore | null> {
  try {
    return await ask({ models, role: 'judge', ...asked }, run);
  } catch (error) {
    if (endsRun(error, run) || !(error instanceof WinnowError) || error.code !== 'unreadable') throw error;
    return null;
  }
}
