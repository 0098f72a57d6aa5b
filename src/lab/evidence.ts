/** Where gold pages get lost on their way from the search to the citation. A fold over the trace. */
import type { TraceEvent } from '../core/trace.js';
import { distinctPages } from '../text/metrics/pages.js';
import type { PageOf } from './gold-pages.js';

/** The filters in order. `screen-hits`: found and not opened; `read-pages`: opened and not readable; `cite-answer`: chosen and not cited. */
export const FILTERS = ['search-web', 'screen-hits', 'read-pages', 'select-sections', 'cite-answer'] as const;
export type Filter = (typeof FILTERS)[number];

/** `golds` is the sum of `cited` and everything lost. */
export type Evidence = { readonly golds: number; readonly cited: number; readonly lost: Readonly<Record<Filter, number>> };

export type Travelled = {
  readonly golds: readonly string[];
  readonly cited: readonly string[];
  readonly events: readonly TraceEvent[];
  readonly pageOf: PageOf;
};

/** `null` when the question has no gold page, or when the pipeline never searched. */
export function evidenceOf({ golds, cited, events, pageOf }: Travelled): Evidence | null {
  const wanted = distinctPages(golds.map(pageOf));
  const failed = !events.some((event) => event.type === 'run-end' && event.status !== 'failed');
  if (wanted.length === 0 || !(failed || foundPages(events))) return null;
  const way = wayOf(events, pageOf);
  const lost: Record<Filter, number> = { 'search-web': 0, 'screen-hits': 0, 'read-pages': 0, 'select-sections': 0, 'cite-answer': 0 };
  const named = new Set(cited.map(pageOf));
  const missing = wanted.filter((page) => !named.has(page));
  for (const page of missing) lost[lostAt(page, way)] += 1;
  return { golds: wanted.length, cited: wanted.length - missing.length, lost };
}

/** What the searches brought, in order of rank; `undefined` when there was no search. */
export function foundPages(events: readonly TraceEvent[]): readonly string[] | undefined {
  const lists = events.flatMap((event) => (event.type === 'found' ? [event.urls] : []));
  return lists.length > 0 ? lists.flat() : undefined;
}

type Way = Readonly<Record<'found' | 'opened' | 'read' | 'judged' | 'kept', ReadonlySet<string>>>;

function wayOf(events: readonly TraceEvent[], pageOf: PageOf): Way {
  const way = {
    found: new Set<string>(),
    opened: new Set<string>(),
    read: new Set<string>(),
    judged: new Set<string>(),
    kept: new Set<string>(),
  };
  for (const event of events) {
    if (event.type === 'found') for (const url of event.urls) way.found.add(pageOf(url));
    if (event.type === 'page' || event.type === 'page-failed') way.opened.add(pageOf(event.url));
    if (event.type === 'page' && event.sections > 0) way.read.add(pageOf(event.url));
    if ((event.type !== 'kept' && event.type !== 'dropped') || event.what !== 'section') continue;
    const page = pageOf(event.id.replace(/#\d+$/, '')); // a passage is "<document id>#<number>"
    way.judged.add(page);
    if (event.type === 'kept') way.kept.add(page);
  }
  return way;
}

/** A page whose sections nobody judged was not lost to the section filter. */
function lostAt(page: string, { found, opened, read, judged, kept }: Way): Filter {
  if (!found.has(page)) return 'search-web';
  if (!opened.has(page)) return 'screen-hits';
  if (!read.has(page)) return 'read-pages';
  return judged.has(page) && !kept.has(page) ? 'select-sections' : 'cite-answer';
}
