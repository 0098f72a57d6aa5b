/** A run or a grid: how far it is, what it found so far, and its report. */
import { useState } from 'preact/hooks';
import { errorOf, fetchText, hasApiKey, post, remove } from './api.js';
import { Choice } from './ask-view.js';
import { Course } from './course.js';
import { save } from './export.js';
import { Icon } from './icons.js';
import { isCost, metricsOf, metricWords, useExperiment } from './lab.js';
import { GridFigures } from './lab-grid.js';
import { ScoreTable } from './lab-table.js';
import { Problem } from './problem.js';
import { followed, go } from './route.js';
import type { ApiError, LabRun } from './types.js';
import { count, day, money } from './words.js';

export function LabRunView({ name }: { name: string }) {
  const [turn, setTurn] = useState(0);
  const { run, error } = useExperiment(name, turn);
  const [failed, setFailed] = useState<ApiError>();
  const act = (what: 'stop' | 'resume') =>
    post<LabRun>(`/api/lab/runs/${encodeURIComponent(name)}/${what}`).then(
      () => setTurn((last) => last + 1),
      (refused) => setFailed(errorOf(refused)),
    );
  return (
    <main class="wide-view lab" id="main" data-status={run?.status}>
      <p class="crumbs">
        <a href="/lab" onClick={followed}>
          Lab
        </a>
      </p>
      <h1>{name}</h1>
      {error && <Problem error={error} retry={() => setTurn((last) => last + 1)} />}
      {failed && <Problem error={failed} />}
      {run?.error && <Problem error={run.error} retry={() => void act('resume')} retryLabel="Go on" />}
      {run && (
        <>
          <Standing run={run} act={act} />
          {run.grid ? <GridFigures grid={run.grid} /> : run.kind === 'run' && run.done > 0 && <Courses run={run} />}
          {run.done > 0 && <ScoreTable run={run} />}
        </>
      )}
    </main>
  );
}

type StandingProps = { run: LabRun; act: (what: 'stop' | 'resume') => Promise<void> };

function Standing({ run, act }: StandingProps) {
  const { kind, status, done, total, questions, documents, askedAt, models, columns } = run;
  const spent = columns.reduce<number | null>(
    (sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd),
    0,
  );
  const writers = [...new Set(Object.values(models))].join(', ') || 'no language model';
  return (
    <section aria-label="Progress">
      <p class="hint">
        {[
          questions,
          `asked of ${documents}`,
          writers,
          count(columns.length, kind === 'grid' ? 'point' : 'pipeline'),
          money(spent),
          day(askedAt),
        ].join(' · ')}
      </p>
      {status !== 'done' && <progress class="wide" value={done} max={total} aria-label="Share done" />}
      <p class="row">
        <span class={`state ${status}`}>
          {status === 'running' && <span class="pulse" aria-hidden="true" />} {status}: {done} of{' '}
          {count(total, 'answer')}
        </span>
        <RunButtons run={run} act={act} />
      </p>
    </section>
  );
}

function RunButtons({ run: { name, kind, status, done }, act }: StandingProps) {
  const path = `/api/lab/runs/${encodeURIComponent(name)}`;
  const discard = () => confirm(`Delete ${name} and its files?`) && void remove(path).then(() => go('/lab'));
  return (
    <>
      {status === 'running' && (
        <button type="button" onClick={() => void act('stop')}>
          <Icon name="stop" /> Stop
        </button>
      )}
      {status === 'stopped' && (
        <button type="button" onClick={() => void act('resume')}>
          <Icon name="again" /> Go on
        </button>
      )}
      {done > 0 && (kind === 'run' || status === 'done') && <Report path={`${path}/report`} name={name} />}
      {status !== 'running' && (
        <button type="button" class="quiet" onClick={discard}>
          <Icon name="remove" /> Delete
        </button>
      )}
    </>
  );
}

/** A link cannot carry an API key: where there is one, the report is saved and opened from disk. */
export function Report({ path, name }: { path: string; name: string }) {
  const [error, setError] = useState<ApiError>();
  const keep = () =>
    fetchText(path).then(
      (page) => save(`${name}.html`, 'text/html', page),
      (failed) => setError(errorOf(failed)),
    );
  return (
    <>
      {!hasApiKey() && (
        <a class="button" href={path} target="_blank" rel="noopener">
          <Icon name="library" /> Open the report
        </a>
      )}
      <button type="button" onClick={() => void keep()}>
        <Icon name="save" /> Save the report
      </button>
      {error && <Problem error={error} />}
    </>
  );
}

function Courses({ run }: { run: LabRun }) {
  const metrics = metricsOf(run).filter((name) => run.columns.some(({ course }) => (course[name]?.length ?? 0) > 1));
  const [chosen, setChosen] = useState('');
  const metric = metrics.includes(chosen) ? chosen : metrics[0];
  if (metric === undefined) return null;
  return (
    <section aria-label="How the means settled">
      <Choice
        label="Mean of"
        value={metric}
        pick={setChosen}
        options={metrics.map((name) => [name, metricWords(name)])}
      />{' '}
      <span class="hint">after so many questions{isCost(metric) ? '; less is better' : ''}</span>
      <Course columns={run.columns} metric={metric} />
    </section>
  );
}
