/** A question and its answer, with the why beside it. */
import { useEffect, useState } from 'preact/hooks';
import { Actions } from './actions.js';
import { AnswerText, type PointedClaim } from './answer.js';
import { remove } from './api.js';
import { ask } from './asking.js';
import { Conflicts } from './conflicts.js';
import { Earlier } from './conversation.js';
import { Icon } from './icons.js';
import { useShortcut } from './keyboard.js';
import { Problem } from './problem.js';
import { QuestionBox } from './question-box.js';
import { isOver, type RunState, useRun } from './run.js';
import { say } from './said.js';
import { ShortAnswer } from './short-answer.js';
import { Sources } from './sources.js';
import { LiveSteps } from './steps.js';
import { Blocks } from './text.js';
import { textOf } from './trace.js';
import type { Result, StoredRun } from './types.js';
import { Why, type WhyTab } from './why.js';
import { percent, seconds } from './words.js';

export function RunView({ id }: { id: string }) {
  const run = useRun(id);
  const { stored, error } = run;
  const [pointed, setPointed] = useState<PointedClaim>();
  const [tab, setTab] = useState<WhyTab>();
  const [sheet, setSheet] = useState(false);
  const over = isOver(stored);
  const stop = () => void remove(`/api/runs/${id}`).catch(() => undefined);
  useShortcut('Escape', () => (sheet ? setSheet(false) : over || stop()));
  useAnnounced(stored);
  useEffect(() => {
    setPointed(undefined);
    if (stored) document.title = `${stored.asked} · Winnow`;
  }, [stored?.asked]);
  const point = (to: PointedClaim, pinned: boolean) => {
    setPointed(to);
    if (!pinned) return;
    setTab('evidence');
    setSheet(true);
  };
  const again = (pipeline?: string) => stored && ask({ ...request(stored), ...(pipeline && { pipeline }) });
  if (!stored)
    return (
      <main class="run" id="main">
        {error ? <Problem error={error} retry={() => location.reload()} /> : <p class="hint">Loading the run</p>}
      </main>
    );
  const { result } = stored;
  return (
    <main class="run" id="main" data-status={over ? stored.status : 'running'}>
      <article class="reading">
        <Earlier stored={stored} />
        <Heading stored={stored} />
        {!over && (
          <LiveSteps events={run.events} since={stored.askedAt} queued={stored.status === 'queued'} stop={stop} />
        )}
        {!over && <Draft run={run} />}
        {over && !result && <Ended stored={stored} again={() => void again()} />}
        {result && (
          <>
            <Short result={result} />
            <AnswerText result={result} pointed={pointed} point={point} />
            <Facts result={result} />
            <Conflicts conflicts={result.conflicts ?? []} />
            <Actions result={result} id={id} again={again} />
            <Sources result={result} corpus={stored.corpus} />
          </>
        )}
        {over && <FollowUp key={id} stored={stored} />}
      </article>
      <Why
        run={run}
        pointed={pointed}
        tab={tab ?? (over ? 'evidence' : 'funnel')}
        setTab={setTab}
        sheet={sheet}
        setSheet={setSheet}
      />
    </main>
  );
}

function FollowUp({ stored }: { stored: StoredRun }) {
  const { conversation } = stored;
  return (
    <QuestionBox
      label="Follow-up question"
      placeholder="Ask a follow-up"
      action="Ask"
      onAsk={(question) => ask({ ...request(stored), question, conversation })}
    />
  );
}

const request = ({ asked, pipeline, corpus, search }: StoredRun) => ({
  question: asked,
  pipeline,
  ...(corpus && { corpus }),
  ...(search && { search }),
});

function Heading({ stored: { asked, question, result } }: { stored: StoredRun }) {
  const askedAs = result?.askedAs ?? question;
  return (
    <>
      <h1>{asked}</h1>
      {askedAs !== asked && <p class="asked-as">Asked as: {askedAs}</p>}
    </>
  );
}

function Draft({ run }: { run: RunState }) {
  const text = textOf(run.events);
  return (
    <div class="answer draft" aria-busy="true">
      <Blocks text={text} />
    </div>
  );
}

/** Below this an answer is more likely wrong than right, and must not look like a fact. */
const UNSURE = 0.5;

function Short({ result: { answer, confidence = 1 } }: { result: Result }) {
  const unsure = answer.status === 'answered' && confidence < UNSURE;
  return (
    <>
      {unsure && (
        <p class="unsure">
          <Icon name="warning" /> More likely wrong than right: read the evidence before you use it.
        </p>
      )}
      <ShortAnswer answer={answer} unsure={unsure} />
    </>
  );
}

function Facts({ result: { confidence, usage, answer } }: { result: Result }) {
  return (
    <p class="facts">
      {confidence !== undefined && answer.status !== 'abstained' && (
        <span class="confidence">
          <meter min={0} max={1} value={confidence} aria-label="Confidence" />
          {percent(confidence)} likely right
        </span>
      )}
      {answer.corrects && <span>{answer.corrects}</span>}
      <span class="time">{seconds(usage.ms)}</span>
    </p>
  );
}

function Ended({ stored: { status, error }, again }: { stored: StoredRun; again: () => void }) {
  if (status === 'cancelled' || status === 'interrupted')
    return (
      <Problem
        error={{
          code: status,
          message:
            status === 'cancelled'
              ? 'Stopped before there was an answer.'
              : 'The server stopped in the middle of this answer.',
        }}
        retry={again}
        retryLabel="Ask again"
      />
    );
  return <Problem error={error ?? { code: 'failed', message: 'The run failed.' }} retry={again} />;
}

/** A screen reader hears that the answer is there, and what it is in short. */
function useAnnounced(stored: StoredRun | undefined): void {
  useEffect(() => {
    if (!stored) return;
    if (!isOver(stored)) say('Working on the answer.');
    else if (stored.result) say(`Answer: ${stored.result.answer.short ?? stored.result.answer.text}`);
    else say(stored.error?.message ?? `The run was ${stored.status}.`);
  }, [stored?.id, isOver(stored)]);
}
