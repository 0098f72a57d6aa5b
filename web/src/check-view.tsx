/** A text that somebody else wrote, held against its sources: every claim lit by its verdict, the quote beside it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { errorOf, post } from './api.js';
import { Problem } from './problem.js';
import { say } from './said.js';
import type { ApiError, Verdict } from './types.js';
import { VERDICT_WORDS, VerdictMark } from './verdict.js';

type GivenSource = { readonly name: string; readonly text: string };
type CheckedClaim = {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly verdict: Verdict;
  readonly sources: readonly { readonly source: string; readonly quote: string }[];
};
type CheckResult = {
  readonly claims: readonly CheckedClaim[];
  readonly summary: Readonly<Record<Verdict, number>>;
  readonly notes: readonly string[];
  readonly text: string;
};

const EXAMPLE = {
  text: 'The boiler is serviced every October [1]. The work takes three weeks [1]. A technician from Ombray does it [1].',
  sources: [
    {
      name: 'boiler.md',
      text: 'The boiler is serviced every October by a technician from Ombray. The work takes a morning.',
    },
  ],
};

export function CheckView() {
  const [text, setText] = useState('');
  const [sources, setSources] = useState<readonly GivenSource[]>([{ name: '', text: '' }]);
  const [fetch, setFetch] = useState(false);
  const [checked, setChecked] = useState<CheckResult>();
  const [error, setError] = useState<ApiError>();
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    setError(undefined);
    const given = sources.filter((source) => source.text.trim());
    try {
      const found = await post<Omit<CheckResult, 'text'>>('/api/verify', {
        text,
        ...(given.length > 0 && { sources: given }),
        fetch,
      });
      setChecked({ ...found, text });
      say(`${found.claims.length} claims checked.`);
    } catch (failed) {
      setError(errorOf(failed));
    }
    setBusy(false);
  };
  const example = () => {
    setText(EXAMPLE.text);
    setSources(EXAMPLE.sources);
  };
  return (
    <main class="wide-view" id="main">
      <h1>Check</h1>
      <p class="lead">
        Paste a text whose sentences name their sources, as [1] or as links, and the sources beside it.{' '}
        <button type="button" class="quiet" onClick={example}>
          Fill in an example
        </button>
      </p>
      <form
        class="two"
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <label>
          Text
          <textarea rows={9} required value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <SourceFields sources={sources} change={setSources}>
          <label>
            <input type="checkbox" checked={fetch} onChange={() => setFetch(!fetch)} /> Read the links of the text from
            the web
          </label>
        </SourceFields>
        <button type="submit" class="primary" disabled={busy}>
          {busy ? 'Checking' : 'Check every claim'}
        </button>
      </form>
      {error && <Problem error={error} retry={() => void check()} />}
      {checked && <Verdicts checked={checked} />}
    </main>
  );
}

type SourceFieldsProps = {
  sources: readonly GivenSource[];
  change: (sources: readonly GivenSource[]) => void;
  children: ComponentChildren;
};

function SourceFields({ sources, change, children }: SourceFieldsProps) {
  const write = (at: number, text: string) =>
    change(sources.map((source, n) => (n === at ? { ...source, text } : source)));
  const add = (more: readonly GivenSource[]) => change([...sources.filter((one) => one.text.trim()), ...more]);
  return (
    <div>
      {sources.map((source, at) => (
        <label>
          Source [{at + 1}]
          <textarea rows={3} value={source.text} onInput={(event) => write(at, event.currentTarget.value)} />
        </label>
      ))}
      <p class="row">
        <button type="button" onClick={() => change([...sources, { name: '', text: '' }])}>
          Add a source
        </button>
        <label class="file">
          Text files{' '}
          <input
            type="file"
            multiple
            accept=".txt,.md,.html,text/*"
            onChange={(event) => void read(event.currentTarget.files).then(add)}
          />
        </label>
        {children}
      </p>
    </div>
  );
}

const read = (files: FileList | null): Promise<GivenSource[]> =>
  Promise.all([...(files ?? [])].map(async (file) => ({ name: file.name, text: await file.text() })));

function Verdicts({ checked: { text, claims, summary, notes } }: { checked: CheckResult }) {
  const verdicts = Object.entries(summary).filter(([, n]) => n > 0) as [Verdict, number][];
  return (
    <section class="checked" aria-label="Verdicts">
      <p class="legend">
        {verdicts.map(([verdict, n]) => (
          <span>
            <VerdictMark verdict={verdict} word={false} /> {n} {VERDICT_WORDS[verdict]}
          </span>
        ))}
      </p>
      {notes.map((note) => (
        <p class="hint">{note}</p>
      ))}
      <div class="claims">
        {claims.map((claim, at) => (
          <div class="claim">
            <p class="answer">
              {at === 0 && text.slice(0, claim.start)}
              <span class={`sentence ${claim.verdict}`}>{text.slice(claim.start, claim.end)}</span>
              {text.slice(claim.end, claims[at + 1]?.start ?? text.length)}
            </p>
            <div class="says">
              <VerdictMark verdict={claim.verdict} />
              {claim.sources.map(({ source, quote }) => (
                <blockquote>
                  <q>{quote}</q>
                  <small>{source}</small>
                </blockquote>
              ))}
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}
