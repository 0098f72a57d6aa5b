/** Replies of a scripted model by prompt: a list is used up call by call, its last reply again and again. */
import type { ChatRequest } from '../../src/core/ports.js';
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
