/** Which site an address belongs to. */

export function hostOf(url: string): string {
  return /^(?:https?:)?\/\/([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
}

/** `news.example.co.uk` and `www.example.co.uk` are the same site: the longest of the last labels that is no suffix. */
export function siteOf(host: string): string {
  const labels = host.split('.').filter((label) => label.length > 3);
  return labels.at(-1) ?? host;
}
