/**
 * API keys in one file, by their hashes: who reads the file cannot call with them. Made and revoked by `winnow keys`.
 */

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemClock } from '../../core/clock.js';
import { usageError, type WinnowError } from '../../core/errors.js';
import { parseJson } from '../../core/json.js';
import { makeFolder } from '../../core/write-files.js';
import type { Caller, CallerLimits } from './caller.js';

export const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** SHA-256: the secret is random and long, so that a slow hash would add nothing. */
  hash: z.string(),
  createdAt: z.string(),
  isAdmin: z.boolean(),
  limits: z.object({
    requestsPerMinute: z.number().optional(),
    concurrency: z.number().optional(),
    usdPerDay: z.number().optional(),
  }),
});

export type StoredKey = z.infer<typeof keySchema>;

export const KEY_PREFIX = 'wn_';

export const keysFile = (dataDirectory: string): string => join(dataDirectory, 'keys.json');

function readKeys(file: string): StoredKey[] {
  if (!existsSync(file)) return [];
  const parsed = z.array(keySchema).safeParse(parseJson(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw usageError(`The file of API keys ${file} cannot be read. Repair it, or remove it and make new keys.`);
}

export type NewKey = { readonly name: string; readonly isAdmin: boolean; readonly limits: CallerLimits };

/** A new key, and what is kept of it. */
export function makeKey({ name, isAdmin, limits }: NewKey): { readonly key: string; readonly stored: StoredKey } {
  const id = randomBytes(4).toString('hex');
  const key = `${KEY_PREFIX}${id}_${randomBytes(32).toString('base64url')}`;
  return { key, stored: { id, name, hash: hashOf(key), createdAt: systemClock.now(), isAdmin, limits: { ...limits } } };
}

export const noSuchKey = (id: string): WinnowError =>
  usageError(`There is no API key ${id}. "winnow keys list" shows those there are.`);

export const callerWith = ({ id, isAdmin, limits }: StoredKey): Caller => ({ id, isAdmin, limits });

function revokeKey(file: string, id: string): StoredKey {
  const keys = readKeys(file);
  const revoked = keys.find((key) => key.id === id || key.name === id);
  if (!revoked) throw noSuchKey(id);
  writeKeys(
    file,
    keys.filter((key) => key !== revoked),
  );
  return revoked;
}

function writeKeys(file: string, keys: readonly StoredKey[]): void {
  makeFolder(dirname(file));
  writeFileSync(`${file}.tmp`, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}

export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export type Keys = {
  readonly callerOf: (key: string) => Promise<Caller | undefined>;
  readonly isEmpty: () => Promise<boolean>;
  readonly list: () => Promise<readonly StoredKey[]>;
  /** The key itself is returned here and never again. */
  readonly create: (key: NewKey) => Promise<{ readonly key: string; readonly id: string }>;
  /** By its id or name. */
  readonly revoke: (id: string) => Promise<StoredKey>;
};

/** The file is read again when it changes: a revoked key is refused at once. */
export function openKeys(file: string): Keys {
  let [keys, readMs]: [StoredKey[], number | undefined] = [[], undefined];
  const current = () => {
    const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (changedMs !== readMs) [keys, readMs] = [readKeys(file), changedMs];
    return keys;
  };
  return {
    isEmpty: async () => current().length === 0,
    list: async () => current(),
    create: async (wanted) => {
      const { key, stored } = makeKey(wanted);
      writeKeys(file, [...readKeys(file), stored]);
      return { key, id: stored.id };
    },
    revoke: async (id) => revokeKey(file, id),
    callerOf: async (key) => {
      const hash = Buffer.from(hashOf(key));
      const found = current().find(
        (stored) => stored.hash.length === hash.length && timingSafeEqual(Buffer.from(stored.hash), hash),
      );
      return found && callerWith(found);
    },
  };
}
