/**
 * What /run streams: one object a line, each with everything so far. First the steps, then the report as it grows, then
 * all of it with
 * `complete`. A line stays far below the 64 KiB at which the contest's own client gives up.
 */
import type { Result } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import { citationsOf } from '../../lab/contest/mmu-ragent.js';
import { markedAnswer } from '../../text/marked-answer.js';
import type { StartedAnswer } from '../answering.js';
import { apiWords } from '../api-words.js';
import { progressText } from '../progress-text.js';

export type ReportEvent = {
  readonly intermediate_steps: string | null;
  readonly final_report: string | null;
  readonly is_intermediate: boolean;
  readonly complete: boolean;
  readonly citations?: readonly string[];
  readonly error?: string;
};

const SEPARATOR = '|||---|||';
const MOST_STEP_CHARACTERS = 8000;
/** Steps that a reader of the report wants to see; each page and each verdict would be too many. */
const STEPS = new Set(['stage-start', 'query', 'page-failed', 'fallback']);

export async function* reportEvents({ events, result }: StartedAnswer): AsyncGenerator<ReportEvent> {
  let steps: string[] = [];
  const joined = () => (steps.length === 0 ? null : steps.join(SEPARATOR));
  try {
    for await (const event of events) {
      const step = STEPS.has(event.type) ? progressText(event) : undefined;
      if (step === undefined) continue;
      steps = withinLimit([...steps, step]);
      yield { intermediate_steps: joined(), final_report: null, is_intermediate: true, complete: false };
    }
    const finished = await result;
    for (const report of growing(finished))
      yield { intermediate_steps: joined(), final_report: report, is_intermediate: false, complete: false };
    const { text } = markedAnswer(finished, 'numbers');
    const citations = citationsOf(finished);
    yield { intermediate_steps: joined(), final_report: text, is_intermediate: false, complete: true, citations };
  } catch (error) {
    const said = error instanceof WinnowError ? apiWords(error.message) : 'Something unexpected failed.';
    yield { intermediate_steps: joined(), final_report: null, is_intermediate: false, complete: true, error: said };
  }
}

function* growing(result: Result): Generator<string> {
  let report = '';
  for (const piece of markedAnswer(result, 'numbers').pieces) {
    report += piece;
    yield report;
  }
}

/** The oldest go first. */
function withinLimit(steps: string[]): string[] {
  let length = steps.reduce((sum, step) => sum + step.length + SEPARATOR.length, 0);
  let from = 0;
  for (; length > MOST_STEP_CHARACTERS; from += 1) length -= (steps[from] as string).length + SEPARATOR.length;
  return steps.slice(from);
}
