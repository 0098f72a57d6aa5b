/** What one column of a comparison has and the others have not. */
import type { Claim, Result } from './types.js';
import { count, money, seconds } from './words.js';

/** The same words in the same order, whatever stands between them. */
const wordsOf = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

export const saysSame = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other);

export const isOnlyHere = (claim: Claim, others: readonly Result[]): boolean =>
  others.length > 0 && !others.some(({ answer }) => answer.claims.some((one) => saysSame(one.text, claim.text)));

export const isSourceOnlyHere = (url: string, others: readonly Result[]): boolean =>
  others.length > 0 && !others.some((other) => citedUrls(other).has(url));

export function citedUrls({ answer, sources }: Result): ReadonlySet<string> {
  const cited = new Set(answer.claims.flatMap((claim) => claim.sources));
  return new Set(sources.filter(({ n }) => cited.has(n)).map(({ url }) => url));
}

/** "+229 ms", "−$0.0012", against the first column; nothing where it is the same. */
export function timeDifference({ usage }: Result, first: Result): string {
  return signed(usage.ms - first.usage.ms, seconds);
}

export function costDifference({ usage }: Result, first: Result): string {
  const tokens = ({ inputTokens, outputTokens }: Result['usage']) => inputTokens + outputTokens;
  const parts = [
    usage.costUsd === null || first.usage.costUsd === null ? '' : signed(usage.costUsd - first.usage.costUsd, money),
    signed(usage.calls - first.usage.calls, (n) => count(n, 'call')),
    signed(tokens(usage) - tokens(first.usage), (n) => count(n, 'token')),
  ];
  return parts.filter(Boolean).join(', ');
}

export function confidenceDifference({ confidence }: Result, first: Result): string {
  if (confidence === undefined || first.confidence === undefined) return '';
  return signed(Math.round(100 * confidence) - Math.round(100 * first.confidence), (points) => count(points, 'point'));
}

function signed(difference: number, words: (size: number) => string): string {
  if (difference === 0) return '';
  return `${difference < 0 ? '−' : '+'}${words(Math.abs(difference))}`;
}

/** Of the finished ones: how many answers there are, told by their short form. */
export function verdictOn(results: readonly Result[]): string {
  if (results.length < 2) return '';
  const answers = results.map(({ answer }) => (answer.status === 'abstained' ? '' : (answer.short ?? answer.text)));
  const different = answers.filter(
    (text, at) => !answers.slice(0, at).some((earlier) => saysSame(earlier, text)),
  ).length;
  return different === 1
    ? 'All of them give the same short answer.'
    : `${different} different short answers from ${results.length} pipelines.`;
}
