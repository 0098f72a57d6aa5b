/**
 * One question asked of one pipeline: how it ended, which stages fell back, and what was wrong with the model's
 * replies.
 */
import type { Document, Result } from '../../src/core/data.js';
import { messageOf, WinnowError } from '../../src/core/errors.js';
import { fallbacksOf, type TraceEvent, usageOf } from '../../src/core/trace.js';
import type { Engine } from '../../src/engine/index.js';
import { wrongCitations } from '../../test/support/citations.js';

/**
 * `doubtful` cites a sentence whose words its source has not: a paraphrase, or something made up that passed the check.
 */
export type Ending = 'cited' | 'doubtful' | 'uncited' | 'abstained' | `error ${string}` | 'NOT VALID';

export type Asked = {
  readonly pipeline: string;
  readonly question: string;
  readonly ending: Ending;
  readonly answer: string;
  readonly calls: number;
  readonly seconds: number;
  /** Replies that had to be repaired, asked for again, asked for in a weaker format, or given up. */
  readonly problems: Readonly<Record<string, number>>;
  /** How often each stage fell back, and the first reason it gave. */
  readonly fallbacks: Readonly<Record<string, { readonly count: number; readonly reason: string }>>;
};

export type Asking = { readonly pipeline: string; readonly question: string; readonly timeoutMs: number };

export async function askOnce(
  engine: Engine,
  asking: Asking,
  documents: ReadonlyMap<string, Document>,
): Promise<Asked> {
  const { pipeline, question, timeoutMs } = asking;
  const events: TraceEvent[] = [];
  const asked = engine.ask(question, { pipeline, timeoutMs });
  const end = (ending: Ending, answer: string): Asked => ({ pipeline, question, ending, answer, ...measured(events) });
  try {
    for await (const event of asked) events.push(event);
    const result = await asked;
    const wrong = wrongCitations(result, documents);
    if (wrong.some((line) => line.includes('does not stand in'))) return end('NOT VALID', wrong.join('; '));
    return wrong.length > 0 ? end('doubtful', wrong.join('; ')) : end(endingOf(result), result.answer.text);
  } catch (error) {
    return end(error instanceof WinnowError ? `error ${error.code}` : 'NOT VALID', messageOf(error));
  }
}

function endingOf({ answer }: Result): Ending {
  if (answer.status === 'abstained') return 'abstained';
  return answer.claims.some(({ sources }) => sources.length > 0) ? 'cited' : 'uncited';
}

function measured(events: readonly TraceEvent[]): Pick<Asked, 'calls' | 'seconds' | 'problems' | 'fallbacks'> {
  const problems: Record<string, number> = {};
  for (const event of events)
    if (event.type === 'reply-problem') problems[event.next] = (problems[event.next] ?? 0) + 1;
  const fallbacks: Record<string, { count: number; reason: string }> = {};
  for (const { stage, reason } of fallbacksOf(events))
    fallbacks[stage] = { count: (fallbacks[stage]?.count ?? 0) + 1, reason: fallbacks[stage]?.reason ?? reason };
  return { calls: usageOf(events, 0).calls, seconds: (events.at(-1)?.atMs ?? 0) / 1000, problems, fallbacks };
}
