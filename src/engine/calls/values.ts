/**
 * Inputs and outputs of calls as text: one text for one value, whatever the order of its keys, and the same value back.
 */
import { createHash } from 'node:crypto';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Vectors in base64 (a float as decimal digits would take four times the room), and the numbers JSON has no words for.
 */
const VECTOR = '$float32';
const NUMBER = '$number';

export function encode(value: unknown, onString: (text: string) => string = (text) => text): Json {
  if (typeof value === 'string') return onString(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : { [NUMBER]: String(value) };
  if (value instanceof Float32Array)
    return { [VECTOR]: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
  if (Array.isArray(value)) return value.map((item) => encode(item, onString));
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' ? value : null;
  const kept = Object.entries(value).filter(([, item]) => item !== undefined && typeof item !== 'function');
  return Object.fromEntries(
    kept.sort(([left], [right]) => (left < right ? -1 : 1)).map(([key, item]) => [key, encode(item, onString)]),
  );
}

export function decode(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(decode);
  if (typeof json !== 'object' || json === null) return json;
  const { [VECTOR]: vector, [NUMBER]: number } = json as Record<string, unknown>;
  if (typeof vector === 'string') return new Float32Array(new Uint8Array(Buffer.from(vector, 'base64')).buffer);
  if (typeof number === 'string') return Number(number);
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, decode(item)]));
}

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40);
}
