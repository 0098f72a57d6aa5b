/** The prompt by which pipelines answer from numbered passages, where their paper asks for nothing special. */
import type { Passage } from '../core/data.js';
import { definePrompt, FENCE_RULE, type Fence, proseReply } from '../core/prompt.js';
import { type AnswerVars, NO_ANSWER } from '../stages/write-answer.js';

/** "[1] title, headings, text", each fenced. */
export function listPassages(passages: readonly Passage[], fence: Fence): string {
  const body = ({ source, headings, text }: Passage) => [[source.title, ...headings].filter(Boolean).join(' > '), text].join('\n');
  return passages.map((passage, at) => `[${at + 1}]\n${fence(body(passage))}`).join('\n\n');
}

/** Findings on the way come from pages too, by way of a model: they are fenced as pages are. */
export function listNotes(notes: readonly string[] | undefined, fence: Fence): string {
  return notes && notes.length > 0 ? `Findings so far:\n${fence(notes.join('\n'))}\n\n` : '';
}

/** The sentence that allows the writer to abstain, for system messages. */
export function abstainRule({ abstain, passages }: Pick<AnswerVars, 'abstain' | 'passages'>): string {
  return abstain && passages.length > 0 ? ` If the passages do not hold the answer, reply with exactly: ${NO_ANSWER}` : '';
}

export const answerPrompt = definePrompt({
  id: 'shared/answer',
  version: 1,
  reply: proseReply,
  render: (vars: AnswerVars, fence) => [
    {
      role: 'system',
      content: `You answer questions from the passages you are shown and from nothing else. Write plain text, as short as the question allows, without preamble and without mention of the passages. ${FENCE_RULE}${abstainRule(vars)}`,
    },
    {
      role: 'user',
      content: `${listPassages(vars.passages, fence)}\n\n${listNotes(vars.notes, fence)}Question (asked on ${vars.question.askedAt.slice(0, 10)}): ${vars.question.text}`,
    },
  ],
});
