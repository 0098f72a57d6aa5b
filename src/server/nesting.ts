/**
 * Refuses bodies of JSON that are nested deeper than any of ours: a megabyte of brackets takes the parser most of a
 * second, in which nobody else is served.
 */
import type { MiddlewareHandler } from 'hono';
import { refusal } from './refusal.js';

const DEEPEST = 100;
/** Shorter ones are parsed at once, however deep. */
const SMALL_BYTES = 16 * 1024;

export function refuseNested(): MiddlewareHandler {
  return async (c, next) => {
    const isSmall = Number(c.req.header('content-length') ?? Number.POSITIVE_INFINITY) <= SMALL_BYTES;
    if (c.req.raw.body !== null && !isSmall && /\bjson\b/i.test(c.req.header('content-type') ?? '')) {
      if (isNestedDeeper(new Uint8Array(await c.req.raw.clone().arrayBuffer()), DEEPEST))
        throw refusal(400, { code: 'usage', message: `The body is nested deeper than ${DEEPEST} levels.` });
    }
    await next();
  };
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** One pass over the bytes; brackets in texts do not count. */
export function isNestedDeeper(json: Uint8Array, most: number): boolean {
  let [depth, isText] = [0, false];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (isText && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isText = !isText;
    else if (isText) continue;
    else if (OPENING.has(byte)) {
      depth += 1;
      if (depth > most) return true;
    } else if (CLOSING.has(byte)) depth -= 1;
  }
  return false;
}
