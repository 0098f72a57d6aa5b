/** What the adapters of the providers say about their API; remote.ts does the rest. */
import type { ChatModel, ChatReply, ChatRequest, Message, Price, TokenOdds, TokenUsage } from '../../core/ports.js';
import type { HttpClient } from '../http.js';

export type RemoteChatOptions = {
  readonly http: HttpClient;
  readonly baseUrl: string;
  readonly model: string;
  readonly key?: string;
  /** Where the key came from, for messages. */
  readonly keyVariable?: string;
  readonly format: ChatModel['format'];
  readonly price?: Price;
  readonly contextTokens?: number;
  /** For the whole call; when the reply is streamed, for each silence. */
  readonly timeoutMs: number;
  readonly temperature?: number;
  /** Goes into the body of every request as it is: {"reasoning_effort": "low"}. */
  readonly extra?: Readonly<Record<string, unknown>>;
};

/** Parts of a request that some servers refuse, and that a reply can be had without. */
export type Parameter = 'temperature' | 'logprobs' | 'limit' | 'stream-usage';

export type BodyOptions = {
  readonly temperature: number;
  readonly streaming: boolean;
  /** What this server has refused before. */
  readonly without: ReadonlySet<Parameter>;
};

/** What one message of the server adds to the reply; a reply that is not streamed is one message. */
export type Piece = {
  readonly text?: string;
  readonly finish?: ChatReply['finish'];
  readonly usage?: Partial<TokenUsage>;
  readonly firstToken?: readonly TokenOdds[];
  /** Nothing comes after it. */
  readonly last?: boolean;
};

export type Wire = {
  readonly url: (streaming: boolean) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: (request: ChatRequest, asking: BodyOptions) => Readonly<Record<string, unknown>>;
  /** `undefined` for what is no message of this API. */
  readonly read: (message: unknown) => Piece | undefined;
  /** How a refusal names each parameter that the API has. */
  readonly refusals: Readonly<Partial<Record<Parameter, RegExp>>>;
  /** How a refusal names the reply format. */
  readonly refusesFormat: RegExp;
  /** A schema for anything but an object is wrapped into one by `body`. */
  readonly wraps: boolean;
  /** Replies that may be so long that the provider wants them streamed. */
  readonly mustStream?: (request: ChatRequest) => boolean;
};

/** Providers that want instructions apart from the conversation. A conversation must not be empty. */
export function apart(messages: readonly Message[]): { readonly system: string; readonly turns: readonly Message[] } {
  const said = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const turns = messages.filter(({ role }) => role !== 'system');
  if (turns.length > 0) return { system: said.join('\n\n'), turns };
  return { system: '', turns: [{ role: 'user', content: said.join('\n\n') }] };
}

/** As many alternatives for a token as any of the APIs gives. */
export const MOST_LOGPROBS = 20;
