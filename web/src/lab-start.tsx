/** What is asked, of what, and by which pipelines: the form that starts a run or a grid. */
import { useState } from 'preact/hooks';
import { errorOf, post, uploadQuestions } from './api.js';
import { Choice } from './ask-view.js';
import { type Axis, AxisFields, axesOf } from './lab-axes.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';
import { go } from './route.js';
import type { ApiError, Corpus, LabRun, PipelineInfo, QuestionSet } from './types.js';
import { corpusName, count } from './words.js';

const AT_FIRST = ['hifi-rag', 'naive-hybrid'];
const FEW = '20';

type StartInput = { name: string; questions: string; corpus: string; limit: string; pipeline: string };
type Fields = { given: StartInput; set: (part: Partial<StartInput>) => void };

const AT_START: StartInput = { name: '', questions: 'sample', corpus: '', limit: FEW, pipeline: AT_FIRST[0] ?? '' };
const NO_AXES: readonly Axis[] = [{ option: '', values: '' }];

export function StartForm({ taken }: { taken: readonly string[] }) {
  const { value } = useLoaded<{ pipelines: PipelineInfo[] }>('/api/pipelines');
  const pipelines = value?.pipelines ?? [];
  const [kind, setKind] = useState<'run' | 'grid'>('run');
  const [given, setGiven] = useState(AT_START);
  const [chosen, setChosen] = useState<readonly string[]>(AT_FIRST);
  const [axes, setAxes] = useState(NO_AXES);
  const [error, setError] = useState<ApiError>();
  const set = (part: Partial<StartInput>) => setGiven({ ...given, ...part });
  const name = given.name || freeName(kind, taken);
  const start = async (event: Event) => {
    event.preventDefault();
    setError(undefined);
    const { questions, corpus, limit, pipeline } = given;
    const asked = { kind, name, questions, ...(corpus && { corpus }), ...(limit && { limit: Number(limit) }) };
    const body = kind === 'run' ? { ...asked, pipelines: chosen } : { ...asked, pipeline, axes: axesOf(axes) };
    await post<LabRun>('/api/lab/runs', body).then(
      () => go(`/lab/${encodeURIComponent(name)}`),
      (failed) => setError(errorOf(failed)),
    );
  };
  return (
    <form class="start" aria-label="Start an experiment" onSubmit={(event) => void start(event)}>
      <div class="row" role="radiogroup" aria-label="Kind">
        {KINDS.map(([key, label]) => (
          <label>
            <input type="radio" name="kind" checked={kind === key} onChange={() => setKind(key)} /> {label}
          </label>
        ))}
      </div>
      <NameAndLimit given={given} set={set} name={name} />
      <QuestionFields given={given} set={set} onError={setError} />
      {kind === 'run' ? (
        <Pipelines pipelines={pipelines} chosen={chosen} choose={setChosen} />
      ) : (
        <GridFields given={given} set={set} pipelines={pipelines} axes={axes} setAxes={setAxes} />
      )}
      {error && <Problem error={error} />}
      <button type="submit" class="primary" disabled={kind === 'run' && chosen.length === 0}>
        Start {name}
      </button>
    </form>
  );
}

function NameAndLimit({ given, set, name }: Fields & { name: string }) {
  return (
    <p class="row">
      <label class="field">
        Name{' '}
        <input
          value={given.name}
          placeholder={name}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          maxLength={64}
          onInput={(event) => set({ name: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        Questions at most{' '}
        <input
          type="number"
          min={1}
          value={given.limit}
          placeholder="all"
          onInput={(event) => set({ limit: event.currentTarget.value })}
        />
      </label>
    </p>
  );
}

function QuestionFields({ given, set, onError }: Fields & { onError: (error: ApiError) => void }) {
  const { value: sets, again } = useLoaded<{ sets: QuestionSet[] }>('/api/lab/questions');
  const { value: corpora } = useLoaded<{ corpora: Corpus[] }>('/api/corpora');
  const add = (file: File | undefined) =>
    file &&
    void uploadQuestions(file).then(
      (added) => {
        again();
        set({ questions: added.name });
      },
      (failed) => onError(errorOf(failed)),
    );
  return (
    <p class="row">
      <Choice
        label="Questions"
        value={given.questions}
        pick={(questions) => set({ questions })}
        options={(sets?.sets ?? []).map((one) => [one.name, `${one.name}, ${count(one.questions, 'question')}`])}
      />
      <Choice
        label="asked of"
        value={given.corpus}
        pick={(corpus) => set({ corpus })}
        options={[
          ['', 'the pages they belong to'],
          ...(corpora?.corpora ?? []).map(({ name }) => [name, corpusName(name)] as const),
        ]}
      />
      <label class="file">
        Questions of your own{' '}
        <input type="file" accept=".jsonl,.json,.csv,.tsv" onChange={(event) => add(event.currentTarget.files?.[0])} />
      </label>
    </p>
  );
}

type GridFieldsProps = Fields & {
  pipelines: readonly PipelineInfo[];
  axes: readonly Axis[];
  setAxes: (axes: readonly Axis[]) => void;
};

function GridFields({ given, set, pipelines, axes, setAxes }: GridFieldsProps) {
  return (
    <>
      <Choice
        label="Pipeline"
        value={given.pipeline}
        pick={(pipeline) => {
          set({ pipeline });
          setAxes(NO_AXES);
        }}
        options={pipelines.map((one) => [one.name, one.name])}
      />
      <AxisFields axes={axes} change={setAxes} info={pipelines.find((one) => one.name === given.pipeline)} />
    </>
  );
}

const KINDS = [
  ['run', 'Run: several pipelines'],
  ['grid', 'Grid: every combination of a pipeline’s options'],
] as const;

function Pipelines({
  pipelines,
  chosen,
  choose,
}: {
  pipelines: readonly PipelineInfo[];
  chosen: readonly string[];
  choose: (names: readonly string[]) => void;
}) {
  const toggle = (name: string) =>
    choose(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <fieldset class="pick">
      <legend>Pipelines</legend>
      {pipelines.map(({ name, summary }) => (
        <label title={summary}>
          <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {name}
        </label>
      ))}
    </fieldset>
  );
}

function freeName(kind: string, taken: readonly string[]): string {
  for (let n = 1; ; n += 1) if (!taken.includes(`${kind}-${n}`)) return `${kind}-${n}`;
}
