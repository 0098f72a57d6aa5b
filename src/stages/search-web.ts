/** Searches all queries at once and merges their results by rank, round-robin, each page once. */
import { mapConcurrent } from '../core/concurrent.js';
import type { Hit } from '../core/data.js';
import { messageOf, WinnowError } from '../core/errors.js';
import type { SearchEngine } from '../core/ports.js';
import { endsRun, type Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';
import { canonicalUrl } from '../text/urls.js';

export type SearchParts = { readonly engine: SearchEngine; readonly hitsPerQuery: number };

export function searchWeb(parts: SearchParts): Stage<readonly string[], Hit[]> {
  return stage('search-web', async (queries, run) => {
    run.emit({ type: 'count', name: 'queries', value: queries.length });
    const onNote = notifyOnce((reason) => run.emit({ type: 'fallback', reason }));
    const lists = await mapConcurrent(queries, { limit: 4, run }, (query) =>
      searchOne(query, { ...parts, onNote }, run),
    );
    const failures = lists.filter((list) => list instanceof WinnowError);
    if (failures.length === queries.length && failures[0]) throw failures[0];
    const hits = mergeByRank(lists.filter((list): list is Hit[] => !(list instanceof WinnowError)));
    run.emit({ type: 'count', name: 'hits', value: hits.length });
    run.emit({ type: 'found', urls: hits.map(({ url }) => url) });
    return hits;
  });
}

type SearchContext = SearchParts & { readonly onNote: (note: string) => void };

async function searchOne(
  query: string,
  { engine, hitsPerQuery, onNote }: SearchContext,
  run: Run,
): Promise<Hit[] | WinnowError> {
  try {
    const hits = await engine.search(query, { limit: hitsPerQuery, signal: run.signal, onNote });
    run.emit({ type: 'query', query, hits: hits.length });
    return [...hits];
  } catch (error) {
    if (endsRun(error, run)) throw error;
    run.emit({ type: 'fallback', reason: `${engine.name} failed for "${query}": ${messageOf(error)}` });
    return error instanceof WinnowError
      ? error
      : new WinnowError('unavailable', `${engine.name} failed: ${messageOf(error)}`, { cause: error });
  }
}

/** What holds for every query is said once. */
function notifyOnce(say: (note: string) => void): (note: string) => void {
  const said = new Set<string>();
  return (note) => {
    if (said.has(note)) return;
    said.add(note);
    say(note);
  };
}

/** First of each list, second of each list, and so on; a page found again keeps its first place. */
export function mergeByRank(lists: readonly (readonly Hit[])[]): Hit[] {
  const merged = new Map<string, Hit>();
  const longest = Math.max(0, ...lists.map((list) => list.length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const list of lists) {
      const hit = list[rank];
      if (hit) merged.set(canonicalUrl(hit.url), withPlaces(merged.get(canonicalUrl(hit.url)) ?? hit, hit));
    }
  }
  return [...merged.values()];
}

function withPlaces(hit: Hit, again: Hit): Hit {
  return again === hit || !again.places ? hit : { ...hit, places: [...(hit.places ?? []), ...again.places] };
}
