/** Corpora and their documents: browsed, searched, added to. */
import { useState } from 'preact/hooks';
import { remove } from './api.js';
import { CorpusSearch } from './corpus-search.js';
import { DocumentView } from './document-view.js';
import { documentPath } from './evidence.js';
import { Ingest } from './ingest.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';
import { followed, go } from './route.js';
import type { Corpus, DocumentEntry } from './types.js';
import { corpusName, count, day } from './words.js';

const PAGE = 50;

export function LibraryView({ parts: [corpus, what], query }: { parts: readonly string[]; query: URLSearchParams }) {
  if (corpus && what === 'document') return <DocumentView corpus={corpus} query={query} />;
  return corpus ? <CorpusView key={corpus} name={corpus} /> : <CorporaView />;
}

function CorporaView() {
  const { value, error, again } = useLoaded<{ corpora: Corpus[] }>('/api/corpora');
  return (
    <main class="list-view" id="main">
      <h1>Library</h1>
      {error && <Problem error={error} retry={again} />}
      <ul class="runs">
        {value?.corpora.map(({ name, documents, passages, changedAt, problem, isDefault }) => (
          <li>
            <a href={`/library/${encodeURIComponent(name)}`} onClick={followed}>
              <b>{corpusName(name)}</b>
              <span>
                {problem ??
                  [count(documents, 'document'), passages === undefined ? '' : count(passages, 'passage')].filter(Boolean).join(', ')}
              </span>
              <small>
                {[isDefault ? 'searched unless you choose another' : '', changedAt ? `changed ${day(changedAt)}` : '']
                  .filter(Boolean)
                  .join(', ')}
              </small>
            </a>
          </li>
        ))}
      </ul>
      <h2>Add documents</h2>
      <Ingest corpus="" done={again} />
    </main>
  );
}

function CorpusView({ name }: { name: string }) {
  const [from, setFrom] = useState(0);
  const { value, error, again } = useLoaded<{ total: number; documents: DocumentEntry[] }>(
    `/api/corpora/${encodeURIComponent(name)}/documents?from=${from}&limit=${PAGE}`,
  );
  const isFolder = name === '~docs';
  const drop = () =>
    confirm(`Delete the corpus ${name} and what was uploaded to it?`) &&
    void remove(`/api/corpora/${encodeURIComponent(name)}`).then(() => go('/library'));
  return (
    <main class="list-view" id="main">
      <p class="crumbs">
        <a href="/library" onClick={followed}>
          Library
        </a>
      </p>
      <h1>{corpusName(name)}</h1>
      <CorpusSearch corpus={name} />
      {error && <Problem error={error} retry={again} />}
      <h2>{value ? count(value.total, 'document') : 'Documents'}</h2>
      <ul class="runs dense">
        {value?.documents.map(({ id, title, url, date, passages, characters }) => (
          <li>
            <a href={documentPath(name, id)} onClick={followed}>
              <b>{title || url}</b>
              <small>{[url, date, count(passages, 'passage'), count(characters, 'character')].filter(Boolean).join(', ')}</small>
            </a>
          </li>
        ))}
      </ul>
      {value && value.total > PAGE && (
        <p class="row">
          <button type="button" disabled={from === 0} onClick={() => setFrom(from - PAGE)}>
            Earlier
          </button>
          <span class="time">
            {from + 1} to {Math.min(from + PAGE, value.total)} of {value.total}
          </span>
          <button type="button" disabled={from + PAGE >= value.total} onClick={() => setFrom(from + PAGE)}>
            Further
          </button>
        </p>
      )}
      {!isFolder && (
        <>
          <h2>Add documents</h2>
          <Ingest corpus={name} done={again} />
          <p>
            <button type="button" class="quiet" onClick={drop}>
              Delete this corpus
            </button>
          </p>
        </>
      )}
    </main>
  );
}
