/**
 * The funnel on stderr while a question is being answered: one line per stage when it ends, and a moving line in
 * between.
 */
import { funnelOf, type TraceEvent, usageOf } from '../core/trace.js';
import { counted } from '../english/counted.js';
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
      ? `  ${counted(usage.calls, 'call')}, ${usage.inputTokens + usage.outputTokens} tokens, ${money(usage.costUsd)}`
      : '';
  return `${stage.padEnd(18)} ${seconds(ms).padStart(8)}  ${flow(stage, events)}${spent}`;
}

/** What went in and what was kept, for the stages of the funnel. */
function flow(stage: string, events: readonly TraceEvent[]): string {
  const funnel = funnelOf(events);
  const own = events.filter((event) => event.stage === stage);
  const count = (what: 'kept' | 'dropped') => own.filter((event) => event.type === what).length;
  if (stage === 'search-web') return `${queriesText(funnel.queries)}, ${counted(funnel.hits, 'result')}`;
  if (stage === 'screen-hits') return `${count('kept')} of ${funnel.hits} results kept`;
  if (stage === 'read-pages') return `${counted(funnel.pages, 'page')} read`;
  if (stage === 'retrieve-passages')
    return `${queriesText(own.filter(({ type }) => type === 'query').length)}, ${counted(funnel.hits, 'passage')}`;
  if (stage === 'select-sections') return `${funnel.sectionsKept} of ${funnel.sections} sections kept`;
  return '';
}

const queriesText = (n: number): string => counted(n, 'query', 'queries');

export function closingLine(events: readonly TraceEvent[], ms: number): string {
  const { queries, hits, hitsKept, pages, sections, sectionsKept } = funnelOf(events);
  const { calls, inputTokens, outputTokens, costUsd } = usageOf(events, ms);
  const model =
    calls === 0
      ? 'no language model was used'
      : `${counted(calls, 'model call')}, ${inputTokens} + ${outputTokens} tokens, ${money(costUsd)}`;
  const way = [
    queriesText(queries),
    `${hitsKept}/${hits} results`,
    counted(pages, 'page'),
    ...(sections > 0 ? [`${sectionsKept}/${sections} sections`] : []),
  ];
  return `${way.join(', ')}; ${model}; ${seconds(ms)}`;
}
