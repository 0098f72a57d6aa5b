/**
 * The funnel on stderr while a question is being answered: one line per stage when it ends, and a moving line in
 * between.
 */
import { funnelOf, type TraceEvent, usageOf } from '../core/trace.js';
import { money, oneLine, type StatusLine, type Style, seconds } from './terminal.js';

export function showProgress(line: StatusLine, style: Style): (event: TraceEvent) => void {
  const events: TraceEvent[] = [];
  return (event) => {
    events.push(event);
    if (event.type === 'stage-start') line.update(style.dim(`${event.stage} ...`));
    if (event.type === 'stage-end') line.print(style.dim(stageLine(event.stage, event.ms, events)));
    if (event.type === 'page-failed')
      line.print(style.warn(`  not read: ${oneLine(`${event.url} (${event.reason})`)}`));
    if (event.type === 'fallback') line.print(style.warn(`  ${oneLine(`${event.stage}: ${event.reason}`)}`));
  };
}

function stageLine(stage: string, ms: number, events: readonly TraceEvent[]): string {
  const usage = usageOf(
    events.filter((event) => event.stage === stage),
    ms,
  );
  const spent =
    usage.calls > 0
      ? `  ${usage.calls} calls, ${usage.inputTokens + usage.outputTokens} tokens, ${money(usage.costUsd)}`
      : '';
  return `${stage.padEnd(18)} ${seconds(ms).padStart(8)}  ${flow(stage, events)}${spent}`;
}

/** What went in and what was kept, for the stages of the funnel. */
function flow(stage: string, events: readonly TraceEvent[]): string {
  const funnel = funnelOf(events);
  const own = events.filter((event) => event.stage === stage);
  const count = (what: 'kept' | 'dropped') => own.filter((event) => event.type === what).length;
  if (stage === 'search-web') return `${funnel.queries} queries, ${funnel.hits} results`;
  if (stage === 'screen-hits') return `${count('kept')} of ${funnel.hits} results kept`;
  if (stage === 'read-pages') return `${funnel.pages} pages read`;
  if (stage === 'retrieve-passages')
    return `${own.filter(({ type }) => type === 'query').length} queries, ${funnel.hits} passages`;
  if (stage === 'select-sections') return `${funnel.sectionsKept} of ${funnel.sections} sections kept`;
  return '';
}

export function closingLine(events: readonly TraceEvent[], ms: number): string {
  const { queries, hits, hitsKept, pages, sections, sectionsKept } = funnelOf(events);
  const { calls, inputTokens, outputTokens, costUsd } = usageOf(events, ms);
  const model =
    calls === 0
      ? 'no language model was used'
      : `${calls} model calls, ${inputTokens} + ${outputTokens} tokens, ${money(costUsd)}`;
  const way = `${queries} queries, ${hitsKept}/${hits} results, ${pages} pages${sections > 0 ? `, ${sectionsKept}/${sections} sections` : ''}`;
  return `${way}; ${model}; ${seconds(ms)}`;
}
