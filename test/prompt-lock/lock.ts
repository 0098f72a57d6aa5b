/** What a prompt says, as a hash, and what may not happen between two states of the lock. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fenceWith, type Prompt } from '../../src/core/prompt.js';

export type Locked = { readonly version: number; readonly sha256: string };
export type Lock = Readonly<Record<string, Locked>>;

export function isPrompt(value: unknown): value is Prompt<unknown, unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    'version' in value &&
    'reply' in value &&
    'render' in value
  );
}

/** Covers every message for each sample, and the shape of the reply that is asked for. */
export function lockOf(prompt: Prompt<unknown, unknown>, samples: readonly unknown[]): Locked {
  const messages = samples.map((vars) => prompt.render(vars, fenceWith('boundary')));
  const reply = z.toJSONSchema(prompt.reply, { io: 'input' });
  return {
    version: prompt.version,
    sha256: createHash('sha256').update(JSON.stringify({ messages, reply })).digest('hex'),
  };
}

/** Differences as sentences that say what to do; empty when the lock fits. */
export function differences(locked: Lock, current: Lock): string[] {
  const ids = [...new Set([...Object.keys(locked), ...Object.keys(current)])].sort();
  return ids.flatMap((id) => {
    const [before, now] = [locked[id], current[id]];
    if (!before) return [`${id} is new. Run ${UPDATE}`];
    if (!now) return [`${id} is gone. Run ${UPDATE}`];
    if (now.version < before.version)
      return [`${id} went back from version ${before.version} to ${now.version}. Versions only grow.`];
    if (now.version > before.version) return [`${id} is now version ${now.version}. Run ${UPDATE}`];
    return now.sha256 === before.sha256
      ? []
      : [`${id} says something else but is still version ${now.version}. Raise its version, then run ${UPDATE}`];
  });
}

/** What an update must not write: other words under an old version. */
export function forbidden(locked: Lock, current: Lock): string[] {
  return differences(locked, current).filter((difference) => /still version|went back/.test(difference));
}

export const UPDATE = 'WINNOW_UPDATE_PROMPT_LOCK=1 npx vitest run test/prompt-lock.test.ts';
