/** A scripted small and large model for G-RAG that know which prompt they are asked, and record every call. */
import type { ChatModels, ChatRequest, Message } from '../../src/core/ports.js';
import type { Prompt } from '../../src/core/prompt.js';
import * as prompts from '../../src/pipelines/g-rag/prompts.js';
import { passage, question, respondingModel, type ScriptedReply } from '../../src/testing/index.js';
import { isPrompt } from '../prompt-lock/lock.js';

export type Call = { readonly role: 'small' | 'large'; readonly prompt: string; readonly messages: readonly Message[] };

/** Replies by the name of the prompt without `g-rag/`. */
export type Script = Readonly<Record<string, ScriptedReply>>;

const sample = {
  question: question('?'),
  passages: [passage('a#0', '')],
  passage: passage('a#0', ''),
  text: '',
  components: '',
  count: 8,
};

/** Instructions do not depend on the question, so they tell one prompt from another. */
const instructions = (Object.values(prompts).filter(isPrompt) as Prompt<unknown, unknown>[]).flatMap(({ id, render }) =>
  [8, 300].flatMap((count) =>
    [true, false].map((abstain) => ({
      name: id.replace('g-rag/', ''),
      system: render({ ...sample, count, abstain }, () => '')[0]?.content,
    })),
  ),
);

function promptOf({ messages }: ChatRequest): string {
  const found = instructions.find(({ system }) => system === messages[0]?.content);
  if (!found) throw new Error(`no prompt of G-RAG says: ${messages[0]?.content}`);
  return found.name;
}

export function scriptedModels(script: Script): { models: ChatModels; calls: Call[] } {
  const calls: Call[] = [];
  const modelFor = (role: Call['role']) =>
    respondingModel(
      (request) => {
        const prompt = promptOf(request);
        calls.push({ role, prompt, messages: request.messages });
        const reply = script[prompt];
        if (reply === undefined) throw new Error(`the script has no reply to ${prompt}`);
        return typeof reply === 'function' ? reply(request) : reply;
      },
      { name: `scripted-${role}` },
    );
  return { models: { small: modelFor('small'), large: modelFor('large') }, calls };
}
