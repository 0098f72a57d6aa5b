/** A pipeline is an async function from a question to an outcome that reads like its paper. */
import type { Answer, Outcome, Question, Result } from './data.js';
import { type Run, type RunOptions, startRun } from './run.js';
import { fallbacksOf, funnelOf, pagesOf, unreadOf, usageOf } from './trace.js';

export type Pipeline = {
  readonly name: string;
  /** Where the method is described, e.g. 'arXiv:2512.22442'. */
  readonly paper: string;
  readonly answer: (question: Question, run: Run) => Promise<Outcome>;
};

export function pipeline(name: string, paper: string, answer: Pipeline['answer']): Pipeline {
  return { name, paper, answer };
}

/** Runs a pipeline on a question and folds the trace into the result. */
export async function runPipeline(chosen: Pipeline, question: Question, options: RunOptions = {}): Promise<Result> {
  const { run, events, elapsedMs, perform } = startRun(options);
  run.emit({ type: 'run-start', question: question.text, pipeline: chosen.name, askedAt: question.askedAt });
  let status: Answer['status'] | 'failed' = 'failed';
  try {
    const outcome = await perform((inner) => chosen.answer(question, inner));
    status = outcome.answer.status;
    return {
      question: question.text,
      pipeline: chosen.name,
      ...outcome,
      read: pagesOf(events).filter(({ url }) => !outcome.sources.some((source) => source.url === url)),
      unread: unreadOf(events),
      funnel: funnelOf(events),
      usage: usageOf(events, elapsedMs()),
      fallbacks: fallbacksOf(events),
    };
  } finally {
    run.emit({ type: 'run-end', status });
  }
}
