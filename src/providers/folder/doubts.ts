/**
 * What a reader of a document must know before relying on it: a part that was not read, an encoding that was guessed.
 */
import type { Document } from '../../core/data.js';

const SAID = /^(?:end of the (?:page|file)|encoding|attachment .*|sheet .*|pictures? .*)$/;

export function doubtsOf({ leftOut = [] }: Document): string[] {
  return leftOut.flatMap(({ what, why }) => (SAID.test(what) ? [`${what}: ${why}`] : []));
}
