/** Pipelines or points by metric; the best of each metric is marked by a sign and by weight. */
import { figure, isCost, metricsOf, metricWords } from './lab.js';
import type { LabColumn, LabRun } from './types.js';

/** Two that are equal when shown are equal. */
const EQUAL = 0.005;

export function ScoreTable({ run }: { run: LabRun }) {
  const metrics = metricsOf(run);
  const best = new Map(metrics.map((name) => [name, bestOf(run.columns, name)]));
  const responses = new Map(run.grid?.points.map(({ name, response }) => [name, response]));
  const columns =
    responses.size > 0
      ? run.columns.toSorted((a, b) => (responses.get(b.label) ?? 0) - (responses.get(a.label) ?? 0))
      : run.columns;
  return (
    <div class="scores">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard, too. */}
      <section class="scroll" tabIndex={0} aria-label="Scores">
        <table>
          <thead>
            <tr>
              <th scope="col">{run.kind === 'grid' ? 'Point' : 'Pipeline'}</th>
              {responses.size > 0 && <th scope="col">response</th>}
              {metrics.map((name) => (
                <th scope="col" title={name}>
                  {metricWords(name)}
                </th>
              ))}
              <th scope="col">answers</th>
            </tr>
          </thead>
          <tbody>
            {columns.map((column) => (
              <tr>
                <th scope="row">{column.label}</th>
                {responses.size > 0 && <td>{figure(responses.get(column.label) ?? 0)}</td>}
                {metrics.map((name) => (
                  <Cell column={column} name={name} best={best.get(name)} />
                ))}
                <td>
                  {column.answered} given, {column.abstained} abstained
                  {column.failed > 0 && <span class="bad">, {column.failed} failed</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="hint">
        {run.status === 'done' && run.kind === 'run' ? '± half of the 95 % interval. ' : ''}★ the best of a column.
        Whether a difference is more than chance is in the report and in a comparison.
      </p>
    </div>
  );
}

function Cell({ column, name, best }: { column: LabColumn; name: string; best: number | undefined }) {
  const metric = column.metrics[name];
  if (!metric) return <td>–</td>;
  const { mean, low, high } = metric;
  const isBest = best !== undefined && Math.abs(mean - best) < EQUAL;
  return (
    <td class={isBest ? 'best' : ''}>
      {isBest && '★ '}
      {figure(mean)}
      {low !== undefined && high !== undefined && high > low && <small> ± {figure((high - low) / 2)}</small>}
    </td>
  );
}

/** Nothing where all are the same: then none is the best. */
function bestOf(columns: readonly LabColumn[], name: string): number | undefined {
  const means = columns.flatMap(({ metrics }) => metrics[name]?.mean ?? []);
  const [least, most] = [Math.min(...means), Math.max(...means)];
  if (means.length < 2 || most - least < EQUAL) return undefined;
  return isCost(name) ? least : most;
}
