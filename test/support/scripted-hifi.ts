/** A scripted small and large model for HiFi-RAG that know which prompt they are asked, and record every call. */
import type { ChatModels, ChatRequest, Message } from '../../src/core/ports.js';
import type { Prompt } from '../../src/core/prompt.js';
import * as prompts from '../../src/pipelines/hifi-rag/prompts.js';
import { document, hit, question, respondingModel, type ScriptedReply } from '../../src/testing/index.js';
import { isPrompt } from '../prompt-lock/lock.js';
import { replying } from './script.js';

export type PromptName =
  | 'queries'
  | 'screen'
  | 'screen-with-reasons'
  | 'sections'
  | 'draft'
  | 'raw-question'
  | 'refine'
  | 'check'
  | 'cite';

export type Call = {
  readonly role: 'small' | 'large';
  readonly prompt: PromptName;
  readonly messages: readonly Message[];
};

export type Script = Partial<Record<PromptName, ScriptedReply | readonly ScriptedReply[]>>;

const sample = {
  question: question('?'),
  hits: [],
  passages: [],
  page: { hit: hit('https://a.example'), document: document('https://a.example', []) },
  sites: [{ n: 1, url: '', title: '', preview: '', passages: [] }],
  examples: [],
  text: '',
  draft: '',
};

/** Instructions do not depend on the question, so they tell one prompt from another. */
const instructions = (Object.values(prompts).filter(isPrompt) as Prompt<unknown, unknown>[]).flatMap(({ id, render }) =>
  [true, false].flatMap((abstain) =>
    [sample.sites, []].map((sites) => {
      const messages = render({ ...sample, sites, abstain }, () => '');
      const system = messages.find(({ role }) => role === 'system')?.content;
      return {
        name: id.replace('hifi-rag/', '') as PromptName,
        system,
        opening: (messages.at(-1)?.content ?? '').slice(0, 28),
      };
    }),
  ),
);

function promptOf({ messages }: ChatRequest): PromptName {
  const isReask = messages.at(-1)?.content.startsWith('That reply could not be used');
  const asked = isReask ? messages.slice(0, -2) : messages;
  const opening = asked.at(-1)?.content ?? '';
  const bySystemless = instructions.find((known) => known.system === undefined && opening.startsWith(known.opening));
  const system = asked.find(({ role }) => role === 'system')?.content;
  const found = bySystemless ?? instructions.find((known) => known.system !== undefined && known.system === system);
  if (!found) throw new Error(`no prompt of HiFi-RAG says: ${opening}`);
  return found.name;
}

/** A list is used up call by call, its last reply again and again. */
export function scriptedModels(script: Script): { models: ChatModels; calls: Call[] } {
  const calls: Call[] = [];
  const reply = replying(script);
  const modelFor = (role: Call['role']) =>
    respondingModel(
      (request) => {
        const prompt = promptOf(request);
        calls.push({ role, prompt, messages: request.messages });
        return reply(prompt, request);
      },
      { name: `scripted-${role}` },
    );
  return { models: { small: modelFor('small'), large: modelFor('large') }, calls };
}

/** "small screen", "large draft" ... in order. */
export function callNames(calls: readonly Call[]): string[] {
  return calls.map(({ role, prompt }) => `${role} ${prompt}`);
}

export function saidTo(calls: readonly Call[], prompt: PromptName): string {
  const texts = calls
    .filter((call) => call.prompt === prompt)
    .map(({ messages }) => messages.map(({ content }) => content).join('\n'));
  return texts.join('\n=====\n');
}
