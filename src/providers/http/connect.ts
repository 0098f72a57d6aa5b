/**
 * Opens sockets. A name is resolved once, every address is checked, and the socket goes to a checked address; TLS still
 * sees the name.
 */
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { WinnowError } from '../../core/errors.js';
import { unreadError } from '../../core/unread.js';
import type { Guard } from './guard.js';

export type ResolvedAddress = { readonly address: string; readonly family: number };
export type Lookup = (hostname: string) => Promise<readonly ResolvedAddress[]>;

export const resolveWithSystem: Lookup = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

export type ConnectorOptions = {
  readonly lookup: Lookup;
  readonly connectTimeoutMs: number;
  /** Ends all connections, also those still being made. */
  readonly closed: AbortSignal;
  /** Missing for the operator's own servers, whose addresses are not checked. */
  readonly guard?: Guard | undefined;
};

/**
 * One address must not use up the whole connect timeout when a host has several. Node's own 250 ms gives up on far
 * hosts.
 */
const attemptTimeoutMs = 1500;

/** `build` is undici's; it is handed in because undici is loaded with the first request alone. */
export function guardedConnector(build: typeof buildConnector, options: ConnectorOptions): buildConnector.connector {
  return (target, callback) => {
    checkedAddresses(target, options).then(
      (addresses) => build(socketOptions(addresses, options))(target, callback),
      (error: Error) => callback(error, null),
    );
  };
}

function socketOptions(addresses: readonly ResolvedAddress[], { connectTimeoutMs, closed }: ConnectorOptions) {
  return {
    timeout: connectTimeoutMs,
    autoSelectFamilyAttemptTimeout: attemptTimeoutMs,
    lookup: pinnedLookup(addresses),
    maxCachedSessions: 0,
    signal: closed,
  };
}

/** Answers Node's own look-up with what was checked, so there is no second question whose answer could differ. */
function pinnedLookup(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    if (all) callback(null, [...addresses]);
    else callback(null, addresses[0]!.address, addresses[0]!.family);
  };
}

async function checkedAddresses(
  target: buildConnector.Options,
  options: ConnectorOptions,
): Promise<readonly ResolvedAddress[]> {
  const host = target.hostname.replace(/^\[|\]$/g, '');
  const shown = `${target.protocol}//${target.host ?? host}`;
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80);
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await resolveInTime(host, options);
  if (addresses.length === 0)
    throw new WinnowError('unavailable', `No address was found for ${host}. Check the spelling of the name.`);
  for (const { address } of addresses) options.guard?.assertPublic(address, { port, shown });
  return addresses;
}

async function resolveInTime(
  host: string,
  { lookup, connectTimeoutMs }: ConnectorOptions,
): Promise<readonly ResolvedAddress[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const error = unreadError(
      'timeout',
      `The name ${host} was not resolved within ${connectTimeoutMs} ms. Check the network and try again.`,
    );
    timer = setTimeout(() => reject(error), connectTimeoutMs);
  });
  return Promise.race([lookup(host), late]).finally(() => clearTimeout(timer));
}
