/** The site filter: as `site:` in a query, where an engine understands it, and over the results, where it does not. */

export function withSites(query: string, sites: readonly string[]): string {
  if (sites.length === 0) return query;
  const parts = sites.map((site) => `site:${site}`).join(' OR ');
  return sites.length === 1 ? `${query} ${parts}` : `${query} (${parts})`;
}

/**
 * "docs.example.org" is in "example.org"; "notexample.org" is not. An address without a host, a file's, is in no site.
 */
export function inSites(url: string, sites: readonly string[]): boolean {
  if (sites.length === 0) return true;
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase() : '';
  return sites.some((site) => host === site.toLowerCase() || host.endsWith(`.${site.toLowerCase()}`));
}
