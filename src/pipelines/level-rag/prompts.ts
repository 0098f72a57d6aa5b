/**
 * LevelRAG's prompts, in our own words; what each receives and returns is the paper's (figures 3 to 8), with verify,
 * refine and summarise in one reply. An atomic question may hold the answer of another, and a query words of passages:
 * both are page text, and fenced.
 */
import { z } from 'zod';
import type { Passage, Question } from '../../core/data.js';
import { definePrompt, FENCE_RULE, type Fence, proseReply } from '../../core/prompt.js';
import {
  abstainRule,
  CONTRADICTION_RULE,
  listDatedPassages,
  listNotes,
  listPassages,
  yesNoRule,
} from '../../prompts/answer.js';
import type { AnswerVars } from '../../stages/write-answer.js';

const questionList = z.array(z.string());

/** Said as a word or as a truth value; anything else is not a verdict, and the model is asked again. */
const verdict = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^\s*(?:yes|no|true|false)\b[.!]?\s*$/i)
    .transform((word) => /yes|true/i.test(word)),
]);

/** A field that does not apply may be left out, null or empty; several words may come as a list, a number as one. */
const words = z.union([z.string(), z.number().transform(String)]);
const optional = z
  .union([words, z.array(words)])
  .nullish()
  .transform((text) => [text ?? ''].flat().join(' ').trim());

const ATOMIC =
  'A good sub-question is short, names what it is about and can be answered by one fact of one page. Where it needs the answer of another, write #1, #2 ... ' +
  'for it, by its place in the list. Keep every name, number and date exactly as spelled. Never ask the same thing twice.';

/** Figure 3. */
export const decomposePrompt = definePrompt({
  id: 'level-rag/decompose',
  version: 1,
  reply: questionList,
  render: ({ question, adaptive = false }: { question: Question; adaptive?: boolean }) => [
    {
      role: 'system',
      content: `You plan a search. Split the question into the sub-questions whose answers are needed. ${ATOMIC} A question that is simple already is a list of one. ${
        adaptive ? 'Reply with [] only if you know the answer for certain and nothing has to be looked up. ' : ''
      }Reply with a JSON list of strings and nothing else.`,
    },
    {
      role: 'user',
      content:
        'Question: Which of the two bridges is longer, the one in Arlen or the one its engineer was born beside?',
    },
    {
      role: 'assistant',
      content:
        '["How long is the bridge in Arlen?", "Who was the engineer of the bridge in Arlen?", "Which bridge was #2 born beside?", "How long is #3?"]',
    },
    { role: 'user', content: `Question (asked on ${question.askedAt.slice(0, 10)}): ${question.text}` },
  ],
});

/** Figure 4; an empty list is the paper's "no additional information is required". */
export const supplementPrompt = definePrompt({
  id: 'level-rag/supplement',
  version: 2,
  reply: questionList,
  render: ({ question, findings }: { question: Question; findings: readonly string[] }, fence: Fence) => [
    {
      role: 'system',
      content: `You check whether the findings suffice to answer the question. ${FENCE_RULE} If they do, reply with []. If not, reply with a JSON list of the sub-questions that are still missing and nothing else. ${ATOMIC} The findings are numbered; #1 is the answer of the first.`,
    },
    {
      role: 'user',
      content: `Question: ${question.text}\n\nFindings:\n${fence(findings.map((finding, at) => `${at + 1}. ${finding}`).join('\n') || '(none)')}\n\nThe first new sub-question is #${findings.length + 1}. Missing sub-questions, as a JSON list:`,
    },
  ],
});

export type AssessVars = {
  readonly question: Question;
  readonly atomic: string;
  readonly passages: readonly Passage[];
  readonly query: string;
};

const JUDGE = `You read search results for one question. ${FENCE_RULE} "enough" is true only if a result states the answer. Then "answer" is that answer in as few words as possible and "summary" says it in one full sentence.`;

const found = { enough: verdict, answer: optional, summary: optional };

function shown({ question, atomic, passages, query }: AssessVars, fence: Fence): string {
  return `${listPassages(passages, fence)}\n\nThe user's question: ${question.text}\nThe part of it that you look at:\n${fence(atomic)}\nQuery so far:\n${fence(query)}\n\nThe JSON object:`;
}

/** Figures 6 and 7 and the three feedback operations, in one reply. */
export const assessPrompt = definePrompt({
  id: 'level-rag/assess',
  version: 3,
  reply: z.object({ ...found, keywords: optional, add: optional, exclude: optional, emphasise: optional }),
  render: (vars: AssessVars, fence) => [
    {
      role: 'system',
      content:
        `${JUDGE} If "enough" is false, help the next keyword search: "keywords" is a better query, names in double quotes, no filler words; "add" is one further ` +
        'word or name that the right page will contain; "exclude" is one word that marks the wrong results; "emphasise" is the one word or name of the query that ' +
        'matters most. Reply with one JSON object {"enough", "answer", "summary", "keywords", "add", "exclude", "emphasise"} and nothing else.',
    },
    { role: 'user', content: shown(vars, fence) },
  ],
});

/** The dense searcher's: what is missing is a passage that might stand on the right page. */
export const imaginePrompt = definePrompt({
  id: 'level-rag/imagine',
  version: 3,
  reply: z.object({ ...found, passage: optional }),
  render: (vars: AssessVars, fence) => [
    {
      role: 'system',
      content: `${JUDGE} If "enough" is false, "passage" is two or three sentences as the right page might word them, guessed where you must, with what the results already tell. Reply with one JSON object {"enough", "answer", "summary", "passage"} and nothing else.`,
    },
    { role: 'user', content: shown(vars, fence) },
  ],
});

/** Figure 6: a summary answers the atomic question. */
export const summarisePrompt = definePrompt({
  id: 'level-rag/summarise',
  version: 3,
  reply: z.object({ answer: optional, summary: optional }),
  render: ({ atomic, passages }: { atomic: string; passages: readonly Passage[] }, fence) => [
    {
      role: 'system',
      content: `You answer one question from search results. ${FENCE_RULE} Reply with one JSON object {"answer": the answer in as few words as possible, "summary": the same in one full sentence} and nothing else; leave both empty if the results do not say.`,
    },
    { role: 'user', content: `${listPassages(passages, fence)}\n\nQuestion:\n${fence(atomic)}\n\nThe JSON object:` },
  ],
});

/** Figure 5. */
export const rewritePrompt = definePrompt({
  id: 'level-rag/rewrite',
  version: 2,
  reply: proseReply,
  render: ({ atomic }: { atomic: string }, fence) => [
    {
      role: 'system',
      content:
        'You write queries for a keyword search engine: the words that the right page will contain, rare ones first, names in double quotes, a synonym where ' +
        `pages may word it otherwise, no filler words. ${FENCE_RULE} What stands there is the question to write a query for. Reply with the query alone.`,
    },
    { role: 'user', content: fence('Who set up the lifeboat service in Arlen?') },
    { role: 'assistant', content: '"Arlen" lifeboat service founder founded' },
    { role: 'user', content: fence(atomic) },
  ],
});

/** Figure 7 as the public code asks it: the verdict is whatever holds a "yes". */
export const repoVerifyPrompt = definePrompt({
  id: 'level-rag/repo-verify',
  version: 2,
  reply: proseReply,
  render: ({ atomic, passages }: { atomic: string; passages: readonly Passage[] }, fence) => [
    {
      role: 'system',
      content: `You check whether search results hold enough to speak about a topic. ${FENCE_RULE} Reply with yes or no and nothing else.`,
    },
    { role: 'user', content: `${listPassages(passages, fence)}\n\nTopic:\n${fence(atomic)}` },
  ],
});

const REPO_ORDERS = {
  extend: 'Name one more keyword that would lead to the information.',
  filter: 'Name one keyword by which the useless results can be told.',
  emphasise: 'Name the one keyword of the query that matters most.',
} as const;

export type RepoAction = keyof typeof REPO_ORDERS;

/** The public code asks for every keyword in a call of its own. */
export const repoKeywordPrompt = definePrompt({
  id: 'level-rag/repo-keyword',
  version: 2,
  reply: proseReply,
  render: (
    { action = 'extend', passages, query, atomic }: Omit<AssessVars, 'question'> & { action?: RepoAction },
    fence,
  ) => [
    { role: 'system', content: `You improve keyword queries. ${FENCE_RULE} Reply with the keyword alone.` },
    {
      role: 'user',
      content: `${listPassages(passages, fence)}\n\n${REPO_ORDERS[action]}\nCurrent query:\n${fence(query)}\nThe information you are looking for:\n${fence(atomic)}`,
    },
  ],
});

/** Figure 8; the findings are the summaries, the passages are there to be cited. */
export const answerPrompt = definePrompt({
  id: 'level-rag/answer',
  version: 5,
  reply: proseReply,
  render: (vars: AnswerVars, fence) => [
    {
      role: 'system',
      content:
        vars.passages.length > 0
          ? `You answer questions from findings and the passages they come from; passages may be beside the point, and where the two differ the passages count. Write the answer alone, as short as the question allows. ${CONTRADICTION_RULE} ${FENCE_RULE}${abstainRule(vars)}`
          : 'Write the answer to the question alone, as short as the question allows.',
    },
    {
      role: 'user',
      content: `${listDatedPassages(vars.passages, fence)}\n\n${listNotes(vars.notes, fence)}Question (asked on ${vars.question.askedAt.slice(0, 10)}): ${vars.question.text}${yesNoRule(vars.question)}\n\nAnswer:`,
    },
  ],
});
