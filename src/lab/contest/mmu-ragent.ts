/** MMU-RAGent's records: a line of the submission file, and the same with what else its endpoint may tell. */
import type { Result } from '../../core/data.js';

export type Submission = { readonly query_id: string; readonly generated_response: string };

/** Plain text without marks: it is compared with a reference. */
export function submissionOf(id: string, { answer }: Pick<Result, 'answer'>): Submission {
  return { query_id: id, generated_response: answer.text };
}

export type EvaluationLine = Submission & {
  readonly citations: readonly string[];
  readonly contexts: readonly string[];
};

export function evaluatedOf(id: string, result: Pick<Result, 'answer' | 'sources'>): EvaluationLine {
  const contexts = result.sources.flatMap(({ passages }) => passages.map(({ text }) => text));
  return { ...submissionOf(id, result), citations: citationsOf(result), contexts };
}

/** [n] in a report is the nth of these. */
export function citationsOf({ sources }: Pick<Result, 'sources'>): string[] {
  return sources.toSorted((one, other) => one.n - other.n).map(({ url }) => url);
}
