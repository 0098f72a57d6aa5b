/**
 * The two filters before any judging: by TF-IDF (section 3, "Initial Filtering"; off unless asked for) and of
 * repetitions (Algorithm 1, lines 4 to 10).
 */
import type { Passage } from '../../core/data.js';
import type { LocalModels } from '../../core/ports.js';
import { type Stage, stage } from '../../core/stage.js';
import { contextual } from '../../stages/select-sections.js';
import { countTerms, lexicalPool } from '../../text/lexical.js';
import { byVectors, byWords, distinct } from '../../text/redundancy.js';
import { terms } from '../../text/terms.js';
import { vectorsOf } from './chunks.js';

export type FilterInput<T extends Passage> = { readonly query: string; readonly chunks: readonly T[] };

/** Drops chunks whose TF-IDF vector is less like the query's than asked for; the first stays if all would go. */
export function filterByTfIdf<T extends Passage>({
  atLeast,
}: {
  readonly atLeast: number;
}): Stage<FilterInput<T>, T[]> {
  return stage('filter-by-tf-idf', async ({ query, chunks }, run) => {
    const similarities = tfIdf(query, chunks.map(contextual));
    const kept = chunks.filter((_, at) => (similarities[at] as number) >= atLeast);
    if (kept.length === 0 && chunks.length > 0) {
      run.emit({
        type: 'fallback',
        reason: `no chunk is like the query by TF-IDF (${atLeast}); the first one is kept`,
      });
      kept.push(chunks[0] as T);
    }
    const ids = new Set(kept.map(({ id }) => id));
    chunks.forEach(({ id }, at) => {
      if (ids.has(id)) return;
      run.emit({
        type: 'dropped',
        what: 'section',
        id,
        reason: `TF-IDF ${(similarities[at] as number).toFixed(2)} below ${atLeast}`,
      });
    });
    return kept;
  });
}

/**
 * Cosine of TF-IDF vectors, with the rarity that terms have among these texts; words of the query that no text has do
 * not count.
 */
export function tfIdf(query: string, texts: readonly string[]): number[] {
  const { rarity } = lexicalPool(texts);
  const bags = texts.map((text) => countTerms(terms(text)));
  const known = new Set(bags.flatMap((bag) => [...bag.keys()]));
  const weighted = (bag: ReadonlyMap<string, number>) =>
    new Map(
      Array.from(bag, ([term, count]) => [term, known.has(term) ? (1 + Math.log(count)) * rarity(term) : 0] as const),
    );
  const length = (vector: ReadonlyMap<string, number>) => Math.hypot(...vector.values());
  const wanted = weighted(countTerms(terms(query)));
  return bags.map(weighted).map((own) => {
    let shared = 0;
    for (const [term, weight] of wanted) shared += weight * (own.get(term) ?? 0);
    return shared === 0 ? 0 : shared / (length(wanted) * length(own));
  });
}

export function dropRedundant<T extends Passage>(
  { local }: { readonly local: LocalModels },
  { redundantAbove }: { readonly redundantAbove: number },
): Stage<readonly T[], T[]> {
  return stage('drop-redundant', async (chunks, run) => {
    const { embedder } = local;
    const similarity = embedder
      ? byVectors(await vectorsOf(chunks, { embedder, run }))
      : byWords(chunks.map(({ text }) => text));
    const { kept, repeated } = distinct(chunks.length, similarity, redundantAbove);
    for (const { at, repeats, similarity: alike } of repeated) {
      const reason = `says again what ${(chunks[repeats] as T).id} says (${alike.toFixed(2)})`;
      run.emit({ type: 'dropped', what: 'section', id: (chunks[at] as T).id, reason });
    }
    return kept.map((at) => chunks[at] as T);
  });
}
