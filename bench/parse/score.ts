/**
 * The score of scrapinghub/article-extraction-benchmark (evaluate.py): multisets of 4-word shingles; per page true
 * positives, false positives and false negatives; precision and recall averaged over pages; F1 of the two averages.
 */
export type Counts = { readonly hits: number; readonly extra: number; readonly missed: number };
export type Score = { readonly precision: number; readonly recall: number; readonly f1: number };

const wordPattern = /[\p{L}\p{M}\p{N}_]+/gu;

function shingles(text: string): Map<string, number> {
  const words = text.match(wordPattern) ?? [];
  const counts = new Map<string, number>();
  for (let index = 0; index < Math.max(1, words.length - 3); index++) {
    const shingle = words.slice(index, index + 4).join(' ');
    if (shingle !== '') counts.set(shingle, (counts.get(shingle) ?? 0) + 1);
  }
  return counts;
}

export function compare(expected: string, actual: string): Counts {
  const wanted = shingles(expected);
  const found = shingles(actual);
  let hits = 0;
  let extra = 0;
  for (const [shingle, count] of found) {
    const shared = Math.min(count, wanted.get(shingle) ?? 0);
    hits += shared;
    extra += count - shared;
  }
  const total = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  return { hits, extra, missed: total - hits };
}

export function precisionOf({ hits, extra, missed }: Counts): number {
  if (extra === 0 && missed === 0) return 1;
  return hits + extra === 0 ? 0 : hits / (hits + extra);
}

export function recallOf({ hits, extra, missed }: Counts): number {
  if (extra === 0 && missed === 0) return 1;
  return hits + missed === 0 ? 0 : hits / (hits + missed);
}

export function scoreOf(pages: readonly Counts[]): Score {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const precision = mean(pages.filter(({ hits, extra }) => hits + extra > 0).map(precisionOf));
  const recall = mean(pages.filter(({ hits, missed }) => hits + missed > 0).map(recallOf));
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}
