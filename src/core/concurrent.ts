/** Maps with at most `limit` at a time, in order; the first failure or the run's end stops the rest from starting. */
import type { Run } from './run.js';

export async function mapConcurrent<In, Out>(
  items: readonly In[],
  { limit, run }: { readonly limit: number; readonly run: Run },
  work: (item: In, index: number) => Promise<Out>,
): Promise<Out[]> {
  const results = new Array<Out>(items.length);
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const index = next++;
      run.signal.throwIfAborted();
      try {
        results[index] = await work(items[index] as In, index);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  return results;
}
