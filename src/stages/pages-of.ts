/** What a plan notes of the passages that a step found. */
import type { PageRef, Passage } from '../core/data.js';

/** The pages of passages, each once. */
export function pagesOf(passages: readonly Passage[]): PageRef[] {
  return [...new Map(passages.map(({ source: { url, title } }) => [url, { url, title }])).values()];
}
