/**
 * robots.txt of every host that is asked, read once a day (RFC 9309, 2.4). The switch to ignore it is the operator's.
 */
import { untilAborted } from '../../../core/abort.js';
import type { Clock } from '../../../core/clock.js';
import type { UnreadKind } from '../../../core/data.js';
import { messageOf, WinnowError } from '../../../core/errors.js';
import { unreadError, unreadKindOf } from '../../../core/unread.js';
import type { HttpClient } from '../../http.js';
import type { DiskStore } from '../cache/store.js';
import { EVERYTHING, isAllowed, NOTHING, type RobotsRules, rulesFor } from './rules.js';

export type RobotsOptions = {
  readonly http: HttpClient;
  readonly clock: Clock;
  /** The name files may address, and the full User-Agent. */
  readonly product: string;
  readonly userAgent: string;
  readonly store?: DiskStore | undefined;
};

export type Robots = {
  /** Throws where the site does not want the address read by programs. */
  assertAllowed(url: URL, signal: AbortSignal): Promise<void>;
  /** The pause a site asks for, as far as its file was read. */
  crawlDelayMs(url: URL): number | undefined;
};

const dayMs = 24 * 60 * 60 * 1000;
/** A site whose file cannot be had is off limits (2.3.1.4), but may recover soon. */
const unreachableMs = 10 * 60 * 1000;
/** The least a crawler must read (2.5). */
const mostBytes = 500 * 1024;
const mostHosts = 2000;
const timeoutMs = 5000;
/**
 * Sites that ask for longer pauses than that do not want to be read in a hurry; the page's time limit would end first.
 */
const longestDelayMs = 10_000;

type KnownRobots = { readonly rules: RobotsRules; readonly untilMs: number; readonly no?: No };
/** Why the file could not be read. */
type No = { readonly kind: UnreadKind; readonly reason: string };

export function createRobots(options: RobotsOptions): Robots {
  const { clock, product } = options;
  const known = new Map<string, KnownRobots>();
  const asking = new Map<string, Promise<KnownRobots>>();
  const nowMs = () => Date.parse(clock.now());

  async function knownFor(origin: string, signal: AbortSignal): Promise<KnownRobots> {
    const remembered = known.get(origin);
    if (remembered && remembered.untilMs > nowMs()) return remembered;
    const running = asking.get(origin) ?? readFile(origin, options).finally(() => asking.delete(origin));
    asking.set(origin, running);
    // Where nobody waits any more its failure is nobody's; without this it would end the process.
    running.catch(() => undefined);
    const found = await untilAborted(() => running, signal);
    known.delete(origin);
    known.set(origin, found);
    if (known.size > mostHosts) known.delete(known.keys().next().value as string);
    return found;
  }

  return {
    assertAllowed: async (url, signal) => {
      const { rules, no } = await knownFor(url.origin, signal);
      if (isAllowed(rules, `${url.pathname}${url.search}`)) return;
      const { kind, reason } = no ?? { kind: 'robots', reason: `its robots.txt asks ${product} to stay away` };
      const advice = 'Use another page, or set fetch.robots to false if the site allows you.';
      // Final: the file is not asked for again for a while, so trying the page again at once would be in vain.
      throw Object.assign(unreadError(kind, `${url.origin}${url.pathname} was not read: ${reason}. ${advice}`), {
        final: true,
      });
    },
    crawlDelayMs: ({ origin }) => {
      const delay = known.get(origin)?.rules.crawlDelayMs;
      return delay === undefined ? undefined : Math.min(delay, longestDelayMs);
    },
  };
}

/** A file read by an earlier process counts too. */
async function readFile(
  origin: string,
  { http, clock, product, userAgent, store }: RobotsOptions,
): Promise<KnownRobots> {
  const nowMs = Date.parse(clock.now());
  const key = `robots ${origin}`;
  const stored = await store?.read(key);
  if (stored && stored.meta.storedAtMs + dayMs > nowMs && stored.meta.storedAtMs <= nowMs)
    return { rules: rulesFor(textOf(stored.bytes), product), untilMs: stored.meta.storedAtMs + dayMs };
  try {
    const response = await http.request({
      url: `${origin}/robots.txt`,
      headers: { 'user-agent': userAgent },
      maxBytes: mostBytes,
      timeoutMs,
    });
    const { status } = response;
    if (status >= 500 || status === 429)
      return unreachable(nowMs, {
        kind: 'robots',
        reason: `its robots.txt answered with status ${status}, which counts as a no`,
      });
    const bytes = status >= 200 && status < 300 ? response.bytes : new Uint8Array();
    await store?.write(key, { url: `${origin}/robots.txt`, storedAtMs: nowMs, headers: {} }, bytes);
    return { rules: bytes.length > 0 ? rulesFor(textOf(bytes), product) : EVERYTHING, untilMs: nowMs + dayMs };
  } catch (error) {
    // An address that must not be asked at all is refused as such, not as a matter of robots.
    if (error instanceof WinnowError && error.code === 'blocked') throw error;
    return unreachable(nowMs, {
      kind: unreadKindOf(error),
      reason: `its robots.txt could not be read. ${messageOf(error)}`,
    });
  }
}

function unreachable(nowMs: number, no: No): KnownRobots {
  return { rules: NOTHING, untilMs: nowMs + unreachableMs, no };
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
