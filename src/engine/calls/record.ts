/** Writes down every call of a question, or answers every call from what was written down. */
import { untilAborted } from '../../core/abort.js';
import { messageOf, usageError, WinnowError } from '../../core/errors.js';
import type { ChatReply } from '../../core/ports.js';
import { type About, type CallSettings, collectNotes, type Wrap } from './call.js';
import { type CallContext, currentCall } from './context.js';
import type { Place, Reader, RecordedError, Writer } from './recording.js';
import type { Secrets } from './secrets.js';
import { createTurns, type Turns } from './turns.js';
import { decode, encode, hashOf } from './values.js';

export function recordingCalls(writer: Writer, secrets: Secrets): Wrap {
  return (call, about) => async (input, options) => {
    const question = currentCall();
    if (!question) return call(input, options);
    const shown = encode(input, secrets.hideAll);
    const place = placeOf(about, shown, question);
    const notes = collectNotes(options);
    const written = () => ({
      ...place,
      input: shown,
      ...(notes.all.length > 0 && { notes: notes.all.map(secrets.hideAll) }),
    });
    try {
      // A call that ignores its signal would be missing from the recording.
      const output = await untilAborted(() => call(input, notes.options), options.signal);
      writer.append({ ...written(), output: encode(output, secrets.hide) });
      return output;
    } catch (error) {
      writer.append({ ...written(), error: recordedError(error, options.signal, secrets) });
      throw secrets.cleaned(error);
    }
  };
}

/**
 * Calls end in the order in which they ended when they were recorded, because what a run notes on its way depends on
 * it.
 */
export function replayedCalls(
  reader: Reader,
  { file, secrets }: { readonly file: string; readonly secrets: Secrets },
): Wrap {
  const turnsOf = new WeakMap<CallContext, Turns>();
  return <Input, Output>(_: unknown, about: About) =>
    async (input: Input, { signal, onText, onNote }: CallSettings): Promise<Output> => {
      signal.throwIfAborted();
      const shown = encode(input, secrets.hideAll);
      const question = currentCall();
      const line = question && reader.find(placeOf(about, shown, question));
      if (!question || !line) {
        const error = missingRecording(about, { input: shown, file });
        question?.fail(error);
        throw error;
      }
      const turns = turnsOf.get(question) ?? createTurns(reader.orderOf(question.run));
      turnsOf.set(question, turns);
      const isGivenUp = 'error' in line && line.error.givenUp === true;
      await turns.take(line.at, { signal, isGivenUp });
      for (const note of line.notes ?? []) onNote?.(note);
      if ('error' in line) throw replayedError(line.error);
      const output = decode(line.output) as Output;
      if (about.port === 'chat') onText?.((output as ChatReply).text);
      return output;
    };
}

/** Where the next such call of this question stands in a recording. */
function placeOf({ port, name }: About, input: unknown, { run, made }: CallContext): Place {
  const key = hashOf(JSON.stringify(input));
  const asked = `${port}\t${name}\t${key}`;
  const n = made.get(asked) ?? 0;
  made.set(asked, n + 1);
  return { run, port, name, key, n };
}

function recordedError(error: unknown, signal: AbortSignal, { hideAll }: Secrets): RecordedError {
  const isOurs = error instanceof WinnowError;
  return {
    code: isOurs ? error.code : null,
    name: error instanceof Error ? error.name : 'Error',
    message: hideAll(messageOf(error)),
    ...(error instanceof Error && 'kind' in error && { kind: String(error.kind) }),
    ...(signal.aborted && !isOurs && { givenUp: true as const }),
  };
}

function replayedError({ code, name, message, kind }: RecordedError): Error {
  const error =
    code === null ? Object.assign(new Error(message), { name }) : new WinnowError(code as WinnowError['code'], message);
  return kind === undefined ? error : Object.assign(error, { kind });
}

const SHOWN_CHARACTERS = 80;

/** No stage may fall back from this: the result would be another one, and nobody would know why. */
function missingRecording(
  { port, name }: About,
  { input, file }: { readonly input: unknown; readonly file: string },
): WinnowError {
  const said = firstWords(port, input).replace(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS);
  return usageError(
    `The recording ${file} has no ${port} call to ${name} with "${said}". It was made with other settings, documents or another version. Record it again with calls.record.`,
  );
}

/** The words that tell one call from another: the last message, the query, the address. */
function firstWords(port: About['port'], input: unknown): string {
  const { messages, query, url, texts, claim, question } = input as Record<string, unknown>;
  if (port === 'chat' && Array.isArray(messages))
    return String((messages.at(-1) as { content?: unknown })?.content ?? '');
  const words = query ?? url ?? claim ?? question ?? (Array.isArray(texts) ? texts[0] : undefined);
  return typeof words === 'string' ? words : JSON.stringify(input);
}
