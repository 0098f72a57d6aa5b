/** Where the page is: a path and a query, kept in the address so that reload, back and share work. */
import { useEffect, useState } from 'preact/hooks';

export type Place = { readonly path: string; readonly query: URLSearchParams };

const here = (): Place => ({ path: location.pathname, query: new URLSearchParams(location.search) });
const CHANGED = 'winnow-place';

export function go(to: string, { replace = false } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  dispatchEvent(new Event(CHANGED));
  if (!replace) scrollTo(0, 0);
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const changed = () => setPlace(here());
    addEventListener('popstate', changed);
    addEventListener(CHANGED, changed);
    return () => {
      removeEventListener('popstate', changed);
      removeEventListener(CHANGED, changed);
    };
  }, []);
  return place;
}

/** For links within the page: followed without a reload, unless a new tab is asked for. */
export function followed(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
