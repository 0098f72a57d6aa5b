/** Reads response bodies: decompresses them, counts what comes out, and stops in time. */
import { pipeline, Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { UnreadKind } from '../../core/data.js';
import { unreadError } from '../../core/unread.js';

type Bytes = AsyncIterable<Uint8Array>;

export const acceptedEncodings = 'gzip, deflate, br';

/** A page of text shrinks 3 to 10 times, a log file perhaps 50; a bomb 1,000 times and more. */
const mostExpansion = 100;
/** Below this size no ratio is looked at: a short page of blanks is harmless. */
const ratioCountsFrom = 1024 * 1024;
/** What packing may add to data that does not shrink; more than that is padding that never comes to an end. */
const mostOverhead = { share: 0.01, bytes: 65_536 };
/** Servers use one coding; a chain of them is a bomb in layers. */
const mostCodings = 2;

/**
 * The body as the server meant it, in small pieces. Throws on a decompression bomb, and on more packed bytes than
 * `maxBytes` could need.
 */
export function decodeBody(
  body: Bytes,
  contentEncoding: string | undefined,
  maxBytes = Number.POSITIVE_INFINITY,
): Bytes {
  const codings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim());
  const applied = codings.filter((coding) => coding !== '' && coding !== 'identity');
  if (applied.length === 0) return body;
  if (applied.length > mostCodings) throw unreadable(`is compressed ${applied.length} times over`);
  const seen = { encoded: 0, most: maxBytes * (1 + mostOverhead.share) + mostOverhead.bytes };
  const decoded = applied.reduceRight<Bytes>(decompress, counted(body, seen));
  return withoutBomb(decoded, seen);
}

/** Reads up to `maxBytes`; `truncated` says that there was more. */
export async function readUpTo(body: Bytes, maxBytes: number): Promise<{ bytes: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    const kept = chunk.subarray(0, maxBytes - size);
    chunks.push(kept);
    size += kept.length;
    if (kept.length < chunk.length) return { bytes: joined(chunks, size), truncated: true };
  }
  return { bytes: joined(chunks, size), truncated: false };
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

async function* counted(body: Bytes, seen: { encoded: number; readonly most: number }): Bytes {
  for await (const chunk of body) {
    seen.encoded += chunk.length;
    if (seen.encoded > seen.most) throw unreadable('is larger than allowed even before it is unpacked', 'too-large');
    yield chunk;
  }
}

async function* withoutBomb(body: Bytes, seen: { readonly encoded: number }): Bytes {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > ratioCountsFrom && size > seen.encoded * mostExpansion)
      throw unreadable(`grew more than ${mostExpansion} times when unpacked`, 'too-large');
    yield chunk;
  }
}

/** An empty body (HEAD, 204) stays empty. */
async function* decompress(body: Bytes, coding: string): Bytes {
  const source = body[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done) return;
  const decoder = createDecoder(coding, first.value);
  pipeline(Readable.from(rejoined(first.value, source), { objectMode: false }), decoder, () => {});
  yield* decoder as Bytes;
}

async function* rejoined(first: Uint8Array, rest: AsyncIterator<Uint8Array>): Bytes {
  try {
    yield first;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function createDecoder(coding: string, first: Uint8Array) {
  if (coding === 'gzip' || coding === 'x-gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  // "deflate" is zlib by RFC 9110 8.4.1.2, but some servers send it raw; the low bits of a zlib header are 8.
  if (coding === 'deflate') return (first[0]! & 0x0f) === 8 ? createInflate() : createInflateRaw();
  throw unreadable(`is compressed as "${coding.slice(0, 20)}", which is not known here`);
}

function unreadable(what: string, kind: UnreadKind = 'unreadable'): Error {
  return unreadError(kind, `The reply ${what}; it was not read. Try another source.`);
}
