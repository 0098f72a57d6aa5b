/**
 * Fetches pages in parallel, each within its own time; the slowest are left behind once enough are read. A page that
 * fails is an event in the trace, not an error of the run.
 */
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
  /** How long the others have once enough pages are read; unless said, as long as any. */
  readonly slowPagesMs?: number;
  readonly thread?: ThreadLimits;
};

/** The share of the pages, and how many at least, that are enough to go on with. */
const ENOUGH = { share: 0.75, least: 3 };

/** A page with the preview that the search engine gave. */
export type ReadPage = { readonly hit: Hit; readonly document: Document };

export function readPages(parts: ReadParts): Stage<readonly Hit[], ReadPage[]> {
  return stage('read-pages', async (hits, run) => {
    const slowest = createSlowest(hits.length, parts.slowPagesMs);
    const pages = await mapConcurrent(hits, { limit: parts.concurrency, run }, async (hit) => {
      const page = await readOne(hit, { ...parts, left: slowest.signal }, run);
      if (page) slowest.countRead();
      return page;
    }).finally(slowest.stop);
    const read = pages.filter((page) => page !== undefined);
    run.emit({ type: 'count', name: 'pages', value: read.length });
    return read;
  });
}

/** Its signal aborts `graceMs` after enough of `count` pages were read. */
function createSlowest(count: number, graceMs: number | undefined) {
  const controller = new AbortController();
  const enough = Math.max(ENOUGH.least, Math.ceil(count * ENOUGH.share));
  let [read, timer]: [number, NodeJS.Timeout | undefined] = [0, undefined];
  return {
    signal: controller.signal,
    countRead: () => {
      read += 1;
      if (graceMs === undefined || read !== enough || read === count) return;
      timer = setTimeout(
        () => controller.abort(`left behind: ${graceMs} ms after ${enough} of ${count} pages were read`),
        graceMs,
      );
    },
    stop: () => clearTimeout(timer),
  };
}

type ReadingParts = ReadParts & { readonly left: AbortSignal };

async function readOne(
  hit: Hit,
  { fetcher, pageTimeoutMs, thread, left }: ReadingParts,
  run: Run,
): Promise<ReadPage | undefined> {
  const late = AbortSignal.timeout(pageTimeoutMs);
  try {
    const fetched = await fetcher.fetch(hit.url, { signal: AbortSignal.any([run.signal, late, left]) });
    // An engine that knows places has cut the whole thread into passages: what it found may be any comment.
    const document = thread === undefined || hit.places !== undefined ? fetched : limitThread(fetched, thread);
    run.emit({
      type: 'page',
      url: document.url,
      title: document.title || hit.title,
      sections: document.sections.length,
    });
    return { hit, document };
  } catch (error) {
    run.signal.throwIfAborted();
    const kind = late.aborted || left.aborted ? 'timeout' : unreadKindOf(error);
    const given = left.aborted ? String(left.reason) : messageOf(error);
    run.emit({
      type: 'page-failed',
      url: hit.url,
      kind,
      reason: late.aborted ? `no answer within ${pageTimeoutMs} ms` : given,
    });
    return undefined;
  }
}
