/** An experiment as the page follows it, and its figures in words. */
import { useEffect, useState } from 'preact/hooks';
import { errorOf, eventsOf } from './api.js';
import type { ApiError, LabRun } from './types.js';

const RETRY_MS = 1500;

/** `turn` joins it again: one that was stopped may have been gone on with. */
export function useExperiment(name: string, turn: number): { readonly run?: LabRun; readonly error?: ApiError } {
  const [state, setState] = useState<{ run?: LabRun; error?: ApiError }>({});
  useEffect(() => {
    const { signal, abort } = aborting();
    follow(name, (run) => setState({ run }), signal).catch(
      (error) => signal.aborted || setState((last) => ({ ...last, error: errorOf(error) })),
    );
    return abort;
  }, [name, turn]);
  return state;
}

function aborting(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

/** A connection that breaks while it runs is made again. */
async function follow(name: string, change: (run: LabRun) => void, signal: AbortSignal): Promise<void> {
  for (;;) {
    let last: LabRun | undefined;
    try {
      for await (const { event } of eventsOf<LabRun>(`/api/lab/runs/${encodeURIComponent(name)}`, 0, signal)) {
        last = event;
        change(event);
      }
    } catch (error) {
      if (signal.aborted || !last) throw error;
    }
    if (last && last.status !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    signal.throwIfAborted();
  }
}

/** The lab's names of scores, for people. */
const METRIC_WORDS: Readonly<Record<string, string>> = {
  contains: 'gold answer in the text',
  'squad.f1': 'F1 with the gold answer',
  rougeL: 'ROUGE-L',
  'choice.accuracy': 'right choice',
  'retrieval.recall': 'gold pages found',
  'citation.precision': 'cited pages that are gold',
  'citation.anyGold': 'a gold page cited',
  'abstention.right': 'abstained rightly',
  'abstention.wrong': 'abstained wrongly',
  relevance_score: 'relevance, by the judge',
  faithfulness_score: 'faithfulness, by the judge',
  tokens: 'tokens a question',
  seconds: 'seconds a question',
};

export const metricWords = (name: string): string => METRIC_WORDS[name] ?? name;

/** Where less is better. */
export const isCost = (name: string): boolean => name === 'seconds' || name === 'tokens' || name === 'abstention.wrong';

export const figure = (value: number): string =>
  Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);

/** Those that say something: without a language model no tokens are used. */
export function metricsOf({ columns }: LabRun): string[] {
  const names = new Set(columns.flatMap(({ metrics }) => Object.keys(metrics)));
  return [...names].filter(
    (name) => name !== 'tokens' || columns.some(({ metrics }) => (metrics.tokens?.mean ?? 0) > 0),
  );
}
