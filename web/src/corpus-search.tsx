/** Search in a corpus, plain or in Lucene's syntax, with the reasons of every rank. */
import { useState } from 'preact/hooks';
import { errorOf, post } from './api.js';
import { Choice } from './ask-view.js';
import { documentPath } from './evidence.js';
import { PassageText } from './passage-text.js';
import { Problem } from './problem.js';
import { followed } from './route.js';
import type { ApiError, Explanation, SearchHits } from './types.js';

const SYNTAXES = Object.entries({ plain: 'plain words', lucene: 'Lucene' });
const MODES = Object.entries({ '': 'default', sparse: 'words', dense: 'meaning', hybrid: 'both' });

export function CorpusSearch({ corpus }: { corpus: string }) {
  const [query, setQuery] = useState('');
  const [syntax, setSyntax] = useState('plain');
  const [mode, setMode] = useState('');
  const [found, setFound] = useState<SearchHits>();
  const [error, setError] = useState<ApiError>();
  const search = () => {
    setError(undefined);
    const body = { query, syntax, explain: true, ...(mode && { mode }) };
    post<SearchHits>(`/api/corpora/${encodeURIComponent(corpus)}/search`, body).then(setFound, (failed) =>
      setError(errorOf(failed)),
    );
  };
  return (
    <section aria-label="Search in this corpus">
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <input
          type="search"
          required
          aria-label="Search the passages"
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          placeholder={syntax === 'lucene' ? '+bridge -weir "salt road"~2' : 'Search the passages'}
        />
        <Choice label="Syntax" value={syntax} pick={setSyntax} options={SYNTAXES} />
        <Choice label="By" value={mode} pick={setMode} options={MODES} />
        <button type="submit">Search</button>
      </form>
      {error && <Problem error={error} />}
      {found?.problems.map(({ message }) => (
        <p class="hint">{message}</p>
      ))}
      {found?.hits.length === 0 && <p class="hint">Nothing found.</p>}
      <ol class="hits">
        {found?.hits.map((hit) => (
          <Hit corpus={corpus} hit={hit} />
        ))}
      </ol>
    </section>
  );
}

function Hit({ corpus, hit }: { corpus: string; hit: SearchHits['hits'][number] }) {
  return (
    <li>
      <a href={documentPath(corpus, hit.document.id, hit)} onClick={followed}>
        {hit.document.title || hit.document.url}
      </a>{' '}
      <span class="place">{hit.headings.slice(1).join(' › ')}</span>
      <div class="quote">
        <PassageText text={hit.text} marks={hit.marks} />
      </div>
      <details>
        <summary>Score {hit.score.toFixed(3)}: why</summary>
        {hit.explanation ? <Why explanation={hit.explanation} /> : <p class="hint">Nothing is known of it.</p>}
      </details>
    </li>
  );
}

function Why({ explanation: { value, what, parts } }: { explanation: Explanation }) {
  return (
    <ul class="explained">
      <li>
        <span class="time">{value.toFixed(3)}</span> {what}
        {parts?.map((part) => (
          <Why explanation={part} />
        ))}
      </li>
    </ul>
  );
}
