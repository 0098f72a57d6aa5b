/**
 * What all search engines are built from. A key comes in as a value; which variable holds it is the engine's
 * configuration's business.
 */
import type { HttpClient } from '../http.js';

export type TimeRange = 'day' | 'week' | 'month' | 'year';

export type SearchFilters = {
  readonly timeRange?: TimeRange | undefined;
  /** Hosts; results of their subdomains count too. Empty for all. */
  readonly sites: readonly string[];
  /** BCP 47: "de", "pt-BR". */
  readonly language?: string | undefined;
  /** ISO 3166-1, two letters: "CH". */
  readonly region?: string | undefined;
};

export type FilterName = 'timeRange' | 'language' | 'region';

export type RemoteSearchOptions = {
  readonly http: HttpClient;
  readonly filters: SearchFilters;
  readonly timeoutMs: number;
  /** Who asks; Wikimedia turns away programs that do not say so. */
  readonly userAgent: string;
  /** The public service where left out. */
  readonly baseUrl?: string | undefined;
};

export type KeyedSearchOptions = RemoteSearchOptions & { readonly key: string };

/** A result as an engine sends it, before it is cleaned. */
export type RawHit = {
  readonly url: string;
  readonly title?: string | null | undefined;
  readonly snippet?: string | null | undefined;
  readonly date?: string | null | undefined;
};
