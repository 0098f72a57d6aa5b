/** The first view: one input, four examples of what is loaded, and a line that says what will be searched. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { errorOf } from './api.js';
import { ask, keepScope, type Scope, scope } from './asking.js';
import { useCorpusTitle, useIsSample } from './corpus-title.js';
import { droppedFiles } from './dropped-files.js';
import { Reading } from './ingest.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';
import { QuestionBox } from './question-box.js';
import type { ApiError, Corpus, PipelineInfo, Settings } from './types.js';
import { count } from './words.js';

/** Of the sample corpus. */
const EXAMPLES = [
  'Who opened the Kestrel Bridge, and why not the governor?',
  'How long is the Kestrel Line, and how many stops does it have?',
  'When was the plan for an airport on Coldfold Marsh rejected?',
  'Who wrote the anthem of Pellandine?',
];

export function AskView({ query }: { query: URLSearchParams }) {
  const [chosen, setChosen] = useState(scope);
  const [error, setError] = useState<ApiError>();
  const asked = query.get('q')?.trim();
  const send = (question: string, replace = false) => ask({ question, ...chosen }, { replace });
  useEffect(() => {
    if (asked) send(asked, true).catch((failed) => setError(errorOf(failed)));
  }, [asked]);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void droppedFiles(event.dataTransfer).then(
      (files) => files.length > 0 && setJobs(<Reading files={files} ready={searchIn} />),
    );
  };
  const [jobs, setJobs] = useState<JSX.Element>();
  const [added, setAdded] = useState(0);
  const choose = (part: Partial<Scope>) => {
    const next = { ...scope(), ...part };
    keepScope(next);
    setChosen(next);
  };
  const searchIn = (corpus: string) => {
    choose({ corpus });
    setAdded((last) => last + 1);
  };
  return (
    <main
      class={over ? 'ask over' : 'ask'}
      id="main"
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <h1 class="wordmark">Winnow</h1>
      <p class="motto">Every sentence leads to its source, or says that none carries it.</p>
      <QuestionBox
        large
        label="Your question"
        placeholder="Ask the documents"
        action="Ask"
        initial={asked ?? ''}
        onAsk={send}
      />
      {error && <Problem error={error} />}
      <ScopeLine key={added} chosen={chosen} choose={choose} />
      {jobs}
      <Examples corpus={chosen.corpus || '~docs'} pick={send} />
    </main>
  );
}

function Examples({ corpus, pick }: { corpus: string; pick: (question: string) => Promise<void> }) {
  const isSample = useIsSample(corpus);
  return (
    <ul class="examples" aria-label="Example questions">
      {isSample &&
        EXAMPLES.map((question) => (
          <li>
            <button type="button" onClick={() => void pick(question)}>
              {question}
            </button>
          </li>
        ))}
    </ul>
  );
}

function ScopeLine({ chosen, choose }: { chosen: Scope; choose: (part: Partial<Scope>) => void }) {
  const { value: settings, error, again } = useLoaded<Settings>('/api/settings');
  const { value: corpora } = useLoaded<{ corpora: Corpus[] }>('/api/corpora');
  const { value: pipelines } = useLoaded<{ pipelines: PipelineInfo[] }>('/api/pipelines');
  const docsTitle = useCorpusTitle('~docs');
  const nameOf = (name: string) => (name === '~docs' ? docsTitle : name);
  const model = Object.values(settings?.models ?? {})[0]?.model;
  if (error) return <Problem error={error} retry={error.code === 'key' ? () => location.reload() : again} />;
  return (
    <p class="scope">
      <Choice
        label="Documents"
        value={chosen.corpus}
        pick={(corpus) => choose({ corpus })}
        options={(corpora?.corpora ?? []).map(({ name, documents, isDefault }) => [
          isDefault ? '' : name,
          `${nameOf(name)}, ${count(documents, 'page')}`,
        ])}
      />
      <Choice
        label="Search in"
        value={chosen.search}
        pick={(search) => choose({ search })}
        options={[
          ['', 'as configured'],
          ['documents', 'documents'],
          ['web', 'the web'],
          ['both', 'both'],
        ]}
      />
      <Choice
        label="Pipeline"
        value={chosen.pipeline}
        pick={(pipeline) => choose({ pipeline })}
        options={(pipelines?.pipelines ?? []).map(({ name, isDefault }) => [isDefault ? '' : name, name])}
      />
      <span class="model">{settings ? (model ?? 'no language model: answers are the pages’ own sentences') : ''}</span>
    </p>
  );
}

type ChoiceProps = {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  pick: (value: string) => void;
};

export function Choice({ label, value, options, pick }: ChoiceProps) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={(event) => pick(event.currentTarget.value)}>
        {options.map(([key, name]) => (
          <option value={key}>{name}</option>
        ))}
      </select>
    </label>
  );
}
