/** What an ingest job does: its uploads and addresses into its corpus, with progress. */
import type { Config } from '../../engine/config.js';
import { embedderFor, ingest, openSource, placeIn } from '../../engine/corpora/index.js';
import { processEnvironment } from '../../engine/environment.js';
import { createPageFetcher } from '../../engine/page-fetcher.js';
import { createHttpClient } from '../../providers/http.js';
import { createParser } from '../../providers/parse/index.js';
import type { KeptJob } from './job-store.js';
import type { Job } from './schemas.js';
import { type UploadStore, uploadSource } from './uploads.js';

export type Reading = {
  readonly config: Config;
  readonly uploads: UploadStore;
  readonly signal: AbortSignal;
  readonly job: () => Job;
  readonly change: (changed: Partial<Job>) => void;
};

const MOST_UNREAD = 200;

export async function readInto(
  corpus: string,
  { files, addresses }: KeptJob['request'],
  reading: Reading,
): Promise<void> {
  const { config, uploads, signal, job, change } = reading;
  const place = placeIn(config, corpus);
  const http = createHttpClient();
  const outside = { http, environment: processEnvironment(), dataDirectory: place.dataDirectory };
  const parse = createParser(config.parse);
  const web = createPageFetcher(config.fetch, { ...outside, parse });
  try {
    const opened = await Promise.all(
      addresses.map((address) => openSource(address, { http: web.pages, parse, signal })),
    );
    const sources = [...(files.length > 0 ? [uploadSource({ store: uploads, parse }, corpus, files)] : []), ...opened];
    change({ notices: sources.flatMap(({ notices = [] }) => notices) });
    const counts = await ingest({
      place,
      sources,
      embedder: await embedderFor(place, { config }),
      signal,
      onDoubt: ({ what, why }) => change({ notices: [...job().notices, `${what}: ${why}`].slice(0, MOST_UNREAD) }),
      onUnread: (unread) => job().unread.length < MOST_UNREAD && change({ unread: [...job().unread, unread] }),
      onProgress: (share, so) => change({ share, counts: so }),
    });
    change({ counts });
  } finally {
    await web.close();
    await http.close();
  }
}
