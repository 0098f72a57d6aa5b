/** Two pipelines of runs, question by question: what differs, by how much, and whether that is more than chance. */

import { metricWords } from './lab.js';
import { Report } from './lab-run-view.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';
import { followed } from './route.js';
import type { LabComparison } from './types.js';
import { count } from './words.js';

const CHANCE = 0.05;

export function LabCompareView({ first, second }: { first: string; second: string }) {
  const { value, error, again } = useLoaded<LabComparison>(
    `/api/lab/compare?${new URLSearchParams({ first, second })}`,
  );
  const [name = '', label = ''] = split(first);
  return (
    <main class="wide-view lab" id="main">
      <p class="crumbs">
        <a href="/lab" onClick={followed}>
          Lab
        </a>
      </p>
      <h1>
        {first} against {second}
      </h1>
      {error && <Problem error={error} retry={again} />}
      {value && (
        <>
          <p class="row">
            <span class="hint">
              {count(value.questions, 'question')} that both have
              {value.unmatched > 0 && `, ${value.unmatched} that only one has`}
            </span>
            <Report
              path={`/api/lab/runs/${encodeURIComponent(name)}/report?${new URLSearchParams({ label, against: second })}`}
              name={`${name}-compared`}
            />
          </p>
          <Metrics comparison={value} />
          <Differing comparison={value} names={[first, second]} />
        </>
      )}
    </main>
  );
}

const split = (source: string): string[] => [
  source.slice(0, source.indexOf(':')),
  source.slice(source.indexOf(':') + 1),
];

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;

function Metrics({ comparison: { metrics, first, second } }: { comparison: LabComparison }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard, too.
    <section class="scroll scores" tabIndex={0} aria-label="Metrics compared">
      <table>
        <thead>
          <tr>
            {['Metric', first, second, 'difference', '95 % interval', 'won, lost, equal', 'p (Holm)', ''].map(
              (head) => (
                <th scope="col">{head}</th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {metrics.map((test) => (
            <tr>
              <th scope="row" title={test.metric}>
                {metricWords(test.metric)}
              </th>
              <td>{test.first.toFixed(3)}</td>
              <td>{test.second.toFixed(3)}</td>
              <td>{signed(test.difference)}</td>
              <td>
                {signed(test.low)} to {signed(test.high)}
              </td>
              <td>
                {test.wins}, {test.losses}, {test.ties}
              </td>
              <td>{test.pHolm < 0.001 ? '< 0.001' : test.pHolm.toFixed(3)}</td>
              <td>{test.pHolm < CHANCE ? 'more than chance' : 'may be chance'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Differing({
  comparison: { differing },
  names,
}: {
  comparison: LabComparison;
  names: readonly [string, string];
}) {
  if (differing.length === 0) return null;
  return (
    <section>
      <h2>Where they differ most</h2>
      {differing.map(({ id, question, answers, first, second }) => (
        <article class="differing">
          <h3>{question ?? id}</h3>
          <div class="columns">
            {[first, second].map((score, at) => (
              <div class="column">
                <p class="place">
                  {names[at]} <span class="time">{score.toFixed(2)}</span>
                </p>
                <p class="answer">{answers?.[at] || 'no answer'}</p>
              </div>
            ))}
          </div>
        </article>
      ))}
    </section>
  );
}
