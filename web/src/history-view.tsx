/** What was asked before: searched, opened again, deleted. */
import { useState } from 'preact/hooks';
import { remove } from './api.js';
import { Icon } from './icons.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';
import { followed } from './route.js';
import type { RunSummary } from './types.js';
import { count, day } from './words.js';

const MOST = 100;

export function HistoryView() {
  const [search, setSearch] = useState('');
  const path = `/api/runs?limit=${MOST}${search && `&q=${encodeURIComponent(search)}`}`;
  const { value, error, again } = useLoaded<{ runs: RunSummary[]; total: number }>(path);
  const drop = (id: string) => void remove(`/api/runs/${id}`).then(again, again);
  return (
    <main class="list-view" id="main">
      <h1>History</h1>
      <input
        type="search"
        aria-label="Search the history"
        placeholder="Search the history"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      {error && <Problem error={error} retry={again} />}
      {value?.runs.length === 0 && (
        <p class="hint">{search ? 'Nothing asked before holds these words.' : 'Nothing asked yet.'}</p>
      )}
      <ul class="runs">
        {value?.runs.map((run) => (
          <li>
            <a href={`/runs/${run.id}`} onClick={followed}>
              <b>{run.asked}</b>
              <span>{run.short ?? run.error?.message ?? run.status}</span>
              <small>
                {day(run.askedAt)}, {run.pipeline}
              </small>
            </a>
            <button type="button" class="quiet" aria-label={`Delete: ${run.asked}`} onClick={() => drop(run.id)}>
              <Icon name="remove" />
            </button>
          </li>
        ))}
      </ul>
      {value && value.total > 0 && (
        <p class="hint">
          {count(value.total, 'question')}{' '}
          <button
            type="button"
            class="quiet"
            onClick={() => confirm('Delete the whole history?') && void remove('/api/runs').then(again)}
          >
            Delete all
          </button>
        </p>
      )}
    </main>
  );
}
