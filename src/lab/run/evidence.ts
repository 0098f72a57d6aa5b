/** Where gold pages get lost on their way from the search to the citation. A fold over the trace. */
import type { TraceEvent } from '../../core/trace.js';
import { distinctPages } from '../../text/metrics/pages.js';
import type { PageOf } from './gold-pages.js';

/**
 * The places in order. `retrieve-passages` and `search-web`: not found, in the corpus or on the web; `screen-hits`:
 * found and not opened; `read-pages`: opened and not readable; `select-sections` and `filter-passages`: every passage
 * of it dropped, by HiFi-RAG's section filter or by any other stage that judges passages; `cite-answer`: kept and not
 * cited.
 */
export const FILTERS = [
  'retrieve-passages',
  'search-web',
  'screen-hits',
  'read-pages',
  'select-sections',
  'filter-passages',
  'cite-answer',
] as const;
export type Filter = (typeof FILTERS)[number];

/** `golds` is the sum of `cited` and everything lost. */
export type Evidence = {
  readonly golds: number;
  readonly cited: number;
  readonly lost: Readonly<Record<Filter, number>>;
};

export type EvidenceInput = {
  readonly golds: readonly string[];
  readonly cited: readonly string[];
  readonly events: readonly TraceEvent[];
  readonly pageOf: PageOf;
};

/** `null` when the question has no gold page, or when the pipeline never searched. */
export function evidenceOf({ golds, cited, events, pageOf }: EvidenceInput): Evidence | null {
  const wanted = distinctPages(golds.map(pageOf));
  const failed = !events.some((event) => event.type === 'run-end' && event.status !== 'failed');
  if (wanted.length === 0 || !(failed || foundPages(events))) return null;
  const way = wayOf(events, pageOf);
  const lost = nothingLost();
  const named = new Set(cited.map(pageOf));
  const missing = wanted.filter((page) => !named.has(page));
  for (const page of missing) lost[lostAt(page, way)] += 1;
  return { golds: wanted.length, cited: wanted.length - missing.length, lost };
}

export function nothingLost(): Record<Filter, number> {
  return Object.fromEntries(FILTERS.map((filter) => [filter, 0])) as Record<Filter, number>;
}

/** What the searches brought, in order of rank; `undefined` when there was no search. */
export function foundPages(events: readonly TraceEvent[]): readonly string[] | undefined {
  const lists = events.flatMap((event) => (event.type === 'found' ? [event.urls] : []));
  return lists.length > 0 ? lists.flat() : undefined;
}

type Way = Readonly<Record<'found' | 'opened' | 'read', ReadonlySet<string>>> & {
  /** The first stage that searched. */
  readonly searched: Filter;
  /**
   * For every page the stages that judged its passages, in the order in which they first did anything, and whether one
   * was kept there.
   */
  readonly judged: ReadonlyMap<string, ReadonlyMap<string, boolean>>;
};

function wayOf(events: readonly TraceEvent[], pageOf: PageOf): Way {
  const [found, opened, read] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const event of events) {
    if (event.type === 'found') for (const url of event.urls) found.add(pageOf(url));
    if (event.type === 'page' || event.type === 'page-failed') opened.add(pageOf(event.url));
    if (event.type === 'page' && event.sections > 0) read.add(pageOf(event.url));
  }
  const first = events.find(({ type }) => type === 'found')?.stage;
  const searched = first === 'retrieve-passages' ? 'retrieve-passages' : 'search-web';
  return { found, opened, read, searched, judged: judgedPages(events, pageOf) };
}

function judgedPages(events: readonly TraceEvent[], pageOf: PageOf): Map<string, Map<string, boolean>> {
  const judged = new Map<string, Map<string, boolean>>();
  for (const event of events) {
    if ((event.type !== 'kept' && event.type !== 'dropped') || event.what !== 'section') continue;
    const page = pageOf(event.id.replace(/#[^#]*$/, '')); // a passage is "<document id>#<number>", a strip of it "<document id>#<number>.<number>"
    const stages = judged.get(page) ?? new Map<string, boolean>();
    stages.set(event.stage, stages.get(event.stage) === true || event.type === 'kept');
    judged.set(page, stages);
  }
  return judged;
}

/**
 * The furthest stage that judged a page decides: kept there in any round it went on, else it was lost there. A page
 * nobody judged was not lost to a filter.
 */
function lostAt(page: string, { found, opened, read, searched, judged }: Way): Filter {
  if (!found.has(page)) return searched;
  if (!opened.has(page)) return 'screen-hits';
  if (!read.has(page)) return 'read-pages';
  const [stage, kept] = [...(judged.get(page) ?? [])].at(-1) ?? [];
  if (stage === undefined || kept) return 'cite-answer';
  return stage === 'select-sections' ? 'select-sections' : 'filter-passages';
}
