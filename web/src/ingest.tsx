/** Files and addresses into a corpus, with progress and a stop. */
import { useEffect, useState } from 'preact/hooks';
import { errorOf, eventsOf, post, remove, upload } from './api.js';
import { keepScope, scope } from './asking.js';
import { droppedFiles } from './dropped-files.js';
import { Problem } from './problem.js';
import { go } from './route.js';
import type { ApiError, Job } from './types.js';
import { count, percent } from './words.js';

const DROPPED = 'dropped';

export function Ingest({ corpus, done }: { corpus: string; done: () => void }) {
  const [name, setName] = useState(corpus || 'notes');
  const [job, setJob] = useState<Job>();
  const [error, setError] = useState<ApiError>();
  const begin = (started: Promise<Job>) => {
    setError(undefined);
    return follow(started, setJob).then(done, (failed) => setError(errorOf(failed)));
  };
  return (
    <div class="ingest">
      {!corpus && (
        <label>
          Corpus
          <input value={name} pattern="[a-z0-9-]+" onInput={(event) => setName(event.currentTarget.value)} />
        </label>
      )}
      <DropArea take={(files) => files.length > 0 && void begin(upload(name, files))} />
      <AddressForm
        read={(addresses) => void begin(post<Job>(`/api/corpora/${encodeURIComponent(name)}/jobs`, { addresses }))}
      />
      {error && <Problem error={error} />}
      {job && <Progress job={job} />}
    </div>
  );
}

function DropArea({ take }: { take: (files: readonly File[]) => void }) {
  const [over, setOver] = useState(false);
  const picked = (event: { currentTarget: HTMLInputElement }) => take(Array.from(event.currentTarget.files ?? []));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the file inputs are the first.
    <div
      class={over ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void droppedFiles(event.dataTransfer).then(take);
      }}
    >
      <p>Drop files or folders here: HTML, Markdown, text, PDF, office files and more.</p>
      <p class="row">
        <label class="file">
          Files <input type="file" multiple onChange={picked} />
        </label>
        <label class="file">
          A folder <input type="file" multiple {...{ webkitdirectory: true }} onChange={picked} />
        </label>
      </p>
    </div>
  );
}

function AddressForm({ read }: { read: (addresses: readonly string[]) => void }) {
  const [addresses, setAddresses] = useState('');
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        read(addresses.split(/\s+/).filter(Boolean));
      }}
    >
      <input
        aria-label="Addresses of pages or sitemaps"
        placeholder="https://example.com/sitemap.xml"
        value={addresses}
        required
        onInput={(event) => setAddresses(event.currentTarget.value)}
      />
      <button type="submit">Read addresses</button>
    </form>
  );
}

async function follow(started: Promise<Job>, change: (job: Job) => void): Promise<void> {
  const { id } = await started;
  const { signal } = new AbortController();
  for await (const { event } of eventsOf<Job>(`/api/jobs/${id}`, 0, signal)) change(event);
}

/** Files that were dropped on the first view: read into a corpus of their own, which is searched next. */
export function Reading({ files, ready }: { files: readonly File[]; ready: (corpus: string) => void }) {
  const [job, setJob] = useState<Job>();
  const [error, setError] = useState<ApiError>();
  useEffect(() => {
    follow(upload(DROPPED, files), setJob).then(
      () => ready(DROPPED),
      (failed) => setError(errorOf(failed)),
    );
  }, [files]);
  if (error) return <Problem error={error} />;
  return job ? <Progress job={job} /> : <p class="hint">Sending the files</p>;
}

/** Words are found at once, meaning as the vectors come. */
const vectorsText = ({ vectors, withoutVector }: Job['counts']): string =>
  withoutVector > 0 ? `; ${vectors} of ${count(vectors + withoutVector, 'passage')} found by meaning, too` : '';

function Progress({ job: { id, corpus, status, share, counts, unread, error } }: { job: Job }) {
  const askHere = () => {
    keepScope({ ...scope(), corpus });
    go('/');
  };
  return (
    <section class="job" aria-label="Progress">
      <progress value={share} max={1} aria-label="Share done" />
      <p>
        {status === 'running' ? percent(share) : status}: {count(counts.documents, 'document')},{' '}
        {count(counts.passages, 'passage')}
        {counts.unchanged > 0 && `, ${counts.unchanged} unchanged`}
        {vectorsText(counts)}{' '}
        {status === 'running' && (
          <button type="button" class="quiet" onClick={() => void remove(`/api/jobs/${id}`)}>
            Stop
          </button>
        )}
        {(status === 'done' || counts.vectors + counts.withoutVector > 0) && (
          <button type="button" onClick={askHere}>
            Ask about {corpus}
          </button>
        )}
      </p>
      {error && <Problem error={error} />}
      {unread.length > 0 && (
        <ul class="notes">
          {unread.map(({ what, why }) => (
            <li>
              {what}: {why}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
