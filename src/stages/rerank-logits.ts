/**
 * What the reranker says of texts. A reranker behind an API may fail: that is a fallback, and the stage goes on as if
 * there were none.
 */
import { messageOf } from '../core/errors.js';
import type { LocalModels } from '../core/ports.js';
import { endsRun, type Run } from '../core/run.js';

/** Nothing where there is no reranker, no text, or no answer. */
export async function rerankLogits(
  { query, texts }: { readonly query: string; readonly texts: readonly string[] },
  { reranker }: Pick<LocalModels, 'reranker'>,
  run: Run,
): Promise<readonly number[] | undefined> {
  if (!reranker || texts.length === 0) return undefined;
  try {
    return await reranker.score(query, texts, { signal: run.signal });
  } catch (error) {
    if (endsRun(error, run)) throw error;
    run.emit({ type: 'fallback', reason: `the reranker ${reranker.name} failed: ${messageOf(error)}` });
    return undefined;
  }
}
