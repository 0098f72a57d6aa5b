/** Folds over a run's events: what the steps, the funnel and the waterfall show. */
import type { Funnel, TraceEvent } from './types.js';

export type StageTime = {
  readonly stage: string;
  readonly startMs: number;
  readonly ms?: number;
  readonly error?: string;
  readonly tokens: number;
  readonly costUsd: number | null;
  readonly calls: number;
};
export type SiftedItem = {
  readonly stage: string;
  readonly what: 'hit' | 'section';
  readonly id: string;
  readonly kept: boolean;
  readonly reason?: string;
  readonly score?: number;
};

const NAMES: Readonly<Record<string, string>> = {
  'formulate-queries': 'Choosing what to search for',
  'search-web': 'Searching',
  retrieve: 'Searching',
  'screen-hits': 'Looking through the results',
  'read-pages': 'Reading pages',
  'select-sections': 'Choosing the sections that matter',
  'draft-answer': 'Writing the answer',
  'refine-answer': 'Refining the answer',
  'choose-sources': 'Choosing sources',
  'check-premise': 'Checking what the question takes for granted',
  'cite-answer': 'Checking every sentence against its source',
  'find-conflicts': 'Looking for sources that disagree',
  'stand-alone': 'Putting the follow-up in context',
};

export const stageName = (stage: string): string =>
  NAMES[stage] ?? `${stage.charAt(0).toUpperCase()}${stage.slice(1).replaceAll('-', ' ')}`;

export function stagesOf(events: readonly TraceEvent[]): StageTime[] {
  const stages: StageTime[] = [];
  const change = (stage: string, part: (last: StageTime) => Partial<StageTime>) => {
    const at = stages.findLastIndex((one) => one.stage === stage && one.ms === undefined);
    const last = stages[at];
    if (last) stages[at] = { ...last, ...part(last) };
  };
  for (const event of events) {
    if (event.type === 'stage-start')
      stages.push({ stage: event.stage, startMs: event.atMs, tokens: 0, costUsd: 0, calls: 0 });
    else if (event.type === 'stage-end')
      change(event.stage, () => ({ ms: event.ms, ...(event.error !== undefined && { error: event.error }) }));
    else if (event.type === 'model-call')
      change(event.stage, ({ tokens, costUsd, calls }) => ({
        calls: calls + 1,
        tokens: tokens + event.inputTokens + event.outputTokens,
        costUsd: costUsd === null || event.costUsd === null ? null : costUsd + event.costUsd,
      }));
  }
  return stages;
}

export function siftedOf(events: readonly TraceEvent[]): SiftedItem[] {
  return events.flatMap((event) => {
    if (event.type !== 'kept' && event.type !== 'dropped') return [];
    const { stage, what, id, score } = event;
    const reason = event.type === 'dropped' ? event.reason : undefined;
    return [
      {
        stage,
        what,
        id,
        kept: event.type === 'kept',
        ...(reason !== undefined && { reason }),
        ...(score !== undefined && { score }),
      },
    ];
  });
}

/** The text of the stage that wrote last: a refined answer takes the place of its draft. */
export function textOf(events: readonly TraceEvent[]): string {
  const stage = events.findLast(({ type }) => type === 'text')?.stage;
  return events.flatMap((event) => (event.type === 'text' && event.stage === stage ? [event.text] : [])).join('');
}

export function funnelOf(events: readonly TraceEvent[]): Funnel {
  const funnel = { queries: 0, hits: 0, hitsKept: 0, pages: 0, sections: 0, sectionsKept: 0 };
  for (const event of events) if (event.type === 'count') funnel[event.name] += event.value;
  return funnel;
}

export const pagesOf = (events: readonly TraceEvent[]): { url: string; title: string }[] =>
  events.flatMap((event) => (event.type === 'page' ? [{ url: event.url, title: event.title }] : []));

/** One line that says what is going on now. */
export function nowDoing(events: readonly TraceEvent[]): string {
  const running = stagesOf(events).findLast(({ ms }) => ms === undefined)?.stage;
  const last = events.findLast(
    ({ type }) => type === 'query' || type === 'page' || type === 'page-failed' || type === 'verdict',
  );
  const name = running ? stageName(running) : 'Working';
  return last && last.stage === running ? `${name}: ${detail(last)}` : name;
}

function detail(event: TraceEvent): string {
  if (event.type === 'query') return `“${event.query}”, ${event.hits} found`;
  if (event.type === 'page') return `${event.title || event.url} read`;
  if (event.type === 'page-failed') return `${hostOf(event.url)} could not be read (${event.reason})`;
  return event.type === 'verdict' ? event.verdict : '';
}

export function hostOf(url: string): string {
  try {
    return new URL(url).host.replace(/^www\./, '') || url;
  } catch {
    return url;
  }
}
