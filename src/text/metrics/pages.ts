/** When two names of a page mean the same page. */

/**
 * URLs without fragment and closing slash, with host in lower case; other ids as they are. "HTTP://A.org/x/#top" is
 * "http://a.org/x".
 */
export function pageKey(page: string): string {
  if (!/^https?:\/\//i.test(page) || !URL.canParse(page)) return page;
  const url = new URL(page);
  url.hash = '';
  url.pathname = url.pathname.replace(/\/$/, '');
  return url.href;
}

/** The distinct pages, in the order in which they first appear. */
export function distinctPages(pages: readonly string[]): readonly string[] {
  return [...new Set(pages.map(pageKey))];
}
