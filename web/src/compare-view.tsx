/** One question through several pipelines, side by side; what only one of them has is marked. */
import { useEffect, useState } from 'preact/hooks';
import { start } from './asking.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';
import { QuestionBox } from './question-box.js';
import { followed, go } from './route.js';
import { isOver, type RunState, useRun } from './run.js';
import { Blocks } from './text.js';
import { hostOf, nowDoing, textOf } from './trace.js';
import type { PipelineInfo, Result } from './types.js';
import { VERDICT_WORDS, VerdictMark } from './verdict.js';
import { count, money, percent, seconds } from './words.js';

const AT_FIRST = ['hifi-rag', 'naive-hybrid'];

export function CompareView({ query }: { query: URLSearchParams }) {
  const ids = (query.get('runs') ?? '').split(',').filter(Boolean);
  const [chosen, setChosen] = useState<readonly string[]>(AT_FIRST);
  const { value, error } = useLoaded<{ pipelines: PipelineInfo[] }>('/api/pipelines');
  const compare = async (question: string) => {
    if (chosen.length < 2) throw new Error('Choose two pipelines or more.');
    const started = await Promise.all(chosen.map((pipeline) => start({ question, pipeline })));
    go(`/compare?${new URLSearchParams({ runs: started.join(','), q: question })}`);
  };
  const toggle = (name: string) => setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <main class="wide-view" id="main">
      <h1>Compare</h1>
      <QuestionBox
        key={query.get('q') ?? ''}
        label="Question to compare"
        placeholder="One question, several pipelines"
        initial={query.get('q') ?? ''}
        action={`Ask ${chosen.length} pipelines`}
        onAsk={compare}
      />
      {error && <Problem error={error} />}
      <fieldset class="pick">
        <legend>Pipelines</legend>
        {value?.pipelines.map(({ name, summary }) => (
          <label title={summary}>
            <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {name}
          </label>
        ))}
      </fieldset>
      {ids.length > 0 && <Columns ids={ids} />}
    </main>
  );
}

function Columns({ ids }: { ids: readonly string[] }) {
  const [results, setResults] = useState<Readonly<Record<string, Result>>>({});
  const finished = ids.flatMap((id) => results[id] ?? []);
  const seen = (url: string) => finished.filter(({ sources }) => sources.some((source) => source.url === url)).length;
  return (
    <div class="columns">
      {ids.map((id) => (
        <Column
          key={id}
          id={id}
          onlyHere={(url) => finished.length > 1 && seen(url) === 1}
          done={(result) => setResults((last) => ({ ...last, [id]: result }))}
        />
      ))}
    </div>
  );
}

type ColumnProps = { id: string; onlyHere: (url: string) => boolean; done: (result: Result) => void };

function Column({ id, onlyHere, done }: ColumnProps) {
  const run = useRun(id);
  const result = run.stored?.result ?? undefined;
  useEffect(() => {
    if (result) done(result);
  }, [result]);
  return (
    <section class="column" aria-label={run.stored?.pipeline ?? 'A pipeline'}>
      <h2>
        <a href={`/runs/${id}`} onClick={followed}>
          {run.stored?.pipeline ?? '…'}
        </a>
      </h2>
      {run.error && <Problem error={run.error} />}
      {run.stored?.error && <Problem error={run.stored.error} />}
      {result ? <Finished result={result} onlyHere={onlyHere} /> : <Working run={run} />}
    </section>
  );
}

function Working({ run }: { run: RunState }) {
  if (isOver(run.stored)) return <p class="hint">{run.stored?.status}</p>;
  return (
    <>
      <p class="now">{nowDoing(run.events)}</p>
      <Blocks text={textOf(run.events)} />
    </>
  );
}

function Finished({ result, onlyHere }: { result: Result; onlyHere: (url: string) => boolean }) {
  const { answer, confidence, usage, funnel, sources } = result;
  const verdicts = [...Map.groupBy(answer.claims, ({ verdict }) => verdict ?? 'unchecked')];
  const cited = new Set(answer.claims.flatMap((claim) => claim.sources));
  return (
    <>
      <p class="short">{answer.status === 'abstained' ? 'The sources do not answer this.' : answer.short}</p>
      <div class="answer">
        <Blocks text={answer.text} />
      </div>
      <dl class="figures">
        <dt>Confidence</dt>
        <dd>{confidence === undefined ? 'unknown' : percent(confidence)}</dd>
        <dt>Time</dt>
        <dd>{seconds(usage.ms)}</dd>
        <dt>Cost</dt>
        <dd>
          {money(usage.costUsd)}, {count(usage.calls, 'call')}
        </dd>
        <dt>Read</dt>
        <dd>
          {count(funnel.pages, 'page')}
          {funnel.sections > 0 && `, ${funnel.sectionsKept} of ${funnel.sections} sections`}
        </dd>
        <dt>Sentences</dt>
        <dd>
          {verdicts.map(([verdict, those]) => (
            <span class="tally">
              <VerdictMark verdict={verdict} word={false} /> {those.length} {VERDICT_WORDS[verdict]}
            </span>
          ))}
        </dd>
      </dl>
      <ul class="plain">
        {sources
          .filter(({ n }) => cited.has(n))
          .map(({ url, title }) => (
            <li>
              {title || hostOf(url)} {onlyHere(url) && <em class="tag">only here</em>}
            </li>
          ))}
      </ul>
    </>
  );
}
