/**
 * Says which addresses may be asked at all. Pure: it parses and checks, it resolves nothing and connects to nothing.
 */
import ipaddr from 'ipaddr.js';
import { usageError, WinnowError } from '../../core/errors.js';

/**
 * What a request is for. `model` and `search` go to servers the operator configured, and may reach private ones named
 * as such; pages may not.
 */
export type Purpose = 'page' | 'search' | 'model';

export type Target = {
  readonly url: URL;
  /** `hostname:port`, the port always written out. */
  readonly authority: string;
  /** The operator named exactly this host and port as a server of their own: private addresses are fine. */
  readonly trusted: boolean;
};

export type Guard = {
  target(url: URL, purpose: Purpose): Target;
  /** Throws unless the address is public. */
  assertPublic(address: string, at: { port: number; shown: string }): void;
};

export type GuardOptions = {
  readonly allowPrivateHosts?: readonly string[];
  readonly treatAsPublic?: readonly string[];
};

const webPorts: ReadonlySet<number> = new Set([80, 443, 8080, 8443]);

/**
 * Suffixes for names inside a network: RFC 6761 (localhost), 6762 (local), 8375 (home.arpa), ICANN's internal, and what
 * routers and clusters use.
 */
const innerSuffixes = 'localhost local internal home.arpa localdomain lan home corp intranet private svc'.split(' ');

/**
 * Cloud metadata services with a name in public DNS; names without a dot ("metadata", "instance-data") are refused
 * anyway.
 */
const metadataNames: ReadonlySet<string> = new Set([
  'metadata.goog',
  'metadata.google.com',
  'metadata.tencentyun.com',
  'metadata.packet.net',
]);

/** Such a service at an address that is public by its number. */
const metadataAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

export function createGuard({ allowPrivateHosts = [], treatAsPublic = [] }: GuardOptions): Guard {
  const trustedAuthorities = new Set(allowPrivateHosts.map(readAuthority));
  const publicForTests = new Set(treatAsPublic);
  const testPorts = treatAsPublic.map((entry) => Number(entry.slice(entry.lastIndexOf(':') + 1)));

  const assertPublic: Guard['assertPublic'] = (address, { port, shown }) => {
    const kind = addressKind(address);
    if (kind === 'public' || publicForTests.has(`${address}:${port}`)) return;
    throw refused(shown, `it leads to ${address}, which is not a public address (${kind})`);
  };

  const target: Guard['target'] = (url, purpose) => {
    const authority = authorityOf(url);
    const shown = describeUrl(url);
    if (purpose !== 'page' && trustedAuthorities.has(authority)) return { url, authority, trusted: true };
    const port = portOf(url);
    if (!webPorts.has(port) && !testPorts.includes(port))
      throw refused(shown, `port ${port} is not one web pages are served on`);
    const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '');
    if (ipaddr.isValid(host)) assertPublic(host, { port, shown });
    else assertPublicName(host, shown);
    return { url, authority, trusted: false };
  };

  return { target, assertPublic };
}

/** Reads an address as written by a user, a page or a redirect; `base` is the page a redirect came from. */
export function readUrl(written: string, base?: string): URL {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f-\u009f\\]/.test(written))
    throw refused('an address', 'it holds a backslash or a control character');
  // The error of `new URL` carries the whole address, query and all, so it is not kept as the cause.
  const url = URL.canParse(written, base) ? new URL(written, base) : undefined;
  if (!url) throw refused('an address', 'it is not a complete web address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused(`an address with ${url.protocol}`, 'only http and https are read');
  const writtenAuthority = /^(?:[a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(written.trim())?.[1] ?? '';
  if (url.username || url.password || writtenAuthority.includes('@'))
    throw refused(describeUrl(url), 'it carries a user name or password');
  return url;
}

/** Origin and path: what may be shown. Queries and user names can hold secrets. */
export function describeUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

export function authorityOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`;
}

function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

/** 'public', or the name of the range that makes it not so. */
function addressKind(address: string): string {
  if (!ipaddr.isValid(address)) return 'not an address';
  const parsed = ipaddr.parse(address);
  if (metadataAddresses.has(parsed.toNormalizedString())) return 'metadata service of a cloud';
  const range = parsed.range();
  if (range !== 'unicast') return range;
  // Only 2000::/3 is given out as global unicast (RFC 4291, IANA registry); this also refuses ::/96, IPv4-compatible.
  if (parsed.kind() === 'ipv6' && (parsed.toByteArray()[0]! & 0xe0) !== 0x20) return 'reserved';
  return parsed.kind() === 'ipv6' && isTunnel(parsed.toByteArray()) ? 'isatap' : 'public';
}

/**
 * ISATAP (RFC 5214): an interface identifier 0:5efe or 200:5efe under any prefix carries an IPv4 address, which a
 * router of the site would reach.
 */
function isTunnel(bytes: readonly number[]): boolean {
  return (bytes[8]! & 0xfc) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}

function assertPublicName(host: string, shown: string): void {
  const name = host.toLowerCase();
  const inner =
    !name.includes('.') || metadataNames.has(name) || innerSuffixes.some((suffix) => name.endsWith(`.${suffix}`));
  if (inner) throw refused(shown, 'its name belongs to a private network');
}

function readAuthority(entry: string): string {
  const url = URL.canParse(`http://${entry}`) ? new URL(`http://${entry}`) : undefined;
  if (
    !url ||
    !/:\d+$/.test(entry) ||
    url.pathname !== '/' ||
    url.username !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw usageError(
      `An allowed private host must be written as host:port, for example localhost:11434; this one is not: ${entry}`,
    );
  }
  return authorityOf(url);
}

function refused(shown: string, reason: string): WinnowError {
  return new WinnowError(
    'blocked',
    `Refused to open ${shown}: ${reason}. Give a public http or https address, save the page and add it as a file, or, if it is your own model or search server, list its host:port among the allowed private hosts.`,
  );
}
