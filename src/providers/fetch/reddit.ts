/**
 * Knows the addresses of Reddit threads: their pages need a browser, but the same address with `.json` gives the
 * comments as data.
 */

const hosts = /^(?:(?:www|old|new|np|m|amp|sh)\.)?reddit\.com$/;
const thread = /^\/(?:r|user|u)\/[^/]+\/comments\/[a-z0-9]+(?:\/[^/]*){0,2}\/?$/i;

/**
 * The address of the thread as data, or nothing when the address is no thread. `raw_json` turns off HTML escapes in the
 * text.
 */
export function redditThread(url: string): string | undefined {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !hosts.test(parsed.hostname) || !thread.test(parsed.pathname)) return undefined;
  if (parsed.username || parsed.password || parsed.port) return undefined;
  return `https://www.reddit.com${parsed.pathname.replace(/\/+$/, '')}.json?raw_json=1`;
}
