/** One spelling per page: scheme, www, trailing slash, fragment and tracking parameters do not make another page. */
const TRACKING = /^(?:utm_|fbclid$|gclid$|mc_|ref$|ref_src$|igshid$)/i;

export function canonicalUrl(url: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return url.trim();
  }
  const kept = [...parsed.searchParams].filter(([name]) => !TRACKING.test(name)).sort(([a], [b]) => (a < b ? -1 : 1));
  const query = new URLSearchParams(kept).toString();
  const scheme = parsed.protocol === 'http:' ? 'https:' : parsed.protocol;
  return `${scheme}//${parsed.host.replace(/^www\./, '')}${parsed.pathname.replace(/\/+$/, '')}${query ? `?${query}` : ''}`;
}

/** The words of a URL's host and path: "https://x.example/old-bridge_1888" -> "x example old bridge 1888". */
export function urlWords(url: string): string {
  return decodeSafely(url.replace(/^[a-z]+:\/\//i, ''))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
