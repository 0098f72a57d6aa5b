/**
 * ROUGE-1, ROUGE-2 and ROUGE-L as Google's rouge_score computes them (`rougeL`, over the whole text, not `rougeLsum` by
 * sentences). Checked against 1,000 pairs scored by that package. Only a-z and 0-9 count: texts in other scripts score
 * 0, as they do there.
 */
import { stem } from './porter.js';
import { longestCommonSubsequence } from './subsequence.js';

export type Overlap = { readonly precision: number; readonly recall: number; readonly f: number };
export type Rouge = { readonly rouge1: Overlap; readonly rouge2: Overlap; readonly rougeL: Overlap };
export type RougeOptions = { readonly stemmed?: boolean };

/** rouge_score leaves words of up to three letters as they are. */
const LONGEST_UNSTEMMED = 3;

export function rouge(reference: string, prediction: string, options: RougeOptions = {}): Rouge {
  const expected = rougeTokens(reference, options);
  const given = rougeTokens(prediction, options);
  const common = longestCommonSubsequence(expected, given);
  return {
    rouge1: ngramOverlap(expected, given, 1),
    rouge2: ngramOverlap(expected, given, 2),
    rougeL: overlap(common, expected.length, given.length),
  };
}

/**
 * The best F of each kind over several references, which is what is usually printed for questions with several gold
 * answers.
 */
export function bestRouge(references: readonly string[], prediction: string, options: RougeOptions = {}): Rouge | null {
  const all = references.map((reference) => rouge(reference, prediction, options));
  const best = (kind: keyof Rouge) =>
    all.map((one) => one[kind]).reduce((left, right) => (right.f > left.f ? right : left));
  return all.length === 0 ? null : { rouge1: best('rouge1'), rouge2: best('rouge2'), rougeL: best('rougeL') };
}

export function rougeTokens(text: string, { stemmed = false }: RougeOptions = {}): readonly string[] {
  const tokens = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return stemmed ? tokens.map((token) => (token.length > LONGEST_UNSTEMMED ? stem(token) : token)) : tokens;
}

function ngramOverlap(expected: readonly string[], given: readonly string[], size: number): Overlap {
  const wanted = ngrams(expected, size);
  const found = ngrams(given, size);
  let common = 0;
  for (const [ngram, count] of wanted) common += Math.min(count, found.get(ngram) ?? 0);
  return overlap(common, Math.max(expected.length - size + 1, 0), Math.max(given.length - size + 1, 0));
}

function ngrams(tokens: readonly string[], size: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let start = 0; start + size <= tokens.length; start += 1) {
    const ngram = tokens.slice(start, start + size).join(' ');
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}

function overlap(common: number, expected: number, given: number): Overlap {
  const precision = common / Math.max(given, 1);
  const recall = common / Math.max(expected, 1);
  return { precision, recall, f: common === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
