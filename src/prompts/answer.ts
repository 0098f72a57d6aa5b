/** The prompt by which pipelines answer from numbered passages, where their paper asks for nothing special. */
import type { Passage, Question } from '../core/data.js';
import { definePrompt, FENCE_RULE, type Fence, proseReply } from '../core/prompt.js';
import { type AnswerVars, NO_ANSWER } from '../stages/write-answer.js';
import { questionForm } from '../text/question.js';

/** "[1] title, headings, text", each fenced; `note` is said of each behind its number. */
export function listPassages(
  passages: readonly Passage[],
  fence: Fence,
  note: (passage: Passage) => string = () => '',
): string {
  const body = ({ source, headings, text }: Passage) =>
    [[source.title, ...headings].filter(Boolean).join(' > '), text].join('\n');
  return passages.map((passage, at) => `[${at + 1}]${note(passage)}\n${fence(body(passage), 'page')}`).join('\n\n');
}

/** The same with the date of each page, for those who write the answer: "[1] from 2024-03-25". */
export function listDatedPassages(passages: readonly Passage[], fence: Fence): string {
  return listPassages(passages, fence, ({ source }) => fromDate(source.date));
}

/** Only what is a date: it stands outside the fence. */
export function fromDate(date: string | undefined): string {
  const [day] = /^\d{4}(?:-\d{2}(?:-\d{2})?)?/.exec(date ?? '') ?? [];
  return day === undefined ? '' : ` from ${day}`;
}

/** For system messages of writers who see passages or pages. */
export const CONTRADICTION_RULE =
  'If the sources contradict what the question takes for granted, say so and say what they state instead. If they contradict each other, name both with their dates, ' +
  'and for a question about the present prefer the newer.';

/**
 * Said only where yes or no is asked for: told so with every question, a model of 1.5 billion parameters answers "Yes"
 * to "Who built it?" (27 of 30 questions of HotpotQA in HiFi-RAG, of which few ask for it).
 */
export function yesNoRule({ text }: Question): string {
  return questionForm(text) === 'yes-no' ? ' Begin the answer with yes or no.' : '';
}

/** Findings on the way come from pages too, by way of a model: they are fenced as pages are. */
export function listNotes(notes: readonly string[] | undefined, fence: Fence): string {
  return notes && notes.length > 0 ? `Findings so far:\n${fence(notes.join('\n'))}\n\n` : '';
}

/** The sentence that allows the writer to abstain, for system messages. */
export function abstainRule({ abstain, passages }: Pick<AnswerVars, 'abstain' | 'passages'>): string {
  return abstain && passages.length > 0
    ? ` Only if the passages say nothing that answers the question, reply with exactly: ${NO_ANSWER}`
    : '';
}

export const answerPrompt = definePrompt({
  id: 'shared/answer',
  version: 5,
  reply: proseReply,
  render: (vars: AnswerVars, fence) => [
    {
      role: 'system',
      content: `You answer questions from the passages you are shown and from nothing else. Write plain text, as short as the question allows, without preamble and without mention of the passages. ${CONTRADICTION_RULE} ${FENCE_RULE}${abstainRule(vars)}`,
    },
    {
      role: 'user',
      content: `${listDatedPassages(vars.passages, fence)}\n\n${listNotes(vars.notes, fence)}Question (asked on ${vars.question.askedAt.slice(0, 10)}): ${vars.question.text}${yesNoRule(vars.question)}\n\nAnswer:`,
    },
  ],
});
