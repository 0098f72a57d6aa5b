/**
 * Answers a call that was answered before from disk. The key is made of the port, the adapter's name and settings, and
 * the input without the run's random boundary; of the input itself nothing is kept. Only replies worth keeping are: no
 * errors, nothing cut off or empty.
 */
import { z } from 'zod';
import { parseJson } from '../../core/json.js';
import type { ChatReply } from '../../core/ports.js';
import { type About, type Call, type CallSettings, collectNotes } from './call.js';
import { currentCall } from './context.js';
import type { DiskCache } from './disk-cache.js';
import type { Secrets } from './secrets.js';
import { decode, encode, hashOf } from './values.js';

export type CacheOptions = About & {
  readonly store: DiskCache;
  /** Everything else that decides the reply: provider, address, model. */
  readonly settings: unknown;
  readonly maxAgeMs: number;
  readonly secrets: Secrets;
};

export function withCache<Input, Output>(call: Call<Input, Output>, caching: CacheOptions): Call<Input, Output> {
  const { port, store, maxAgeMs } = caching;
  return async (input, options) => {
    // Vectors of documents have a file of their own.
    if (port === 'embed' && (input as { keep?: boolean }).keep) return call(input, options);
    const key = keyOf(input, caching);
    const known = parsed(await store.get(key, maxAgeMs));
    options.signal.throwIfAborted();
    if (known) return fromCache<Output>(known, port, options);
    const notes = collectNotes(options);
    const output = await call(input, notes.options);
    const text = isWorthKeeping(port, output) ? JSON.stringify(encode({ output, notes: notes.all })) : undefined;
    if (text !== undefined && !hasPrivate(text, caching.secrets)) store.put(key, text);
    return output;
  };
}

/** Settings that change what a call costs or how long it may take, not what it answers. */
const IRRELEVANT = new Set(['price', 'timeoutMs', 'keyVariable']);

function keyOf(input: unknown, { port, name, settings }: CacheOptions): string {
  const relevant =
    typeof settings === 'object' && settings !== null
      ? Object.fromEntries(Object.entries(settings).filter(([key]) => !IRRELEVANT.has(key)))
      : settings;
  const boundary = currentCall()?.boundary;
  const text = JSON.stringify(encode({ port, name, settings: relevant, input }));
  return hashOf(boundary === undefined ? text : text.replaceAll(boundary, 'boundary'));
}

/** A file that was damaged, by a power cut say, counts as none. */
function parsed(text: string | undefined): CacheEntry | undefined {
  return kept.safeParse(text === undefined ? undefined : parseJson(text)).data;
}

const kept = z.object({ output: z.unknown(), notes: z.array(z.string()) });
type CacheEntry = z.infer<typeof kept>;

function fromCache<Output>(known: CacheEntry, port: About['port'], { onText, onNote }: CallSettings): Output {
  const output = decode(known.output) as Output;
  for (const note of known.notes) onNote?.(note);
  if (port !== 'chat') return output;
  onText?.((output as ChatReply).text);
  return { ...output, cached: true };
}

function isWorthKeeping(port: About['port'], output: unknown): boolean {
  if (port === 'chat') {
    const { finish, text } = output as ChatReply;
    return finish === 'stop' && text.trim() !== '';
  }
  if (port === 'fetch') return (output as { text: string }).text.trim() !== '';
  return !Array.isArray(output) || output.length > 0;
}

/** A reply that repeats the boundary makes no sense in another run; one that repeats a key must not be kept. */
function hasPrivate(text: string, secrets: Secrets): boolean {
  const boundary = currentCall()?.boundary;
  return (boundary !== undefined && text.includes(boundary)) || secrets.hide(text) !== text;
}
