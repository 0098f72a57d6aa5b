/** What a finished grid says: the best combination, how sure that is, and what each option does on average. */
import { figure } from './lab.js';
import type { LabGrid } from './types.js';
import { count } from './words.js';

export function GridFigures({
  grid: { response, champion, runnerUp, lead, noiseFloor, factors, notes },
}: {
  grid: LabGrid;
}) {
  return (
    <section aria-label="What the grid says">
      <dl class="figures">
        <dt>Response</dt>
        <dd>{response}</dd>
        <dt>Champion</dt>
        <dd>
          <b>{figure(champion.response)}</b> {settingsText(champion.settings)}
        </dd>
        {runnerUp && (
          <>
            <dt>Runner-up</dt>
            <dd>
              {figure(runnerUp.response)} {settingsText(runnerUp.settings)}
              {lead &&
                `; question by question ${lead.wins} won, ${lead.losses} lost, ${lead.ties} equal, p ${lead.p < 0.001 ? '< 0.001' : lead.p.toFixed(3)}`}
            </dd>
          </>
        )}
        <dt>Noise floor</dt>
        <dd>{noiseFloor === null ? 'unknown: no two points are the same pipeline' : figure(noiseFloor)}</dd>
      </dl>
      <div class="factors">
        {Object.entries(factors).map(([name, means]) => (
          <Factor name={name} means={means} />
        ))}
      </div>
      {notes.map((note) => (
        <p class="hint">{note}</p>
      ))}
    </section>
  );
}

/** Bars from zero, so that a small difference looks small. */
function Factor({ name, means }: { name: string; means: LabGrid['factors'][string] }) {
  const most = Math.max(...means.map(({ mean }) => Math.abs(mean)), Number.EPSILON);
  return (
    <section class="factor">
      <h3>{name}</h3>
      <ul>
        {means.map(({ value, mean, points }) => (
          <li title={count(points, 'point')}>
            <span>{value}</span>
            <span class="track" aria-hidden="true">
              <span class="bar" style={{ width: `${(100 * Math.abs(mean)) / most}%` }} />
            </span>
            <span class="time">{figure(mean)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const settingsText = (settings: Readonly<Record<string, unknown>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
