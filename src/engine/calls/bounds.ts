/**
 * The wrappers of a call that leaves the process, in their one order: cache, retry, limit, breaker, timeout. State is
 * kept by provider.
 */
import type { Clock } from '../../core/clock.js';
import type { CallsConfig } from '../config/calls.js';
import { CHAT_TIMEOUT_MS } from '../config/models.js';
import { type Breaker, createBreaker } from './breaker.js';
import { withCache } from './cache.js';
import type { About, Call, PortName, Wrap } from './call.js';
import type { DiskCache } from './disk-cache.js';
import { isRateLimited, named, retryAfterOf } from './failures.js';
import { createLimiter, type Limiter } from './limit.js';
import { withRetry } from './retry.js';
import type { Secrets } from './secrets.js';
import { createPulse, isTimeout, type Pulse, withTimeout } from './timeout.js';

export type BoundsInput = {
  readonly config: CallsConfig;
  readonly clock: Clock;
  readonly random: () => number;
  readonly secrets: Secrets;
  /** Absent where replies are not kept. */
  readonly store?: DiskCache | undefined;
};

type Provider = {
  readonly name: string;
  readonly limiter: Limiter;
  readonly breaker: Breaker;
  readonly pulse: Pulse;
  fastestMs: number;
};

/** Hosts of pages come and go; models and search engines are few. */
const MOST_PROVIDERS = 2000;

/** Gives the wrapper for a part with these settings; parts of one engine share what is known of a provider. */
export function createBounds(input: BoundsInput): (settings: unknown) => Wrap {
  const providers = new Map<string, Provider>();

  function providerOf({ port, name }: About, called: unknown): Provider {
    const shown = port === 'fetch' ? hostOf((called as { url: string }).url) : name;
    const known = providers.get(`${port} ${shown}`);
    if (known) return known;
    const made = createProvider(shown, input);
    if (providers.size >= MOST_PROVIDERS) providers.delete(providers.keys().next().value as string);
    providers.set(`${port} ${shown}`, made);
    return made;
  }

  return (settings) => (call, about) => {
    const timeoutMs = timeoutOf(about.port, settings, input.config);
    const bounded: typeof call = async (called, options) => {
      const provider = providerOf(about, called);
      const pulse = about.port === 'chat' ? provider.pulse : undefined;
      const attempt = withTimeout(cleaned(call, about, input.secrets), { ...about, timeoutMs, pulse });
      const guarded = guardedBy(provider, attempt, input.clock);
      return withRetry(guarded, { ...input, settings: input.config.retry, fastestMs: () => provider.fastestMs })(
        called,
        options,
      );
    };
    const maxAgeMs = maxAgeOf(about.port, input.config);
    const called = isInProcess(settings) ? call : bounded;
    if (!input.store || maxAgeMs <= 0) return called;
    return withCache(called, { ...about, store: input.store, settings, maxAgeMs, secrets: input.secrets });
  };
}

/** A model in this process is slow, not down: its replies are kept, and nothing else is done to it. */
function isInProcess(settings: unknown): boolean {
  return typeof settings === 'object' && settings !== null && 'provider' in settings && settings.provider === 'gguf';
}

function createProvider(name: string, { config, clock }: BoundsInput): Provider {
  const limits = { ...config.limits, ...limitsOf(name, config) };
  const own = {
    concurrency: limits.concurrency ?? config.limits.concurrency,
    requestsPerMinute: limits.requestsPerMinute,
  };
  return {
    name,
    limiter: createLimiter(own, { clock, name, maxDelayMs: config.retry.maxDelayMs }),
    breaker: createBreaker(config.breaker, { clock, name }),
    pulse: createPulse(),
    fastestMs: 0,
  };
}

/** Engines are configured as "brave" and show themselves as "Brave". */
function limitsOf(name: string, { providers }: CallsConfig) {
  const wanted = name.toLowerCase();
  return Object.entries(providers).find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** Limit, then breaker: one that has waited for its turn learns at once when the provider went down meanwhile. */
function guardedBy<Input, Output>(provider: Provider, attempt: Call<Input, Output>, clock: Clock): Call<Input, Output> {
  return async (input, options) => {
    const leave = await provider.limiter.enter(options.signal);
    const startedMs = clock.monotonicMs();
    let isAnswered = false;
    try {
      const output = await provider.breaker.guard(() => attempt(input, options), options.signal);
      const ms = clock.monotonicMs() - startedMs;
      provider.fastestMs = provider.fastestMs === 0 ? ms : Math.min(provider.fastestMs, ms);
      isAnswered = true;
      return output;
    } catch (error) {
      const askedMs = isRateLimited(error) ? retryAfterOf(error) : undefined;
      // The others would only be told the same. A server that does not say for how long is sent fewer.
      if (askedMs !== undefined) provider.limiter.pause(askedMs);
      else if (isRateLimited(error) || isTimeout(error)) provider.limiter.slowDown(startedMs);
      throw error;
    } finally {
      leave(isAnswered);
    }
  };
}

function cleaned<Input, Output>(call: Call<Input, Output>, about: About, secrets: Secrets): Call<Input, Output> {
  return async (input, options) => {
    try {
      return await call(input, options);
    } catch (error) {
      throw secrets.cleaned(options.signal.aborted ? error : named(error, about));
    }
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'pages';
}

/**
 * For a language model its own time, and no other. In-process models have none; the question's deadline holds for them.
 */
function timeoutOf(port: PortName, settings: unknown, { timeoutMs }: CallsConfig): number {
  if (port === 'chat') return (settings as { timeoutMs?: number } | undefined)?.timeoutMs ?? CHAT_TIMEOUT_MS;
  return port === 'verify' || port === 'read' ? timeoutMs.rerank : timeoutMs[port];
}

const MINUTE_MS = 60_000;

/** Models say the same to the same words; the web moves on, and so does an index behind an API. */
function maxAgeOf(port: PortName, { cache }: CallsConfig): number {
  if (port === 'search') return cache.searchMinutes * MINUTE_MS;
  if (port === 'fetch') return cache.fetchMinutes * MINUTE_MS;
  return port === 'retrieve' ? 0 : Number.POSITIVE_INFINITY;
}
