/**
 * Why a run kept what it kept, as text: the scores and where they were cut, the plan, and what each filter dropped.
 * Made from events and result alone.
 */
import type { PlanStep, Result } from '../core/data.js';
import type { TraceEvent } from '../core/trace.js';
import { type Bin, histogram } from '../text/histogram.js';
import { spreadOf } from '../text/stats/moments.js';
import { reaches } from '../text/thresholds.js';
import { oneLine } from './terminal.js';

export type ExplainInput = { readonly events: readonly TraceEvent[]; readonly result: Pick<Result, 'plan'> };

/** Lines shown of each list; the rest is counted. */
const MOST_LINES = 5;
const BAR_CHARACTERS = 40;

/** Says so where there is nothing to explain. */
export function explain({ events, result }: ExplainInput): string {
  const parts = [...events.flatMap(scoresText), planText(result.plan ?? []), droppedText(events)].filter(
    (part) => part !== '',
  );
  return parts.length > 0
    ? parts.join('\n\n')
    : 'Nothing to explain: no filter gave scores or dropped anything, and there was no plan.';
}

function scoresText(event: TraceEvent): string[] {
  if (event.type !== 'scores') return [];
  const values = event.scores.map(({ score }) => score);
  const above = values.filter((value) => reaches(value, event.cut)).length;
  const { mean, deviation } = spreadOf(values);
  const about = `mean ${mean.toFixed(2)}, deviation ${deviation.toFixed(2)}`;
  const title = `Scores in ${event.stage}: ${above} of ${values.length} reach ${event.cut.toFixed(2)} (${oneLine(event.rule)}; ${about})`;
  return [[title, ...bars(histogram(values), event.cut)].join('\n')];
}

/** One line per bin, and a line where the cut lies. */
function bars(bins: readonly Bin[], cut: number): string[] {
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  const cutLine = `  ${'- '.repeat(BAR_CHARACTERS / 2 + 6)}cut ${cut.toFixed(2)}`;
  const lines = bins.flatMap(({ from, to, count }, at) => {
    const bar = '#'.repeat(count === 0 ? 0 : Math.max(1, Math.round((count / highest) * BAR_CHARACTERS)));
    const line =
      `  ${from.toFixed(2).padStart(6)} ..${to.toFixed(2).padStart(6)}  ${bar}${count > 0 ? ` ${count}` : ''}`.trimEnd();
    const isHere = cut >= from && (cut < to || (at === bins.length - 1 && cut <= to));
    return isHere ? [line, cutLine] : [line];
  });
  if (bins.length > 0 && cut < (bins[0] as Bin).from) return [cutLine, ...lines];
  return bins.length > 0 && cut > (bins.at(-1) as Bin).to ? [...lines, cutLine] : lines;
}

function planText(plan: readonly PlanStep[]): string {
  if (plan.length === 0) return '';
  const lines = plan.flatMap(({ round, question, queries, found, answer, stopped }) => [
    `  ${round}. ${question}`,
    ...(queries.length > 0
      ? [`     searched: ${queries.slice(0, MOST_LINES).join(' | ')}${rest(queries.length)}`]
      : []),
    `     found: ${found.length === 0 ? 'nothing' : `${titles(found)}${rest(found.length)}`}`,
    `     ${answer === null ? 'no answer' : `answer: ${answer}`}; stopped: ${stopped}`,
  ]);
  return ['Plan', ...lines.map(indented)].join('\n');
}

/** One line, with the blanks that it begins with. */
function indented(line: string): string {
  return `${/^ */.exec(line)?.[0] ?? ''}${oneLine(line)}`;
}

function titles(found: PlanStep['found']): string {
  return found
    .slice(0, MOST_LINES)
    .map(({ title, url }) => title || url)
    .join(' | ');
}

function rest(count: number): string {
  return count > MOST_LINES ? ` and ${count - MOST_LINES} more` : '';
}

type DroppedEvent = Extract<TraceEvent, { type: 'dropped' }>;

/** By stage, in the order of the run. */
function droppedText(events: readonly TraceEvent[]): string {
  const dropped = events.filter((event): event is DroppedEvent => event.type === 'dropped');
  const stages = [...new Set(dropped.map(({ stage }) => stage))];
  return stages
    .map((stage) =>
      stageText(
        stage,
        dropped.filter((event) => event.stage === stage),
      ),
    )
    .join('\n\n');
}

function stageText(stage: string, dropped: readonly DroppedEvent[]): string {
  const what = dropped[0]?.what === 'hit' ? 'results' : 'passages';
  const shown = dropped.slice(0, MOST_LINES).map(({ id, reason }) => `  ${oneLine(id)}: ${oneLine(reason)}`);
  const more = dropped.length > MOST_LINES ? [`  and ${dropped.length - MOST_LINES} more`] : [];
  return [`${stage} dropped ${dropped.length} ${what}`, ...shown, ...more].join('\n');
}
