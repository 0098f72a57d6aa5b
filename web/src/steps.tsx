/** While it works: one line that changes, the elapsed time, a stop. Folded away once the answer is there. */
import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icons.js';
import { nowDoing, pagesOf, stageName, stagesOf } from './trace.js';
import type { TraceEvent } from './types.js';
import { seconds } from './words.js';

type StepsProps = { events: readonly TraceEvent[]; since: string; queued: boolean; stop: () => void };

export function LiveSteps({ events, since, queued, stop }: StepsProps) {
  const stages = stagesOf(events);
  return (
    <section class="steps" aria-label="Progress">
      <p class="now">
        <span class="pulse" aria-hidden="true" />
        <span>{queued && events.length === 0 ? 'Waiting for a free place' : nowDoing(events)}</span>
        <Elapsed since={since} />
        <button type="button" class="quiet" onClick={stop}>
          <Icon name="stop" /> Stop <kbd>Esc</kbd>
        </button>
      </p>
      <ol>
        {stages
          .filter(({ ms }) => ms !== undefined && ms > 0)
          .map(({ stage, ms }) => (
            <li>
              {stageName(stage)} <span class="time">{seconds(ms ?? 0)}</span>
            </li>
          ))}
      </ol>
      <p class="pages">
        {pagesOf(events).map(({ url, title }) => (
          <span class="page-chip">{title || url}</span>
        ))}
      </p>
    </section>
  );
}

function Elapsed({ since }: { since: string }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 200);
    return () => clearInterval(timer);
  }, []);
  return <span class="time">{seconds(Math.max(0, Math.floor((now - Date.parse(since)) / 100) * 100))}</span>;
}
