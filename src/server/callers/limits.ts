/**
 * What a key may use: requests within any minute, things done at the same time, and money within a day (UTC), which is
 * kept on disk so that a restart does not forget it.
 */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { type Clock, systemClock } from '../../core/clock.js';
import { parseJson } from '../../core/json.js';
import { makeFolder } from '../../core/write-files.js';
import { refusal } from '../refusal.js';
import type { Caller } from './caller.js';

export type Limits = {
  /** Counts a request; throws a 429 where the minute's are used up. */
  readonly countRequest: (caller: Caller) => Promise<void>;
  /** Takes one of the places a key has at the same time and gives how to leave it; throws a 429 where all are taken. */
  readonly occupy: (caller: Caller, retryAfterSeconds: number) => Promise<() => void>;
  /**
   * Sets money aside for a run and gives its limit; throws a 429 where the day's is used up. Nothing for a caller
   * without a limit.
   */
  readonly reserve: (caller: Caller, wantedUsd: number | undefined) => Promise<Reservation>;
};

export type Reservation = { readonly maxCostUsd: number | undefined; readonly settle: (spentUsd: number) => void };

const spentSchema = z.object({ day: z.string(), usd: z.record(z.string(), z.number()) });

/** Of the day's money, for one run that names no limit: some must be left for the next ones. */
export const SHARE_OF_DAY = 0.1;

export function createLimits(file: string, clock: Clock = systemClock): Limits {
  const requests = new Map<string, number[]>();
  const places = new Map<string, number>();
  const reserved = new Map<string, number>();
  let spent = readSpent(file);
  const today = () => {
    const day = clock.now().slice(0, 10);
    if (spent.day !== day) spent = { day, usd: {} };
    return spent.usd;
  };
  return {
    countRequest: async ({ id, limits: { requestsPerMinute } }) => {
      if (requestsPerMinute === undefined) return;
      const nowMs = clock.monotonicMs();
      const recent = (requests.get(id) ?? []).filter((atMs) => nowMs - atMs < 60_000);
      if (recent.length >= requestsPerMinute) {
        const seconds = Math.ceil((60_000 - (nowMs - (recent[0] as number))) / 1000);
        throw tooMany(`This key may send ${requestsPerMinute} requests a minute.`, seconds);
      }
      requests.set(id, [...recent, nowMs]);
    },
    occupy: async ({ id, limits: { concurrency } }, retryAfterSeconds) => {
      if (concurrency === undefined) return () => undefined;
      const taken = places.get(id) ?? 0;
      if (taken >= concurrency) throw allTaken(concurrency, retryAfterSeconds);
      places.set(id, taken + 1);
      return () => void places.set(id, (places.get(id) ?? 1) - 1);
    },
    reserve: async ({ id, limits: { usdPerDay } }, wantedUsd) => {
      if (usdPerDay === undefined) return { maxCostUsd: wantedUsd, settle: () => undefined };
      const free = usdPerDay - (today()[id] ?? 0) - (reserved.get(id) ?? 0);
      if (free <= 0)
        throw tooMany(`This key may spend $${usdPerDay} a day, which are spent or set aside.`, secondsLeft(clock));
      const maxCostUsd = Math.min(free, wantedUsd ?? usdPerDay * SHARE_OF_DAY);
      reserved.set(id, (reserved.get(id) ?? 0) + maxCostUsd);
      return {
        maxCostUsd,
        settle: (spentUsd) => {
          reserved.set(id, (reserved.get(id) ?? 0) - maxCostUsd);
          const usd = today();
          usd[id] = (usd[id] ?? 0) + spentUsd;
          if (spentUsd > 0) writeSpent(file, spent);
        },
      };
    },
  };
}

export function secondsLeft(clock: Clock): number {
  return Math.ceil((86_400_000 - (Date.parse(clock.now()) % 86_400_000)) / 1000);
}

export function allTaken(concurrency: number, retryAfterSeconds: number) {
  const message = `This key may do ${concurrency} things at the same time. Wait until one is done.`;
  return refusal(429, { code: 'busy', message, headers: { 'retry-after': `${retryAfterSeconds}` } });
}

export function tooMany(message: string, seconds: number) {
  return refusal(429, { code: 'limit', message, headers: { 'retry-after': `${Math.max(1, seconds)}` } });
}

function readSpent(file: string): z.infer<typeof spentSchema> {
  try {
    return spentSchema.parse(parseJson(readFileSync(file, 'utf8')));
  } catch {
    return { day: '', usd: {} };
  }
}

function writeSpent(file: string, spent: z.infer<typeof spentSchema>): void {
  makeFolder(dirname(file));
  writeFileSync(`${file}.tmp`, JSON.stringify(spent), { mode: 0o600 });
  renameSync(`${file}.tmp`, file);
}
