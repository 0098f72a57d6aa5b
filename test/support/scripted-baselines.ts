/**
 * A scripted model for the comparators that knows which prompt it is asked, serves every role and records every call.
 */
import type { ChatModels, ChatRequest } from '../../src/core/ports.js';
import type { Prompt } from '../../src/core/prompt.js';
import * as own from '../../src/pipelines/baselines/prompts.js';
import { answerPrompt } from '../../src/prompts/answer.js';
import { passage, question, respondingModel, type ScriptedReply } from '../../src/testing/index.js';
import { isPrompt } from '../prompt-lock/lock.js';
import { replying } from './script.js';

/**
 * Replies by the prompt's name without its folder, e.g. `resp-reason`; a list is used up call by call, its last reply
 * again and again.
 */
export type Script = Readonly<Record<string, ScriptedReply | readonly ScriptedReply[]>>;

export type Call = { readonly prompt: string; readonly said: string };

const empty = {
  passages: [passage('a#0', '')],
  steps: [],
  chain: [],
  evidence: [],
  pathway: [],
  asked: [],
  subQuestion: '',
  left: 2,
};

/** System messages do not depend on the question, so they tell one prompt from another. */
const instructions = ([...Object.values(own).filter(isPrompt), answerPrompt] as Prompt<unknown, unknown>[]).flatMap(
  ({ id, render }) =>
    [true, false].flatMap((abstain) =>
      ['', undefined].map((previous) => {
        const [system] = render({ ...empty, question: question('?'), abstain, previous }, () => '');
        return { name: id.replace(/^.*\//, ''), system: system?.content };
      }),
    ),
);

function promptOf({ messages }: ChatRequest): string {
  const found = instructions.find(({ system }) => system === messages[0]?.content);
  if (!found) throw new Error(`no prompt of the comparators says: ${messages[0]?.content}`);
  return found.name;
}

export function scriptedModels(script: Script): { models: ChatModels; calls: Call[] } {
  const calls: Call[] = [];
  const reply = replying(script);
  const model = respondingModel((request) => {
    const prompt = promptOf(request);
    calls.push({ prompt, said: request.messages.map(({ content }) => content).join('\n') });
    return reply(prompt, request);
  });
  return { models: { small: model, large: model, judge: model }, calls };
}
