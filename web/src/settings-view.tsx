/** What is set up, tried with one click. Keys are read from environment variables by the server and never shown. */
import { useState } from 'preact/hooks';
import { errorOf, post } from './api.js';
import { Choice } from './ask-view.js';
import { useCorpusTitle } from './corpus-title.js';
import { Icon } from './icons.js';
import { Shortcuts } from './keyboard.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';
import { setTheme, THEMES, type Theme, theme } from './theme.js';
import type { ApiError, DoctorCheck, Settings } from './types.js';
import { money, percent, seconds } from './words.js';

export function SettingsView() {
  const { value, error, again } = useLoaded<Settings>('/api/settings');
  const [look, setLook] = useState(theme);
  return (
    <main class="list-view" id="main">
      <h1>Settings</h1>
      <Choice
        label="Appearance"
        value={look}
        options={THEMES.map((one) => [one, one])}
        pick={(to) => {
          setTheme(to as Theme);
          setLook(to as Theme);
        }}
      />
      {error && <Problem error={error} retry={again} />}
      {value && <State settings={value} />}
      <Doctor />
      <h2>Keyboard</h2>
      <Shortcuts />
    </main>
  );
}

function State({ settings }: { settings: Settings }) {
  const corpus = useCorpusTitle(settings.corpus);
  const models = Object.entries(settings.models);
  const local = Object.entries(settings.local).map(([name, there]) => `${name}${there ? '' : ' (missing)'}`);
  const rows: [string, string][] = [
    ['Version', settings.version],
    ['Pipeline', settings.pipeline],
    [
      'Searches',
      settings.search === 'web' ? 'the web' : `${settings.search === 'both' ? 'the web and ' : ''}${corpus}`,
    ],
    ['Language models', models.length === 0 ? 'none: answers consist of the pages’ own sentences' : ''],
    ...models.map(([role, { provider, model, keyVariable, hasKey }]): [string, string] => [
      role,
      [provider, model, keyVariable && `${keyVariable} ${hasKey ? 'is set' : 'is not set'}`].filter(Boolean).join(', '),
    ]),
    ['Small models', local.join(', ')],
    ['Embedder, reranker', `${settings.embedder}, ${settings.reranker}`],
    [
      'Search engines',
      settings.searchEngines.length === 0 ? 'none configured' : settings.searchEngines.map(asText).join(', '),
    ],
    ['What no source carries', trustText(settings.trust)],
    ['A question may take', limitsText(settings.limits)],
  ];
  return (
    <dl class="figures">
      {rows
        .filter(([, said]) => said)
        .map(([name, said]) => (
          <>
            <dt>{name}</dt>
            <dd>{said}</dd>
          </>
        ))}
    </dl>
  );
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const MODES: Readonly<Record<string, string>> = {
  mark: 'is marked',
  mend: 'is marked, or mended',
  strict: 'is mended, or left out',
};

function trustText({ mode, abstainBelow }: Settings['trust']): string {
  const abstains = abstainBelow > 0 ? `; below a confidence of ${percent(abstainBelow)} there is no answer` : '';
  return `${MODES[mode] ?? mode}${abstains}`;
}

const limitsText = ({ timeoutMs, maxCostUsd }: Settings['limits']): string =>
  [seconds(timeoutMs), maxCostUsd === undefined ? '' : money(maxCostUsd)].filter(Boolean).join(', ');

const ICONS = { ok: 'supported', off: 'unsupported', fails: 'contradicted' } as const;
const WORDS = { ok: 'works', off: 'not set up', fails: 'fails' } as const;

function Doctor() {
  const [checks, setChecks] = useState<readonly DoctorCheck[]>();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const run = async () => {
    setBusy(true);
    setError(undefined);
    await post<{ checks: DoctorCheck[] }>('/api/doctor').then(
      (said) => setChecks(said.checks),
      (failed) => setError(errorOf(failed)),
    );
    setBusy(false);
  };
  return (
    <section aria-label="Doctor">
      <p>
        <button type="button" onClick={() => void run()} disabled={busy}>
          {busy ? 'Trying everything' : 'Try what is set up'}
        </button>
      </p>
      {error && <Problem error={error} retry={() => void run()} />}
      <ul class="checks">
        {checks?.map(({ what, state, said, advice }) => (
          <li class={state}>
            <Icon name={ICONS[state]} /> <b>{what}</b>{' '}
            <span>
              {WORDS[state]}: {said}
            </span>
            {advice && <small>{advice}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
