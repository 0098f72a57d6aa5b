/**
 * Searches the corpus for passages, all queries at once; one list per query, best first. Fusing and filtering the lists
 * is the pipeline's affair.
 */
import { mapConcurrent } from '../core/concurrent.js';
import type { Passage, Scored } from '../core/data.js';
import { messageOf, WinnowError } from '../core/errors.js';
import type { Retrieval, Retriever } from '../core/ports.js';
import { endsRun, type Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';

export type PassageSearch = Omit<Retrieval, 'signal'> & { readonly query: string };

export type PassageList = readonly Scored<Passage>[];

/** A search of the embedded index takes milliseconds; a cluster is spared more than this many at once. */
const AT_ONCE = 4;

export function retrievePassages({
  retriever,
}: {
  readonly retriever: Retriever;
}): Stage<readonly PassageSearch[], PassageList[]> {
  return stage('retrieve-passages', async (searches, run) => {
    run.emit({ type: 'count', name: 'queries', value: searches.length });
    const lists = await mapConcurrent(searches, { limit: AT_ONCE, run }, (search) =>
      retrieveOne(retriever, search, run),
    );
    const failures = lists.filter((list) => list instanceof WinnowError);
    if (failures.length === searches.length && failures[0]) throw failures[0];
    const found = lists.map((list) => (list instanceof WinnowError ? [] : list));
    recordFound(found.flat(), run);
    return found;
  });
}

async function retrieveOne(
  retriever: Retriever,
  { query, ...wanted }: PassageSearch,
  run: Run,
): Promise<PassageList | WinnowError> {
  try {
    const { passages, mode, problems } = await retriever.retrieve(query, { ...wanted, signal: run.signal });
    run.emit({ type: 'query', query, hits: passages.length });
    if (mode !== wanted.mode)
      run.emit({
        type: 'fallback',
        reason: `${wanted.mode} search needs vectors, which are not there; words alone were searched`,
      });
    for (const problem of problems) run.emit({ type: 'note', text: `query ${query}: ${problem}` });
    return passages;
  } catch (error) {
    if (endsRun(error, run) || (error instanceof WinnowError && error.code === 'usage')) throw error;
    run.emit({ type: 'fallback', reason: `${retriever.name} failed for "${query}": ${messageOf(error)}` });
    return error instanceof WinnowError
      ? error
      : new WinnowError('unavailable', `${retriever.name} failed: ${messageOf(error)}`, { cause: error });
  }
}

/** The same events that reading web pages leaves, so that the funnel and the lab see one kind of run. */
function recordFound(passages: PassageList, run: Run): void {
  const distinct = [...new Map(passages.map((passage) => [passage.id, passage])).values()];
  const pages = new Map<string, { title: string; sections: number }>();
  for (const { source } of distinct)
    pages.set(source.url, { title: source.title, sections: (pages.get(source.url)?.sections ?? 0) + 1 });
  run.emit({ type: 'count', name: 'hits', value: distinct.length });
  run.emit({ type: 'count', name: 'hitsKept', value: distinct.length });
  run.emit({ type: 'found', urls: [...pages.keys()] });
  for (const [url, page] of pages) run.emit({ type: 'page', url, ...page });
  run.emit({ type: 'count', name: 'pages', value: pages.size });
}
