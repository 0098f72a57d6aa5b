/** Fetches pages in parallel, each within its own time. A page that fails is an event in the trace, not an error of the run. */
import { mapConcurrent } from '../core/concurrent.js';
import type { Document, Hit } from '../core/data.js';
import { messageOf } from '../core/errors.js';
import type { Fetcher } from '../core/ports.js';
import type { Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';
import { unreadKindOf } from '../core/unread.js';
import { limitThread, type ThreadLimits } from '../text/page/index.js';

export type ReadParts = {
  readonly fetcher: Fetcher;
  readonly concurrency: number;
  readonly pageTimeoutMs: number;
  readonly thread?: ThreadLimits;
};

/** A page with the preview that the search engine gave. */
export type ReadPage = { readonly hit: Hit; readonly document: Document };

export function readPages(parts: ReadParts): Stage<readonly Hit[], ReadPage[]> {
  return stage('read-pages', async (hits, run) => {
    const pages = await mapConcurrent(hits, { limit: parts.concurrency, run }, (hit) => readOne(hit, parts, run));
    const read = pages.filter((page) => page !== undefined);
    run.emit({ type: 'count', name: 'pages', value: read.length });
    return read;
  });
}

async function readOne(hit: Hit, { fetcher, pageTimeoutMs, thread }: ReadParts, run: Run): Promise<ReadPage | undefined> {
  const late = AbortSignal.timeout(pageTimeoutMs);
  try {
    const fetched = await fetcher.fetch(hit.url, { signal: AbortSignal.any([run.signal, late]) });
    // An engine that knows places has cut the whole thread into passages: what it found may be any comment.
    const document = thread === undefined || hit.places !== undefined ? fetched : limitThread(fetched, thread);
    run.emit({ type: 'page', url: document.url, title: document.title || hit.title, sections: document.sections.length });
    return { hit, document };
  } catch (error) {
    run.signal.throwIfAborted();
    const kind = late.aborted ? 'timeout' : unreadKindOf(error);
    const reason = late.aborted ? `no answer within ${pageTimeoutMs} ms` : messageOf(error);
    run.emit({ type: 'page-failed', url: hit.url, kind, reason });
    return undefined;
  }
}
