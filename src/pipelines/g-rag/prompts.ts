/** G-RAG's prompts, in our own words; what each receives and returns is the paper's (appendix A). */
import type { Question } from '../../core/data.js';
import { definePrompt, FENCE_RULE, type Prompt, proseReply } from '../../core/prompt.js';
import { abstainRule, CONTRADICTION_RULE, listDatedPassages, listNotes, listPassages } from '../../prompts/answer.js';
import type { YesVars } from '../../stages/rerank-by-yes.js';
import { contextual } from '../../stages/select-sections.js';
import type { AnswerPrompt, AnswerVars } from '../../stages/write-answer.js';
import type { GRagOptions, PromptLevel } from './options.js';

export type VariantsVars = { readonly question: Question; readonly count: number };
export type VariantsPrompt = Prompt<VariantsVars, string>;

const asked = ({ question }: { readonly question: Question }) => `Question: ${question.text}`;

/** The public code asks for this form at every level, the paper does not print it (appendix A.1). */
const QUERY_LINES = 'Write each query on a line of its own that begins with "query:", and nothing else.';

function variantsPrompt(level: PromptLevel, task: (count: number) => string): VariantsPrompt {
  return definePrompt({
    id: `g-rag/variants-${level}`,
    version: 1,
    reply: proseReply,
    render: (vars) => [
      { role: 'system', content: `${task(vars.count)} ${QUERY_LINES}` },
      { role: 'user', content: asked(vars) },
    ],
  });
}

export const naiveVariantsPrompt = variantsPrompt(
  'naive',
  (count) =>
    `Rewrite the question as ${count} different search queries. Its spelling is right as it stands: keep names as they are.`,
);

export const mediumVariantsPrompt = variantsPrompt(
  'medium',
  (count) =>
    `You know how to search. Write ${count} search queries that help to answer the question. Each must bring up something that the others do not; ` +
    'never write two that are nearly the same.',
);

export const advancedVariantsPrompt = variantsPrompt(
  'advanced',
  (count) =>
    `Write ${count} search queries for the question, as different from each other as they can be while they still mean what it means: let each look at ` +
    'another side or reading of it, use other words for the same thing where that fits, make some wide and some narrow. ' +
    'The question is spelled correctly: keep names as they are.',
);

export const VARIANTS_PROMPTS: Readonly<Record<PromptLevel, VariantsPrompt>> = {
  naive: naiveVariantsPrompt,
  medium: mediumVariantsPrompt,
  advanced: advancedVariantsPrompt,
};

/** A.1.4. Without leave to be wrong the model would rather say nothing, and nothing cannot be searched for. */
export const hypotheticalPrompt = definePrompt({
  id: 'g-rag/hypothetical',
  version: 1,
  reply: proseReply,
  render: ({ question }: { question: Question }) => [
    {
      role: 'system',
      content:
        'Answer the question in one or two short sentences, as it might be answered. It need not be true; it must sound like the true answer.',
    },
    { role: 'user', content: question.text },
  ],
});

/** A.1.5 */
export const componentsPrompt = definePrompt({
  id: 'g-rag/components',
  version: 1,
  reply: proseReply,
  render: (vars: { question: Question }) => [
    {
      role: 'system',
      content:
        'You search the web every day. Take the question apart into what it is made of: a numbered list, one part a line, each with a short note of what kind of ' +
        'thing it is, e.g. "1. Oslo [city]". Keep every name as it is spelled.',
    },
    { role: 'user', content: asked(vars) },
  ],
});

/** A.1.6 */
export const rephrasePrompt = definePrompt({
  id: 'g-rag/rephrase',
  version: 1,
  reply: proseReply,
  render: ({ question, components }: { question: Question; components: string }) => [
    {
      role: 'system',
      content:
        'You search the web every day. From the question and its parts, write the question once more in full, longer and plainer, so that it says what the asker ' +
        'is really after. Keep every name as it is spelled. Reply with the question alone.',
    },
    { role: 'user', content: `${asked({ question })}\n\n${components}` },
  ],
});

/** A.1.7 */
export const classifyPrompt = definePrompt({
  id: 'g-rag/classify',
  version: 1,
  reply: proseReply,
  render: (vars: { question: Question }) => [
    {
      role: 'system',
      content:
        'Does the question ask one thing, or is it made of several questions? Reply with one word: SIMPLE for one thing, COMPOSITE for several.',
    },
    { role: 'user', content: asked(vars) },
  ],
});

/** A.1.8 */
export const subQueriesPrompt = definePrompt({
  id: 'g-rag/sub-queries',
  version: 1,
  reply: proseReply,
  render: (vars: { question: Question }) => [
    {
      role: 'system',
      content: `You search the web every day. The question is made of several; write one search query for each of them. ${QUERY_LINES}`,
    },
    { role: 'user', content: asked(vars) },
  ],
});

/** A.2.1. The public code joins the lines of the document into one. */
export const yesPrompt = definePrompt({
  id: 'g-rag/yes',
  version: 2,
  reply: proseReply,
  render: ({ question, passage }: YesVars, fence) => [
    {
      role: 'system',
      content: `You judge whether a document helps to answer a question. ${FENCE_RULE} Reply with one word, Yes or No.`,
    },
    {
      role: 'user',
      // The question first: it is the same in all calls, so that servers read it once.
      content: `${asked({ question })}\n\nDocument:\n${fence(contextual(passage).replace(/\s*\n\s*/g, ' '), 'page')}\n\nDoes the document help to answer the question? Yes or No:`,
    },
  ],
});

function answerPrompt(level: PromptLevel, task: string): AnswerPrompt {
  return definePrompt({
    id: `g-rag/answer-${level}`,
    version: 4,
    reply: proseReply,
    render: (vars: AnswerVars, fence) => [
      { role: 'system', content: `${task} ${CONTRADICTION_RULE} ${FENCE_RULE}${abstainRule(vars)}` },
      {
        role: 'user',
        content: `Documents:\n\n${listDatedPassages(vars.passages, fence)}\n\n${listNotes(vars.notes, fence)}${asked(vars)}\n\nAnswer:`,
      },
    ],
  });
}

/**
 * What the paper tells the writer, and the rule of the fences, without which no page may be shown. Only the medium
 * prompt lets it abstain (A.3.2).
 */
function paperAnswerPrompt(level: PromptLevel, task: string): AnswerPrompt {
  return definePrompt({
    id: `g-rag/paper-answer-${level}`,
    version: 2,
    reply: proseReply,
    render: (vars: AnswerVars, fence) => [
      { role: 'system', content: `${task} ${FENCE_RULE}${level === 'medium' ? abstainRule(vars) : ''}` },
      { role: 'user', content: `Documents:\n\n${listPassages(vars.passages, fence)}\n\n${asked(vars)}\n\nAnswer:` },
    ],
  });
}

/** A.3.1 to A.3.3. */
const ANSWER_TASKS: Readonly<Record<PromptLevel, string>> = {
  naive: 'You help people. Answer the question from the documents.',
  medium:
    'Find the answer to the question in the documents and take it from there: what none of them says is not part of the answer.',
  advanced:
    'Answer the question briefly, and strictly from what the documents say: bring in no knowledge of your own, and conclude nothing that they do not state.',
};

export const naiveAnswerPrompt = answerPrompt('naive', ANSWER_TASKS.naive);

export const mediumAnswerPrompt = answerPrompt('medium', ANSWER_TASKS.medium);
export const advancedAnswerPrompt = answerPrompt('advanced', ANSWER_TASKS.advanced);

export const naivePaperAnswerPrompt = paperAnswerPrompt('naive', ANSWER_TASKS.naive);
export const mediumPaperAnswerPrompt = paperAnswerPrompt('medium', ANSWER_TASKS.medium);
export const advancedPaperAnswerPrompt = paperAnswerPrompt('advanced', ANSWER_TASKS.advanced);

const ANSWER_PROMPTS: Readonly<Record<PromptLevel, AnswerPrompt>> = {
  naive: naiveAnswerPrompt,
  medium: mediumAnswerPrompt,
  advanced: advancedAnswerPrompt,
};

const PAPER_ANSWER_PROMPTS: Readonly<Record<PromptLevel, AnswerPrompt>> = {
  naive: naivePaperAnswerPrompt,
  medium: mediumPaperAnswerPrompt,
  advanced: advancedPaperAnswerPrompt,
};

export function answerPromptFor({
  answerPrompt: level,
  answerAdditions,
}: Pick<GRagOptions, 'answerPrompt' | 'answerAdditions'>): AnswerPrompt {
  return (answerAdditions ? ANSWER_PROMPTS : PAPER_ANSWER_PROMPTS)[level];
}

export type CondenseVars = { readonly question: Question; readonly text: string; readonly count: number };

/**
 * In the public code alone. It sends the instruction as the user's message and the answer as the system's; here they
 * stand the right way round.
 */
export const condensePrompt = definePrompt({
  id: 'g-rag/condense',
  version: 1,
  reply: proseReply,
  render: ({ question, text, count }: CondenseVars, fence) => [
    {
      role: 'system',
      content: `Say the same in at most ${count} words. Keep every fact that answers the question, every name and every number; add nothing. ${FENCE_RULE} Reply with the shorter text alone.`,
    },
    { role: 'user', content: `${asked({ question })}\n\nText:\n${fence(text)}` },
  ],
});
