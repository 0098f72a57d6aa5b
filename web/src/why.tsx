/** Why: evidence, funnel and trace of a run, beside it or, on a phone, as a sheet from below. */
import type { PointedClaim } from './answer.js';
import { Evidence } from './evidence.js';
import { Funnel } from './funnel.js';
import { Icon } from './icons.js';
import type { RunState } from './run.js';
import { Waterfall } from './waterfall.js';

const TABS = [
  ['evidence', 'Evidence'],
  ['funnel', 'Funnel'],
  ['trace', 'Trace'],
] as const;
export type WhyTab = (typeof TABS)[number][0];

type WhyProps = {
  run: RunState;
  pointed: PointedClaim | undefined;
  tab: WhyTab;
  setTab: (tab: WhyTab) => void;
  sheet: boolean;
  setSheet: (open: boolean) => void;
};

export function Why({ run: { id, stored, events }, pointed, tab, setTab, sheet, setSheet }: WhyProps) {
  const result = stored?.result ?? undefined;
  return (
    <aside class={sheet ? 'why open' : 'why'} aria-label="Why this answer">
      <div class="tabs" role="tablist" onKeyDown={(event) => step(event, tab, setTab)}>
        {TABS.map(([key, label]) => (
          <button
            type="button"
            role="tab"
            id={`tab-${key}`}
            aria-selected={tab === key}
            aria-controls="why-panel"
            tabIndex={tab === key ? 0 : -1}
            onClick={() => {
              setTab(key);
              setSheet(!(sheet && tab === key));
            }}
          >
            {label}
          </button>
        ))}
        <button type="button" class="quiet close" aria-label="Close" onClick={() => setSheet(false)}>
          <Icon name="close" />
        </button>
      </div>
      <div class="panel" id="why-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'evidence' &&
          (result ? (
            <Evidence
              result={result}
              pointed={pointed ?? first(result)}
              corpus={stored?.search === 'web' ? undefined : stored?.corpus}
            />
          ) : (
            <p class="hint">The evidence comes with the answer.</p>
          ))}
        {tab === 'funnel' && <Funnel events={events} sentences={result?.answer.claims.length ?? 0} />}
        {tab === 'trace' && <Waterfall id={id} events={events} />}
      </div>
    </aside>
  );
}

const first = (result: NonNullable<NonNullable<RunState['stored']>['result']>): PointedClaim | undefined => {
  const [claim] = result.answer.claims;
  return claim && { claim };
};

function step(event: KeyboardEvent, tab: WhyTab, setTab: (tab: WhyTab) => void): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (by === 0) return;
  const at = TABS.findIndex(([key]) => key === tab);
  const next = TABS[(at + by + TABS.length) % TABS.length]?.[0] ?? tab;
  setTab(next);
  document.getElementById(`tab-${next}`)?.focus();
}
