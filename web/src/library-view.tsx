/** Corpora and their documents: browsed, searched, added to. */
import { get, remove } from './api.js';
import { CorpusSearch } from './corpus-search.js';
import { CorpusTitle, useCorpusTitle } from './corpus-title.js';
import { DocumentView } from './document-view.js';
import { documentPath } from './evidence.js';
import { Ingest } from './ingest.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';
import { followed, go } from './route.js';
import type { Corpus, DocumentEntry } from './types.js';
import { PAGE, VirtualList } from './virtual-list.js';
import { count, day } from './words.js';

const ROW_HEIGHT = 56;

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
        {value?.corpora.map(({ name, documents, passages, vectors, withoutVector, changedAt, problem, isDefault }) => (
          <li>
            <a href={`/library/${encodeURIComponent(name)}`} onClick={followed}>
              <b>
                <CorpusTitle name={name} />
              </b>
              <span>
                {problem ??
                  [
                    count(documents, 'document'),
                    passages === undefined ? '' : count(passages, 'passage'),
                    withoutVector ? `${vectors} of them found by meaning, too, so far` : '',
                  ]
                    .filter(Boolean)
                    .join(', ')}
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
  const listed = (from: number) => `/api/corpora/${encodeURIComponent(name)}/documents?from=${from}&limit=${PAGE}`;
  const { value, error, again } = useLoaded<{ total: number }>(
    `/api/corpora/${encodeURIComponent(name)}/documents?limit=1`,
  );
  const title = useCorpusTitle(name);
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
      <h1>{title}</h1>
      <CorpusSearch corpus={name} />
      {error && <Problem error={error} retry={again} />}
      <h2>{value ? count(value.total, 'document') : 'Documents'}</h2>
      {value && (
        <VirtualList<DocumentEntry>
          key={value.total}
          label="Documents"
          total={value.total}
          rowHeight={ROW_HEIGHT}
          load={async (from) => (await get<{ documents: DocumentEntry[] }>(listed(from))).documents}
          row={({ id, title: called, url, date, passages, characters }) => (
            <a href={documentPath(name, id)} onClick={followed}>
              <b>{called || url}</b>
              <small>
                {[url, date, count(passages, 'passage'), count(characters, 'character')].filter(Boolean).join(', ')}
              </small>
            </a>
          )}
        />
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
