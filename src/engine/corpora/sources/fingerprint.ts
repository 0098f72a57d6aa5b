/** A short hash by which unchanged content is known again. */
import { createHash } from 'node:crypto';

/** 128 bits: no two contents of a corpus will ever share one by chance. */
const DIGITS = 32;

export function fingerprint(...parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex').slice(0, DIGITS);
}
