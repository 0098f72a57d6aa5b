/**
 * What is said of one's own files that were not read: in a result, in a line for people, and when time was up before
 * all were.
 */
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LeftOut, UnreadKind, UnreadPage } from '../core/data.js';
import { WinnowError } from '../core/errors.js';

/** A folder of photographs must not fill every result. */
const MOST_LISTED = 100;

export function unreadFiles(left: readonly LeftOut[]): UnreadPage[] {
  const listed = left
    .slice(0, MOST_LISTED)
    .map(({ what, why }) => ({ url: pathToFileURL(what).href, kind: kindOf(why), reason: why }));
  const more = left.length - listed.length;
  const [first] = listed;
  return more > 0 && first ? [...listed, { ...first, kind: 'unreadable', reason: `and ${more} more files` }] : listed;
}

function kindOf(why: string): UnreadKind {
  if (/ no text\b/.test(why)) return 'empty';
  if (/ too large\b/.test(why)) return 'too-large';
  return /longer than [\d,.]+ ms/.test(why) ? 'timeout' : 'unreadable';
}

const MOST_NAMED = 5;

/** "Read 22 of 26 files; skipped a.png (not text), b.pdf (...)." Nothing where all were read. */
export function unreadLine({
  pages,
  unread,
}: {
  readonly pages: number;
  readonly unread: readonly LeftOut[];
}): string | undefined {
  if (unread.length === 0) return undefined;
  const named = unread.slice(0, MOST_NAMED).map(({ what, why }) => `${basename(what)} (${why.replace(/\.$/, '')})`);
  const more = unread.length > MOST_NAMED ? [`${unread.length - MOST_NAMED} more`] : [];
  const skipped = unread.filter(({ why }) => !why.startsWith('read in part')).length;
  return `Read ${pages} of ${pages + skipped} files; ${skipped > 0 ? 'skipped' : 'in part'} ${[...named, ...more].join(', ')}.`;
}

type ReadProgress = { readonly done: number; readonly total: number; readonly what: string; readonly docs: string };

export function lateWhileReading(error: unknown, { done, total, what, docs }: ReadProgress): unknown {
  if (!(error instanceof WinnowError) || error.code !== 'deadline' || done >= total) return error;
  const advice = `Read them once and keep them: "winnow ingest ${docs} --corpus NAME" makes a corpus; then ask of it instead of docs.`;
  return new WinnowError('deadline', `${error.message} By then it had ${done} of ${total} ${what}. ${advice}`, {
    cause: error,
  });
}
