/**
 * One request to a model server and its reply, whole or streamed. A server may answer the other way than it was asked;
 * both are read.
 */
import { WinnowError } from '../../core/errors.js';
import { parseJson } from '../../core/json.js';
import type { ChatReply, ChatRequest, CompleteOptions } from '../../core/ports.js';
import type { HttpRequest } from '../http.js';
import { type Failure, failureOf } from './failures.js';
import { endedEarly, gather, noCompletion, type ReplyCollector } from './gather.js';
import { readEvents } from './sse.js';
import type { RemoteChatOptions, Wire } from './wire.js';

export type Exchange = {
  readonly options: RemoteChatOptions;
  readonly wire: Wire;
  readonly request: ChatRequest;
  readonly call: CompleteOptions;
  readonly body: Readonly<Record<string, unknown>>;
  readonly streaming: boolean;
};

/** Anything but success comes back as it is: whether to ask in another way is not decided here. */
export type Outcome = { readonly reply: ChatReply } | { readonly failure: Failure };

/** No reply is longer: a server that sends more is broken. */
const MOST_BYTES = 32 * 1024 * 1024;
const MOST_BYTES_OF_AN_ERROR = 64 * 1024;

export function exchange(asked: Exchange): Promise<Outcome> {
  return asked.streaming ? streamed(asked) : whole(asked);
}

function sent({ options, wire, body, call, streaming }: Exchange): HttpRequest {
  return {
    purpose: 'model',
    method: 'POST',
    url: wire.url(streaming),
    headers: { 'content-type': 'application/json', ...wire.headers },
    body: JSON.stringify(body),
    timeoutMs: options.timeoutMs,
    maxBytes: MOST_BYTES,
    signal: call.signal,
  };
}

async function whole(asked: Exchange): Promise<Outcome> {
  const { status, headers, bytes } = await asked.options.http.request(sent(asked));
  const body = new TextDecoder().decode(bytes);
  if (status !== 200) return { failure: { status, headers, body } };
  return readWhole(asked, body);
}

async function readWhole(asked: Exchange, body: string): Promise<Outcome> {
  if (/^\s*(?:data|event)?:/.test(body)) return readStream(asked, [new TextEncoder().encode(body)], () => undefined);
  const message = parseJson(body);
  const failure = errorIn(message);
  if (failure) return { failure };
  const gathering = collectorFor(asked);
  const piece = asked.wire.read(message);
  if (!piece) throw noCompletion(asked.options.model);
  gathering.add(piece);
  return { reply: gathering.reply() };
}

async function streamed(asked: Exchange): Promise<Outcome> {
  const silence = watchSilence(asked);
  try {
    const { status, headers, body } = await asked.options.http.stream({ ...sent(asked), signal: silence.signal });
    const type = headers['content-type'] ?? '';
    if (status !== 200) return { failure: { status, headers, body: await textOf(body, MOST_BYTES_OF_AN_ERROR) } };
    if (/json|html/.test(type)) return await readWhole(asked, await textOf(body, MOST_BYTES));
    return await readStream(asked, body, silence.broken);
  } finally {
    silence.stop();
  }
}

type Bytes = AsyncIterable<Uint8Array> | readonly Uint8Array[];

async function readStream(asked: Exchange, bytes: Bytes, broken: () => void): Promise<Outcome> {
  const gathering = collectorFor(asked);
  let understood = 0;
  try {
    for await (const { data } of readEvents(asAsync(bytes))) {
      const message = parseJson(data);
      const failure = errorIn(message);
      if (failure) return { failure };
      const piece = data.trim() === '[DONE]' ? { last: true } : asked.wire.read(message);
      if (!piece) continue;
      broken();
      asked.call.onAlive?.();
      understood += 1;
      gathering.add(piece);
      if (piece.last) break;
    }
  } catch (error) {
    // A connection that breaks after the model has said that it is done takes nothing away.
    if (asked.call.signal.aborted || !gathering.isComplete()) throw error;
  }
  if (understood === 0) throw noCompletion(asked.options.model);
  if (!gathering.isComplete()) throw endedEarly(asked.options.model);
  return { reply: gathering.reply() };
}

function collectorFor({ request, wire, call }: Exchange): ReplyCollector {
  return gather({ request, wraps: wire.wraps, onText: call.onText });
}

/** {"error": {...}} in place of a reply, or in the midst of one. Where it names no HTTP status, its type tells. */
function errorIn(message: unknown): Failure | undefined {
  const found = typeof message === 'object' && message !== null ? (message as { error?: unknown }).error : undefined;
  if (found === undefined || found === null) return undefined;
  const { code, status, type } = (typeof found === 'object' ? found : {}) as Readonly<Record<string, unknown>>;
  const numeric = [code, status].map(Number).find((value) => value >= 400 && value < 600);
  const named = `${code} ${status} ${type}`;
  const byName = /rate_limit|RESOURCE_EXHAUSTED/i.test(named)
    ? 429
    : /authentication|permission/i.test(named)
      ? 401
      : 500;
  return { status: numeric ?? byName, body: JSON.stringify({ error: found }) };
}

async function textOf(body: AsyncIterable<Uint8Array>, mostBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, size] = ['', 0];
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    size += bytes.length;
    if (size >= mostBytes) break;
  }
  return text;
}

async function* asAsync(bytes: Bytes): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

/** Comments and pings keep a connection open for ever; only a message that says something counts. */
function watchSilence({ call: { signal }, options: { timeoutMs, model } }: Exchange) {
  const controller = new AbortController();
  const late = () =>
    controller.abort(
      new WinnowError(
        'unavailable',
        `${model} fell silent for ${timeoutMs} ms in the middle of a call. Try again, or raise its timeoutMs.`,
      ),
    );
  let timer = setTimeout(late, timeoutMs);
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    broken: () => {
      clearTimeout(timer);
      timer = setTimeout(late, timeoutMs);
    },
    stop: () => clearTimeout(timer),
  };
}

export function thrown(failure: Failure, { model, key, keyVariable }: RemoteChatOptions): WinnowError {
  return failureOf(failure, { model, ...(key && { key }), ...(keyVariable && { keyVariable }) });
}
