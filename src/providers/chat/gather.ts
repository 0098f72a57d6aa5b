/** Puts a reply together from the messages of a server, piece by piece. */
import { usageError, WinnowError } from '../../core/errors.js';
import type { ChatReply, ChatRequest, TokenOdds, TokenUsage } from '../../core/ports.js';
import { comesWrapped, unwrap } from './schemas.js';
import { withoutThoughts } from './thinking.js';
import type { Piece } from './wire.js';

export type ReplyCollector = {
  readonly add: (piece: Piece) => void;
  readonly isComplete: () => boolean;
  readonly reply: () => ChatReply;
};

export type GatherOptions = {
  readonly request: ChatRequest;
  readonly wraps: boolean;
  readonly onText?: ((piece: string) => void) | undefined;
};

/** Text is passed on as it comes, unless it must be unwrapped first. */
export function gather({ request, wraps, onText }: GatherOptions): ReplyCollector {
  const wrapped = wraps && comesWrapped(request);
  const thoughts = withoutThoughts();
  let text = '';
  let finish: ChatReply['finish'] | undefined;
  let last = false;
  let usage: Partial<TokenUsage> = {};
  let firstToken: readonly TokenOdds[] | undefined;

  const say = (shown: string) => {
    text += shown;
    if (shown !== '' && !wrapped) onText?.(shown);
  };
  return {
    add: (piece) => {
      say(thoughts.add(piece.text ?? ''));
      // A refusal or a filter is the last word, whatever else the server says of the end.
      if (piece.finish && (finish === undefined || finish === 'stop')) finish = piece.finish;
      usage = { ...usage, ...piece.usage };
      firstToken ??= piece.firstToken;
      last ||= piece.last ?? false;
    },
    isComplete: () => finish !== undefined || last,
    reply: () => {
      say(thoughts.end());
      if (wrapped) text = unwrap(text);
      if (wrapped && text !== '') onText?.(text);
      return {
        text,
        finish: finish ?? 'stop',
        usage: { ...estimated(request, text), ...usage },
        ...(firstToken && !thoughts.thought() && { firstToken }),
      };
    },
  };
}

/** About four characters a token in English; used only where a server reports no usage. */
function estimated({ messages }: ChatRequest, text: string): TokenUsage {
  const tokens = (length: number) => Math.ceil(length / 4);
  return {
    inputTokens: tokens(messages.map(({ content }) => content).join('\n').length),
    outputTokens: tokens(text.length),
  };
}

/** Of the configuration, not of what a model said: asking again, or counting it as an answer, would be wrong. */
export function noCompletion(model: string): WinnowError {
  return usageError(
    `${model} did not send a chat completion. Check the provider, and that the base URL ends in the API's version, e.g. /v1.`,
  );
}

export function endedEarly(model: string): WinnowError {
  return new WinnowError(
    'unavailable',
    `${model} ended its reply before it was complete. Try again; if it happens often, look at the server.`,
  );
}
