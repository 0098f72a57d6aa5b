/**
 * Everything that happens in a run is one list of events. Progress, cost, the funnel and the lab's records are folds
 * over it.
 */
import type { Fallback, Funnel, PageRef, UnreadKind, UnreadPage, Usage, Verdict } from './data.js';

export type TraceDetail =
  | { readonly type: 'run-start'; readonly question: string; readonly pipeline: string; readonly askedAt: string }
  | { readonly type: 'run-end'; readonly status: string }
  | { readonly type: 'stage-start' }
  | { readonly type: 'stage-end'; readonly ms: number; readonly error?: string }
  /** A number of the funnel; later events of the same name add up. */
  | { readonly type: 'count'; readonly name: keyof Funnel; readonly value: number }
  | { readonly type: 'query'; readonly query: string; readonly hits: number }
  /** What the searches brought together, in order of rank. */
  | { readonly type: 'found'; readonly urls: readonly string[] }
  | { readonly type: 'kept'; readonly what: 'hit' | 'section'; readonly id: string; readonly score?: number }
  | {
      readonly type: 'dropped';
      readonly what: 'hit' | 'section';
      readonly id: string;
      readonly reason: string;
      readonly score?: number;
    }
  | { readonly type: 'page'; readonly url: string; readonly title: string; readonly sections: number }
  | { readonly type: 'page-failed'; readonly url: string; readonly kind: UnreadKind; readonly reason: string }
  | {
      readonly type: 'model-call';
      readonly role: string;
      readonly model: string;
      readonly prompt: string;
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly costUsd: number | null;
      /** The reply was kept from an earlier call; its tokens were paid for then. */
      readonly cached?: true;
      readonly ms: number;
    }
  /** A reply that was not what the prompt asked for, and the next rung of the ladder. */
  | {
      readonly type: 'reply-problem';
      readonly prompt: string;
      readonly next: 'weaker-format' | 'repair' | 're-ask' | 'give-up';
      readonly reason: string;
    }
  /** What a filter gave every passage, and the score below which it dropped them. */
  | {
      readonly type: 'scores';
      readonly rule: string;
      readonly cut: number;
      readonly scores: readonly { readonly id: string; readonly score: number }[];
    }
  /** What the sources say to a sentence of the answer, where, and what was done to it. */
  | {
      readonly type: 'verdict';
      readonly claim: string;
      readonly verdict: Verdict;
      readonly evidence: readonly {
        readonly url: string;
        readonly quote: string;
        readonly start: number;
        readonly end: number;
      }[];
      readonly repaired?: string;
    }
  /** What the writer was shown: passages, and the summaries made of them on the way. Only in runs that keep it. */
  | { readonly type: 'context'; readonly passages: readonly string[]; readonly summaries: readonly string[] }
  /**
   * How likely the answer is right, 0 to 1, and what that was made of; `null` for a signal whose model is not there.
   */
  | {
      readonly type: 'confidence';
      readonly confidence: number;
      readonly signals: Readonly<Record<string, number | null>>;
    }
  /** A piece of the answer as it is being written. */
  | { readonly type: 'text'; readonly text: string }
  /** `prompt`: what was asked of a model whose reply could not be had or read; absent where no model was to do it. */
  | { readonly type: 'fallback'; readonly reason: string; readonly prompt?: string }
  | { readonly type: 'note'; readonly text: string };

/** `stage` is the innermost stage that was running; `atMs` counts from the start of the run. */
export type TraceEvent = TraceDetail & { readonly stage: string; readonly atMs: number };

const EMPTY_FUNNEL: Funnel = { queries: 0, hits: 0, hitsKept: 0, pages: 0, sections: 0, sectionsKept: 0 };

export function funnelOf(events: readonly TraceEvent[]): Funnel {
  const funnel: Record<keyof Funnel, number> = { ...EMPTY_FUNNEL };
  for (const event of events) if (event.type === 'count') funnel[event.name] += event.value;
  return funnel;
}

export function usageOf(events: readonly TraceEvent[], ms: number): Usage {
  let [calls, inputTokens, outputTokens] = [0, 0, 0];
  let costUsd: number | null = 0;
  for (const event of events) {
    if (event.type !== 'model-call') continue;
    calls += 1;
    inputTokens += event.inputTokens;
    outputTokens += event.outputTokens;
    costUsd = costUsd === null || event.costUsd === null ? null : costUsd + event.costUsd;
  }
  return { calls, inputTokens, outputTokens, costUsd, ms: Math.round(ms) };
}

/** What each role's model was asked for; the roles' sums are `usageOf`. */
export function usageByRole(events: readonly TraceEvent[]): Readonly<Record<string, Omit<Usage, 'ms'>>> {
  const roles = [...new Set(events.flatMap((event) => (event.type === 'model-call' ? [event.role] : [])))];
  return Object.fromEntries(
    roles.map((role) => {
      const { ms: _, ...usage } = usageOf(
        events.filter((event) => event.type === 'model-call' && event.role === role),
        0,
      );
      return [role, usage];
    }),
  );
}

export function fallbacksOf(events: readonly TraceEvent[]): readonly Fallback[] {
  return events.flatMap((event) => (event.type === 'fallback' ? [fallbackOf(event)] : []));
}

function fallbackOf({ stage, reason, prompt }: Extract<TraceEvent, { type: 'fallback' }>): Fallback {
  return { stage, reason, ...(prompt !== undefined && { prompt }) };
}

export function pagesOf(events: readonly TraceEvent[]): readonly PageRef[] {
  const pages = events.flatMap((event) => (event.type === 'page' ? [{ url: event.url, title: event.title }] : []));
  return [...new Map(pages.toReversed().map((page) => [page.url, page])).values()].reverse();
}

/** A page that could be read after all, in another round, is not among them. */
export function unreadOf(events: readonly TraceEvent[]): readonly UnreadPage[] {
  const read = new Set(pagesOf(events).map(({ url }) => url));
  const failed = events.flatMap((event) =>
    event.type === 'page-failed' && !read.has(event.url)
      ? [{ url: event.url, kind: event.kind, reason: event.reason }]
      : [],
  );
  return [...new Map(failed.map((page) => [page.url, page])).values()];
}

export function modelsOf(events: readonly TraceEvent[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    events.flatMap((event) => (event.type === 'model-call' ? [[event.role, event.model]] : [])),
  );
}
