/**
 * Politeness: who wants to ask a host waits for a turn, so that no host gets more than a few requests at a time, nor
 * one right after the other.
 */
import { setMaxListeners } from 'node:events';

export type TurnOptions = { readonly concurrency: number; readonly delayMs: number };
/** `delayMs` where a host asks for a longer pause than we keep anyway. */
export type TurnRequest = { readonly signal: AbortSignal; readonly delayMs?: number | undefined };
export type Turns = {
  /** Resolves when it is our turn, with the function that ends it. */
  take(host: string, request: TurnRequest): Promise<() => void>;
};

type QueuedRequest = { readonly start: () => void; readonly delayMs: number };
type Host = { running: number; rest: NodeJS.Timeout | undefined; readonly queue: QueuedRequest[] };

export function createTurns({ concurrency, delayMs }: TurnOptions): Turns {
  const hosts = new Map<string, Host>();

  function proceed(name: string, host: Host): void {
    if (host.running >= concurrency || host.rest) return;
    const next = host.queue.shift();
    if (!next) return void (host.running === 0 && hosts.delete(name));
    host.running += 1;
    rest(name, host, next.delayMs);
    next.start();
    proceed(name, host);
  }

  /** A pause keeps the process alive only while somebody waits for its end. */
  function rest(name: string, host: Host, forMs: number): void {
    if (forMs <= 0) return;
    const wake = () => {
      host.rest = undefined;
      proceed(name, host);
    };
    host.rest = setTimeout(wake, forMs);
    if (host.queue.length === 0) host.rest.unref();
  }

  function take(name: string, request: TurnRequest): Promise<() => void> {
    const { signal } = request;
    const host = hosts.get(name) ?? { running: 0, rest: undefined, queue: [] };
    hosts.set(name, host);
    setMaxListeners(0, signal);
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      let ended = false;
      const end = () => {
        if (ended) return;
        ended = true;
        host.running -= 1;
        proceed(name, host);
      };
      const leave = () => {
        host.queue.splice(host.queue.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve(end);
      };
      const waiting: QueuedRequest = { start, delayMs: Math.max(delayMs, request.delayMs ?? 0) };
      signal.addEventListener('abort', leave, { once: true });
      host.queue.push(waiting);
      host.rest?.ref();
      proceed(name, host);
    });
  }

  return { take };
}
