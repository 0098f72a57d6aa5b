/**
 * The words in which the conformance suite of chat models is written: how a server acts, what it understood, what is
 * asked of it.
 */
import assert from 'node:assert/strict';
import type { WinnowError } from '../../core/errors.js';
import type { ChatModel, ChatReply, ChatRequest, TokenOdds } from '../../core/ports.js';

/** How the server meets one request. */
export type ServerAct =
  | {
      readonly type: 'reply';
      readonly pieces: readonly string[];
      readonly finish?: ChatReply['finish'];
      readonly odds?: readonly TokenOdds[];
      /**
       * One byte at a time, so that every character of more than one byte is split; or with comments and CR LF between
       * the events.
       */
      readonly delivery?: 'bytes' | 'comments';
      /** A whole JSON reply where a stream was asked for. */
      readonly unstreamed?: boolean;
      /** The token limit went into thoughts. */
      readonly onlyThoughts?: boolean;
    }
  | {
      readonly type: 'status';
      readonly status: number;
      readonly said: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly type: 'refuses'; readonly what: 'temperature' | 'logprobs' | 'format' }
  /** Begins to speak, then: an error object, the end of the connection, or comments for ever. */
  | { readonly type: 'breaks'; readonly after: string; readonly how: 'error' | 'end' | 'silence' }
  | { readonly type: 'raw'; readonly body: string; readonly contentType: string };

/** A request as the server understood it. */
export type UnderstoodRequest = {
  readonly system: string;
  readonly turns: readonly { readonly role: 'user' | 'assistant'; readonly content: string }[];
  readonly temperature: number | undefined;
  readonly maxTokens: number | undefined;
  readonly topLogprobs: number | undefined;
  readonly format: 'text' | 'json' | 'schema';
  readonly streaming: boolean;
  readonly key: string | undefined;
};

export type ConformanceHarness = {
  /** What the API has. */
  readonly has: {
    readonly logprobs: boolean;
    readonly jsonMode: boolean;
    readonly finishes: readonly ChatReply['finish'][];
  };
  /**
   * A server that acts so, request by request, and a model that asks it with the key KEY and falls silent after
   * `timeoutMs`.
   */
  readonly start: (
    acts: readonly ServerAct[],
    options: { readonly timeoutMs: number },
  ) => Promise<{
    readonly model: ChatModel;
    readonly requests: readonly UnderstoodRequest[];
    readonly close: () => Promise<void>;
  }>;
};

export type ConformanceCase = { readonly name: string; readonly run: () => Promise<void> };

export const KEY = 'sk-conformance-0123456789';
/** What the server reports for every reply. */
export const USAGE = { inputTokens: 21, outputTokens: 8 };

export const signal: AbortSignal = new AbortController().signal;
export const messages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Say hello.' },
  { role: 'assistant', content: 'Hello.' },
  { role: 'user', content: 'Again, in Greek: \u03b3\u03b5\u03b9\u03ac?' },
] as const;
export const plain: ChatRequest = { messages, format: { type: 'text' } };
export const list: ChatRequest = {
  messages,
  format: { type: 'schema', schema: { type: 'array', items: { type: 'string' } } },
};
export const spoken = ['\u0393\u03b5\u03b9\u03ac ', '\u03c3\u03bf\u03c5 ', '\ud83d\udc4b\ud83c\udffd', '!'];

export type StartedServer = Awaited<ReturnType<ConformanceHarness['start']>>;

export type Scene = (
  name: string,
  acts: readonly ServerAct[],
  check: (started: StartedServer) => Promise<void>,
  timeoutMs?: number,
) => ConformanceCase;

export const reply = (...pieces: string[]): ServerAct => ({ type: 'reply', pieces });

export function safe(error: WinnowError): boolean {
  assert.ok(!error.message.includes(KEY), 'the message holds the key');
  return true;
}
