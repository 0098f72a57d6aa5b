/** The funnel: widths are counts; what was dropped falls away downwards, with its reason in the list below. */
import { useState } from 'preact/hooks';
import { funnelOf, hostOf, type SiftedItem, siftedOf, stageName, stagesOf } from './trace.js';
import type { TraceEvent } from './types.js';
import { money, seconds } from './words.js';

type Column = {
  readonly label: string;
  readonly all: number;
  readonly kept: number;
  readonly ms: number;
  readonly costUsd: number | null;
  /** Reasons of what was dropped, the most frequent first. */
  readonly why: string;
};

const [WIDTH, HEIGHT, BAR] = [100, 84, 9];

export function Funnel({ events, sentences }: { events: readonly TraceEvent[]; sentences: number }) {
  const { queries, hits, hitsKept, pages, sections, sectionsKept } = funnelOf(events);
  const sifted = siftedOf(events);
  const columns = [
    { label: 'queries', all: queries, kept: queries, why: '' },
    { label: 'results', all: hits, kept: hitsKept || Math.min(hits, pages), why: reasonsOf(sifted, 'hit') },
    { label: 'pages', all: pages, kept: pages, why: '' },
    { label: 'sections', all: sections, kept: sectionsKept, why: reasonsOf(sifted, 'section') },
    { label: 'sentences', all: sentences, kept: sentences, why: '' },
  ].filter(({ all }) => all > 0);
  const spent = spentBy(events);
  return (
    <div class="funnel">
      <Strip columns={columns.map((column) => ({ ...column, ...(spent.get(column.label) ?? NOTHING) }))} />
      <SiftedList sifted={sifted} queries={events.flatMap((event) => (event.type === 'query' ? [event.query] : []))} />
      <Unread events={events} />
    </div>
  );
}

const NOTHING = { ms: 0, costUsd: 0 };

/** Which stages make what a column counts; whatever is not listed works on the answer. */
const MAKES: Readonly<Record<string, string>> = {
  'stand-alone': 'queries',
  'formulate-queries': 'queries',
  'search-web': 'results',
  retrieve: 'results',
  'screen-hits': 'results',
  'read-pages': 'pages',
  'select-sections': 'sections',
};

function spentBy(events: readonly TraceEvent[]): ReadonlyMap<string, { ms: number; costUsd: number | null }> {
  const groups = Map.groupBy(stagesOf(events), ({ stage }) => MAKES[stage] ?? 'sentences');
  const summed = [...groups].map(([label, those]) => {
    const costUsd = those.reduce<number | null>(
      (sum, one) => (sum === null || one.costUsd === null ? null : sum + one.costUsd),
      0,
    );
    return [label, { ms: those.reduce((sum, { ms = 0 }) => sum + ms, 0), costUsd }] as const;
  });
  return new Map(summed);
}

function reasonsOf(sifted: readonly SiftedItem[], what: SiftedItem['what']): string {
  const dropped = sifted.filter((one) => one.what === what && !one.kept);
  const groups = [...Map.groupBy(dropped, ({ reason = 'dropped' }) => reason)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return groups.map(([reason, those]) => `${those.length} ${reason.replaceAll('-', ' ')}`).join(', ');
}

function Strip({ columns }: { columns: readonly Column[] }) {
  if (columns.length === 0) return <p class="hint">Nothing has been searched.</p>;
  const most = Math.max(...columns.map(({ all }) => all));
  const tall = (n: number) => (n === 0 ? 0 : Math.max(2, (HEIGHT * n) / most));
  const step = (WIDTH - BAR) / Math.max(1, columns.length - 1);
  const said = columns
    .map(({ label, all, kept }) => (kept < all ? `${kept} of ${all} ${label}` : `${all} ${label}`))
    .join(', ');
  return (
    <figure class="strip">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={said}>
        {columns.map(({ all, kept, why }, at) => {
          const x = at * step;
          const next = columns[at + 1];
          return (
            <g>
              {next && (
                <path
                  class="flow"
                  d={`M${x + BAR} 0 L${x + step} 0 L${x + step} ${tall(next.all)} L${x + BAR} ${tall(kept)} Z`}
                />
              )}
              <rect class="kept" x={x} y={0} width={BAR} height={tall(kept)} />
              {kept < all && (
                <rect class="dropped" x={x} y={tall(kept)} width={BAR} height={tall(all) - tall(kept)}>
                  <title>{`Dropped: ${why || all - kept}`}</title>
                </rect>
              )}
            </g>
          );
        })}
      </svg>
      <figcaption>
        {columns.map(({ label, all, kept, ms, costUsd, why }) => (
          <span title={why && `Dropped: ${why}`}>
            <b>{kept < all ? `${kept} of ${all}` : all}</b>{' '}
            {all === 1 ? label.replace(/ies$/, 'y').replace(/s$/, '') : label}
            <small>
              {seconds(ms)}
              {costUsd !== 0 && `, ${money(costUsd)}`}
            </small>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}

function SiftedList({ sifted, queries }: { sifted: readonly SiftedItem[]; queries: readonly string[] }) {
  const [filter, setFilter] = useState('');
  const wanted = sifted.filter((one) =>
    `${one.id} ${one.reason ?? 'kept'} ${one.what}`.toLowerCase().includes(filter.toLowerCase()),
  );
  const groups = [...Map.groupBy(wanted, ({ stage, what }) => `${stage} ${what}`)];
  return (
    <>
      {queries.length > 0 && (
        <p class="queries">
          Searched{' '}
          {queries.map((query) => (
            <q>{query}</q>
          ))}
        </p>
      )}
      {sifted.length > 0 && (
        <input
          type="search"
          placeholder="Filter by address or reason"
          aria-label="Filter what was kept and dropped"
          value={filter}
          onInput={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      {groups.map(([key, those]) => (
        <SiftedGroup key={key} those={those} />
      ))}
    </>
  );
}

function SiftedGroup({ those }: { those: readonly SiftedItem[] }) {
  const [first] = those;
  const kept = those.filter((one) => one.kept).length;
  return (
    <details open>
      <summary>
        {stageName(first?.stage ?? '')}{' '}
        <span class="time">
          {kept} kept, {those.length - kept} dropped
        </span>
      </summary>
      <ul class="sifted">
        {those.map(({ id, kept: stays, reason, score }) => (
          <li class={stays ? 'stays' : 'goes'}>
            <span class="what" title={id}>
              {nameOf(id)}
            </span>
            <span class="why">{stays ? 'kept' : reason?.replaceAll('-', ' ')}</span>
            <span class="time">{score === undefined ? '' : score.toFixed(2)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function nameOf(id: string): string {
  const rest = id.replace(/^[a-z]+:\/\/[^/]+\/?/i, '');
  return `${hostOf(id)} / ${rest}`;
}

function Unread({ events }: { events: readonly TraceEvent[] }) {
  const failed = events.flatMap((event) => (event.type === 'page-failed' ? [event] : []));
  if (failed.length === 0) return null;
  return (
    <details open>
      <summary>Could not be read</summary>
      <ul class="sifted">
        {failed.map(({ url, reason }) => (
          <li class="goes">
            <span class="what">{url}</span>
            <span class="why">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
