/** The first pass of an ingest: documents are read, cut and stored with their words. */
import { messageOf, WinnowError } from '../../core/errors.js';
import { inOrder } from '../../core/in-order.js';
import { doubtsOf } from '../../providers/folder/doubts.js';
import { type Index, type IndexEntry, PENDING_VECTOR } from '../../providers/index/types.js';
import { chunkDocument, WHOLE_CHARACTERS } from './chunk.js';
import type { Commits } from './commits.js';
import type { IngestInput } from './ingest-input.js';
import { languageOf, withChunking, withLanguage } from './notes.js';
import { fingerprint } from './sources/fingerprint.js';
import type { FoundDocument, Source, SourceItem, Unread } from './sources/types.js';

export type Pass = {
  readonly index: Index;
  readonly commits: Commits;
  /** How much of the pass is done, 0 to 1. */
  readonly onShare: (share: number) => void;
};

/** Documents worked on at the same time, so that no core waits for the next; they are stored in the order they came. */
export const AT_ONCE = 8;

type Reading = Pass & {
  readonly input: IngestInput;
  readonly ids: Set<string>;
  /** It held nothing at the start, so that no document need be looked up: on a server each would cost a search. */
  readonly wasEmpty: boolean;
};

/** What is left to do with a document when it is its turn to be stored. */
type Store = () => void | Promise<void>;

export async function readDocuments(pass: Pass, input: IngestInput): Promise<void> {
  const { index, commits, onShare } = pass;
  const reading: Reading = { ...pass, input, ids: new Set(), wasEmpty: index.describe().passages === 0 };
  const prepare = async ({ item, share }: PlacedItem) => ({ store: await prepared(item, reading), share });
  for await (const { store, share } of inOrder(itemsOf(input), prepare, AT_ONCE)) {
    await store();
    await commits.commitIfDue();
    onShare(share);
  }
}

type PlacedItem = { readonly item: SourceItem; readonly share: number };

async function* itemsOf({ sources, signal }: IngestInput): AsyncGenerator<PlacedItem> {
  for (const [at, source] of sources.entries()) {
    for await (const item of source.items(signal)) {
      signal.throwIfAborted();
      yield { item, share: (at + shareOf(item, source)) / sources.length };
    }
  }
}

const shareOf = ({ position }: SourceItem, { total }: Source): number => Math.min(1, position / total);

/** Never rejects: what went wrong is thrown, or noted, when it is the document's turn to be stored. */
async function prepared(item: SourceItem, reading: Reading): Promise<Store> {
  const { commits, ids, input } = reading;
  const leaveOut = (what: Unread): Store => {
    return () => {
      commits.pass('unread');
      input.onUnread?.(what);
    };
  };
  if ('unread' in item) return leaveOut(item.unread);
  const { found } = item;
  if (ids.has(found.id))
    return leaveOut({ what: found.id, why: 'this id came before in the same sources; the first is kept' });
  ids.add(found.id);
  try {
    return await storeOf(found, reading);
  } catch (error) {
    const isOurs = error instanceof WinnowError && error.code !== 'unreadable';
    if (!input.signal.aborted && !isOurs) return leaveOut({ what: found.id, why: messageOf(error) });
    return () => {
      throw error;
    };
  }
}

async function storeOf(found: FoundDocument, reading: Reading): Promise<Store> {
  const { index, commits, input, wasEmpty } = reading;
  const { chunking = 'default', cut = null, embedder } = input;
  const signature = fingerprint(found.content, chunking, JSON.stringify(cut), embedder?.name ?? 'none');
  const [known] = wasEmpty ? [] : await index.passagesOf(found.id);
  if (known?.metadata?.fingerprint === signature) return () => commits.pass('unchanged');
  const entries = await entriesOf(found, signature, reading);
  return async () => {
    await index.replace(found.id, entries);
    commits.add(entries.length);
  };
}

async function entriesOf(found: FoundDocument, signature: string, { commits, input }: Reading): Promise<IndexEntry[]> {
  const { chunking, cut, embedder, signal, onDoubt } = input;
  const document = await found.document();
  for (const why of doubtsOf(document)) onDoubt?.({ what: found.id, why });
  const isShort = found.isRecord && document.text.length < WHOLE_CHARACTERS;
  const chosen = chunking ?? (isShort ? 'whole' : 'sections');
  const passages = await chunkDocument(document, { chunking: chosen, embedder, cut, signal });
  if (passages.length === 0) throw new WinnowError('unreadable', 'it holds no text');
  const language = languageOf(document);
  commits.note((notes) => ({
    ...notes,
    chunkings: withChunking(notes.chunkings, chosen),
    languages: withLanguage(notes.languages, language),
  }));
  const metadata = { fingerprint: signature, ...(language && { language }), ...(embedder && PENDING_VECTOR) };
  return passages.map((passage) => ({ passage, metadata, language }));
}
