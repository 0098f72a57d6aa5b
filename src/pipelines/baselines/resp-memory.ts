/**
 * ReSP's two minds: the reasoner, which asks on or says that the memories suffice, and the summariser, which fills
 * them.
 */
import { askOr } from '../../core/ask.js';
import type { Passage, Question } from '../../core/data.js';
import type { Parts } from '../../core/parts.js';
import { type Stage, stage } from '../../core/stage.js';
import { shortAnswer } from '../../stages/short-answer.js';
import { decompose, fillIn, referencesIn } from '../../text/decompose.js';
import { reasonPrompt, summaryPrompt } from './prompts.js';
import { bestSentences } from './sentences.js';

/** Of one round: what helps the main question (global evidence) and what answers the sub-question (local pathway). */
export type Memory = { readonly subQuestion: string; readonly evidence: string; readonly answer: string };

type ReasonInput = { readonly question: Question; readonly memory: readonly Memory[] };
export type ReasonReply = { readonly answerable: boolean; readonly question: string };

/**
 * The first question is the main one: with empty memories there is nothing to reason on. Without a model the plan is
 * made by rules.
 */
export function askNext({ models }: Pick<Parts, 'models'>): Stage<ReasonInput, ReasonReply> {
  return stage('reason', async ({ question, memory }, run) => {
    if (models.small && memory.length === 0) return { answerable: false, question: question.text };
    const vars = {
      question,
      evidence: memory.map(({ evidence }) => evidence).filter(Boolean),
      pathway: memory.flatMap(({ subQuestion, answer }) => (answer ? [`${subQuestion} ${answer}`] : [])),
      asked: memory.map(({ subQuestion }) => subQuestion),
    };
    return (await askOr({ models, role: 'small', prompt: reasonPrompt, vars }, () => askByRules(question, memory), run))
      .value;
  });
}

/**
 * The next atomic question, with the answers found so far in place of "#1", "#2"; it is done when all were asked. What
 * was asked besides, the main question or a model's sub-question, answers none of them. There is no next question where
 * an answer that it needs was not found.
 */
export function askByRules({ text }: Question, memory: readonly Memory[]): ReasonReply {
  const answers: string[] = [];
  for (const step of decompose(text)) {
    const question = fillIn(step, (number) => answers[number - 1] || undefined);
    const asked = memory.find(({ subQuestion }) => subQuestion === question);
    if (!asked) return { answerable: false, question: isWaiting(step, answers) ? '' : question };
    answers.push(asked.answer);
  }
  return { answerable: true, question: '' };
}

function isWaiting(step: string, answers: readonly string[]): boolean {
  return referencesIn(step).some((number) => !answers[number - 1]);
}

type SummariseInput = {
  readonly question: Question;
  readonly subQuestion: string;
  readonly passages: readonly Passage[];
};

/** Without a model our reader answers the sub-question, and the best sentence is the evidence. */
export function summarise({ models, local }: Pick<Parts, 'models' | 'local'>): Stage<SummariseInput, Memory> {
  return stage('summarise', async (vars, run) => {
    const { question, subQuestion, passages } = vars;
    const byRules = async () => {
      const [best] = await bestSentences({ question: question.text, passages }, local, run);
      const read = await shortAnswer({ question: subQuestion, passages }, local, run);
      return { evidence: best?.text ?? '', answer: read?.text ?? '' };
    };
    const { value } = await askOr({ models, role: 'small', prompt: summaryPrompt, vars }, byRules, run);
    return { subQuestion, ...value };
  });
}
