/**
 * Who may call at all. A page of another site must not reach the server through its visitor's browser (Host and Origin
 * are checked, on loopback too), and only a person at this machine needs no key.
 */
import type { Context, MiddlewareHandler } from 'hono';
import type { ServerConfig } from '../engine/config/server.js';
import { ANYONE, type Caller, LOCAL } from './callers/caller.js';
import { KEY_PREFIX, type Keys } from './callers/keys.js';
import type { Limits } from './callers/limits.js';
import type { ServerEnv } from './endpoint.js';
import { refusal } from './refusal.js';

export type GuardParts = {
  readonly config: ServerConfig;
  readonly keys: Keys;
  readonly limits: Pick<Limits, 'countRequest'>;
};

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1)$/i;
/** A proxy stands before us: whoever it speaks for is not at this machine. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via', 'cf-connecting-ip'];
/** All that needs a key where one is needed. The page and the probes stand beside it: they tell nothing of anyone. */
const API = /^\/(?:api|v1|mcp|metrics|run|evaluate)(?:\/|$)/;

export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

export function guard({ config, keys, limits }: GuardParts): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const host = hostOf(c);
    if (!isAllowedHost(host, config))
      throw refusal(421, {
        code: 'host',
        message: `This server does not answer for "${host.slice(0, 100)}". Add it to server.allowedHosts.`,
      });
    checkOrigin(c, config);
    const caller = isApiPath(c.req.path) ? await callerOf(c, config, keys) : ANYONE;
    c.set('caller', caller);
    await limits.countRequest(caller);
    await next();
  };
}

/** The name without its port. */
function hostOf(c: Context): string {
  return (c.req.header('host') ?? '').replace(/:\d+$/, '').toLowerCase();
}

/** A name that resolves to us is not ours: that is how DNS rebinding works. An address cannot be rebound. */
function isAllowedHost(host: string, { host: own, allowedHosts }: ServerConfig): boolean {
  if (LOOPBACK.test(host) || host === own.toLowerCase() || allowedHosts.some((name) => name.toLowerCase() === host))
    return true;
  return !LOOPBACK.test(own) && /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/.test(host);
}

function checkOrigin(c: Context, { allowedOrigins }: ServerConfig): void {
  const origin = c.req.header('origin');
  if (origin === undefined) {
    const site = c.req.header('sec-fetch-site');
    const isNavigation = c.req.header('sec-fetch-mode') === 'navigate' && c.req.method === 'GET';
    if (site === undefined || site === 'same-origin' || site === 'none' || (isNavigation && !isApiPath(c.req.path)))
      return;
    throw refusal(403, { code: 'origin', message: 'Pages of other sites may not call this server.' });
  }
  const isOwn = [`http://${c.req.header('host')}`, `https://${c.req.header('host')}`].includes(origin);
  if (isOwn || allowedOrigins.includes(origin)) return;
  throw refusal(403, {
    code: 'origin',
    message: `Pages of ${origin.slice(0, 100)} may not call this server. Add the site to server.allowedOrigins.`,
  });
}

const isApiPath = (path: string): boolean => API.test(path);

async function callerOf(c: Context, config: ServerConfig, keys: Keys): Promise<Caller> {
  const given = /^Bearer\s+(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1]?.trim() ?? c.req.header('x-api-key');
  const holder = given === undefined ? undefined : await keys.callerOf(given);
  if (holder) return holder;
  // Clients of the OpenAI API cannot be told to send no key: on loopback whatever they send is as good as none.
  if (isLocal(c, config) && !given?.startsWith(KEY_PREFIX)) return LOCAL;
  const message = given
    ? 'This API key is not known here. "winnow keys list" shows those there are.'
    : 'An API key is needed: send "Authorization: Bearer KEY". "winnow keys create NAME" makes one.';
  throw refusal(401, { code: 'key', message, headers: { 'www-authenticate': 'Bearer' } });
}

function isLocal(c: Context, { host, requireKey }: ServerConfig): boolean {
  return (
    !requireKey &&
    LOOPBACK.test(host) &&
    LOOPBACK.test(hostOf(c)) &&
    FORWARDED.every((name) => c.req.header(name) === undefined)
  );
}
