/**
 * One question through several pipelines, side by side: what only one of them says or cites, and what it costs beside
 * the first, is marked.
 */
import { useEffect, useState } from 'preact/hooks';
import { stretches } from './answer.js';
import { start } from './asking.js';
import {
  citedUrls,
  confidenceDifference,
  costDifference,
  isOnlyHere,
  isSourceOnlyHere,
  timeDifference,
  verdictOn,
} from './compare-marks.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';
import { QuestionBox } from './question-box.js';
import { followed, go } from './route.js';
import { isOver, type RunState, useRun } from './run.js';
import { ShortAnswer } from './short-answer.js';
import { Blocks, Inlines } from './text.js';
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
  const toggle = (name: string) =>
    setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
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
  return (
    <>
      <p class="verdict-on" role="status">
        {verdictOn(finished)}
      </p>
      <div class="columns">
        {ids.map((id) => (
          <Column
            key={id}
            id={id}
            others={finished.filter((result) => result !== results[id])}
            first={finished[0]}
            done={(result) => setResults((last) => ({ ...last, [id]: result }))}
          />
        ))}
      </div>
    </>
  );
}

type Beside = { others: readonly Result[]; first: Result | undefined };

function Column({ id, done, ...beside }: Beside & { id: string; done: (result: Result) => void }) {
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
      {result ? <Finished result={result} {...beside} /> : <Working run={run} />}
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

function Finished({ result, others, first = result }: Beside & { result: Result }) {
  const { answer, confidence, usage, funnel } = result;
  const verdicts = [...Map.groupBy(answer.claims, ({ verdict }) => verdict ?? 'unchecked')];
  return (
    <>
      <ShortAnswer answer={answer} />
      <Said result={result} others={others} />
      <dl class="figures">
        <Figure
          name="Confidence"
          said={confidence === undefined ? 'unknown' : percent(confidence)}
          differs={confidenceDifference(result, first)}
        />
        <Figure name="Time" said={seconds(usage.ms)} differs={timeDifference(result, first)} />
        <Figure
          name="Cost"
          said={`${money(usage.costUsd)}, ${count(usage.calls, 'call')}`}
          differs={costDifference(result, first)}
        />
        <Figure
          name="Read"
          said={`${count(funnel.pages, 'page')}${funnel.sections > 0 ? `, ${funnel.sectionsKept} of ${funnel.sections} sections` : ''}`}
        />
        <dt>Sentences</dt>
        <dd>
          {verdicts.map(([verdict, those]) => (
            <span class="tally">
              <VerdictMark verdict={verdict} word={false} /> {those.length} {VERDICT_WORDS[verdict]}
            </span>
          ))}
        </dd>
      </dl>
      <Cited result={result} others={others} />
    </>
  );
}

function Figure({ name, said, differs = '' }: { name: string; said: string; differs?: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {said} {differs && <em class="tag">{differs}</em>}
      </dd>
    </>
  );
}

/** Sentences that no other column has are marked, by a line and by words. */
function Said({ result: { answer }, others }: { result: Result; others: readonly Result[] }) {
  const piece = (start: number, end: number) =>
    stretches(answer.claims, start, end).map(({ from, to, claim }) => {
      const text = <Inlines text={answer.text.slice(from, to)} />;
      if (!claim || !isOnlyHere(claim, others)) return text;
      return (
        <>
          <span class="only">{text}</span> <em class="tag">only here</em>
        </>
      );
    });
  return (
    <div class="answer">
      <Blocks text={answer.text} piece={piece} />
    </div>
  );
}

function Cited({ result, others }: { result: Result; others: readonly Result[] }) {
  const urls = citedUrls(result);
  const missed = [...new Set(others.flatMap((other) => [...citedUrls(other)]))].filter((url) => !urls.has(url)).length;
  return (
    <>
      <ul class="plain">
        {result.sources
          .filter(({ url }) => urls.has(url))
          .map(({ url, title }) => (
            <li>
              {title || hostOf(url)} {isSourceOnlyHere(url, others) && <em class="tag">only here</em>}
            </li>
          ))}
      </ul>
      {missed > 0 && <p class="hint">{count(missed, 'source')} of the others not cited here</p>}
    </>
  );
}
