/**
 * What scripted models share: replies by prompt, a list being used up call by call and its last reply given again and
 * again; and a kind checker.
 */
import type { ChatModel, ChatModels, ChatRequest } from '../../src/core/ports.js';
import { checkPrompt } from '../../src/prompts/verify.js';
import type { ScriptedReply } from '../../src/testing/index.js';

export type Replies = Readonly<Partial<Record<string, ScriptedReply | readonly ScriptedReply[]>>>;

export function replying(script: Replies): (prompt: string, request: ChatRequest) => ScriptedReply | Promise<string> {
  const seen = new Map<string, number>();
  return (prompt, request) => {
    const at = seen.get(prompt) ?? 0;
    seen.set(prompt, at + 1);
    const replies = script[prompt];
    const reply = Array.isArray(replies)
      ? (replies[Math.min(at, replies.length - 1)] as ScriptedReply)
      : (replies as ScriptedReply | undefined);
    if (reply === undefined) throw new Error(`the script has no reply to ${prompt}`);
    return typeof reply === 'function' ? reply(request) : reply;
  };
}

const CHECK = checkPrompt.render({ claim: '', passages: [] }, () => '')[0]?.content;

/** Models that find every sentence supported, so that a script need only know what its pipeline asks. */
export function withChecks(models: ChatModels): ChatModels {
  const believing = (model: ChatModel): ChatModel => ({
    ...model,
    complete: async (request, options) => {
      const told = request.messages[0]?.content;
      if (told !== CHECK) return model.complete(request, options);
      return { text: '{"verdict": "supported"}', finish: 'stop', usage: { inputTokens: 1, outputTokens: 1 } };
    },
  });
  return Object.fromEntries(Object.entries(models).map(([role, model]) => [role, believing(model)]));
}
