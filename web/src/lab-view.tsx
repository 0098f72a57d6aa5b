/** The lab: runs, grids and comparisons, started and watched here or begun on the command line. */
import { useEffect, useState } from 'preact/hooks';
import { Choice } from './ask-view.js';
import { Icon } from './icons.js';
import { LabCompareView } from './lab-compare.js';
import { LabRunView } from './lab-run-view.js';
import { StartForm } from './lab-start.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';
import { followed, go } from './route.js';
import type { LabEntry } from './types.js';
import { count, day } from './words.js';

const AGAIN_MS = 3000;

export function LabView({ parts: [name], query }: { parts: readonly string[]; query: URLSearchParams }) {
  if (name === undefined || name === '') return <LabList />;
  const pair = { first: query.get('first') ?? '', second: query.get('second') ?? '' };
  return pair.first && pair.second ? <LabCompareView {...pair} /> : <LabRunView key={name} name={name} />;
}

function LabList() {
  const { value, error, again } = useLoaded<{ folder: string; runs: LabEntry[] }>('/api/lab/runs');
  const isRunning = value?.runs.some(({ status }) => status === 'running') ?? false;
  useEffect(() => {
    const timer = isRunning ? setInterval(again, AGAIN_MS) : undefined;
    return () => clearInterval(timer);
  }, [isRunning]);
  return (
    <main class="list-view" id="main">
      <h1>Lab</h1>
      <p class="lead">
        Ask a set of questions of several pipelines, or of every combination of a pipeline’s options, and see what is
        better by more than chance.
      </p>
      {error && <Problem error={error} retry={again} />}
      {value?.runs.length === 0 && (
        <p class="hint">
          Nothing in {value.folder} yet. Start a run below, or by{' '}
          <code>winnow eval --out {folderName(value.folder)}/first</code>.
        </p>
      )}
      <ul class="runs">
        {value?.runs.map((entry) => (
          <Entry key={entry.name} entry={entry} />
        ))}
      </ul>
      {value && <PickTwo runs={value.runs} />}
      <h2>Start an experiment</h2>
      <StartForm taken={value?.runs.map(({ name }) => name) ?? []} />
    </main>
  );
}

const folderName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

const STATUS_ICONS = { running: 'lab', done: 'supported', stopped: 'partial', unreadable: 'warning' } as const;

function Entry({ entry: { name, kind, status, done, total, askedAt, questions, labels, error } }: { entry: LabEntry }) {
  const what = kind === 'grid' ? `grid of ${count(labels.length, 'point')}` : labels.join(', ');
  return (
    <li>
      <a href={`/lab/${encodeURIComponent(name)}`} onClick={followed}>
        <b>{name}</b>
        <span>{error?.message ?? what}</span>
        <small>
          {[
            questions,
            status === 'done' ? count(total, 'answer') : `${done} of ${total} answers`,
            askedAt && day(askedAt),
          ]
            .filter(Boolean)
            .join(', ')}
        </small>
        {status === 'running' && <progress value={done} max={total} aria-label={`${name}: share done`} />}
      </a>
      <span class={`state ${status}`}>
        <Icon name={STATUS_ICONS[status]} /> {status}
      </span>
    </li>
  );
}

/** Every pipeline of every run; points of a grid are compared in its report. */
function PickTwo({ runs }: { runs: readonly LabEntry[] }) {
  const sources = runs
    .filter(({ kind, done }) => kind === 'run' && done > 0)
    .flatMap(({ name, labels }) => labels.map((label) => `${name}:${label}`));
  const [[first = '', second = ''], setPair] = useState<readonly string[]>([]);
  if (sources.length < 2) return null;
  const options = sources.map((source) => [source, source] as const);
  const pair = [first || (sources[0] ?? ''), second || (sources[1] ?? '')];
  return (
    <form
      class="row"
      aria-label="Compare two"
      onSubmit={(event) => {
        event.preventDefault();
        go(`/lab/compare?${new URLSearchParams({ first: pair[0] ?? '', second: pair[1] ?? '' })}`);
      }}
    >
      <Choice
        label="Compare"
        value={pair[0] ?? ''}
        options={options}
        pick={(value) => setPair([value, pair[1] ?? ''])}
      />
      <Choice label="with" value={pair[1] ?? ''} options={options} pick={(value) => setPair([pair[0] ?? '', value])} />
      <button type="submit" disabled={pair[0] === pair[1]}>
        Compare
      </button>
    </form>
  );
}
