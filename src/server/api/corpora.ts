/** /api/corpora: what can be searched, how its documents were cut, and search itself. */
import { z } from 'zod';
import type { Document } from '../../core/data.js';
import type { Config } from '../../engine/config.js';
import {
  type Corpus,
  deleteCorpus,
  placeIn,
  removeDocuments,
  summariseCorpora,
  versionOf,
} from '../../engine/corpora/index.js';
import { parseDocument } from '../../providers/parse/index.js';
import { highlights } from '../../text/highlight.js';
import type { Admission } from '../admission.js';
import { type Endpoint, endpoint, type Request } from '../endpoint.js';
import { DOCS, type Engines } from '../engines.js';
import { corpusSchema, documentRefSchema, documentSchema, hitsSchema, searchSchema } from '../library/schemas.js';
import { type UploadStore, uploadedBytes } from '../library/uploads.js';
import { notFound, refusal } from '../refusal.js';

export type LibraryParts = {
  readonly config: Config;
  readonly engines: Engines;
  readonly admission: Admission;
  readonly uploads: UploadStore;
};

const tag = 'Library';
export const corpusName = z.string().regex(/^(?:~docs|[A-Za-z0-9_-]{1,64})$/, 'must be the name of a corpus');
const params = z.object({ corpus: corpusName });

export function corporaEndpoints(parts: LibraryParts): Endpoint[] {
  return [list(parts), documents(parts), document(parts), search(parts), removeDocument(parts), remove(parts)];
}

type OpenedCorpus = { readonly corpus: Corpus; readonly page: (url: string) => Promise<Document | undefined> };

/** Does something with an open corpus, in its turn. */
async function browse<T>(
  parts: LibraryParts,
  request: Request<{ corpus: string }, unknown, unknown>,
  work: (browsed: OpenedCorpus) => Promise<T>,
): Promise<T> {
  const { engines, admission, config, uploads } = parts;
  const name = request.params.corpus;
  const place = placeIn(config, name);
  if (name !== DOCS && (await versionOf(place)) === undefined) throw notFound(`corpus "${name}"`);
  const target = await engines.targetOf({ corpus: name, search: 'documents' });
  const ticket = await admission.enter(request.caller);
  try {
    await ticket.turn(request.signal);
    return await engines.use(target, async (engine) => {
      const own = await engine.documents(request.signal);
      const page = async (url: string) => {
        if (name === DOCS) return own.fetcher.fetch(url, { signal: request.signal });
        const bytes = await uploadedBytes(uploads, name, url);
        return bytes && parseDocument({ bytes, url, id: url }, { signal: request.signal });
      };
      return work({ corpus: own.corpus, page });
    });
  } finally {
    ticket.release();
  }
}

function list({ config, engines }: LibraryParts): Endpoint {
  return endpoint({
    method: 'get',
    path: '/api/corpora',
    tag,
    summary: 'The corpora, and the configured folder as "~docs"',
    reply: { schema: z.object({ corpora: z.array(corpusSchema) }), description: 'Corpora' },
    handle: async () => {
      const standard = (await engines.targetOf({})).corpus;
      const named = await summariseCorpora(placeIn(config, ''));
      const { pages } = await engines.use({ corpus: DOCS, search: 'documents' }, (engine) => engine.prepare());
      const folder = { name: DOCS, kind: 'folder' as const, isDefault: standard === DOCS, documents: pages };
      return {
        corpora: [
          folder,
          ...named.map((one) => ({
            ...one,
            chunking: [...one.chunking],
            kind: 'corpus' as const,
            isDefault: one.name === standard,
          })),
        ],
      };
    },
  });
}

const paging = z.object({
  from: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

function documents(parts: LibraryParts): Endpoint {
  return endpoint({
    method: 'get',
    path: '/api/corpora/:corpus/documents',
    tag,
    summary: 'Documents of a corpus, a page of them at a time',
    params,
    query: paging,
    reply: {
      schema: z.object({ total: z.number().int(), documents: z.array(documentRefSchema) }),
      description: 'Documents',
    },
    handle: (request) =>
      browse(parts, request, async ({ corpus }) => {
        const ids = await corpus.documents();
        const { from, limit } = request.query;
        const refs = await Promise.all(ids.slice(from, from + limit).map((id) => refOf(corpus, id)));
        return { total: ids.length, documents: refs.flat() };
      }),
  });
}

async function refOf(corpus: Corpus, id: string) {
  const passages = await corpus.passages(id);
  const [first] = passages;
  if (!first) return [];
  return [
    {
      ...first.source,
      passages: passages.length,
      characters: passages.reduce((sum, { text }) => sum + text.length, 0),
    },
  ];
}

const documentQuery = z.object({ id: z.string().min(1).max(4000).describe("the document's id") });

function document(parts: LibraryParts): Endpoint {
  return endpoint({
    method: 'get',
    path: '/api/corpora/:corpus/document',
    tag,
    summary: 'One document: how it was cut, and what of it was left out',
    params,
    query: documentQuery,
    reply: { schema: documentSchema, description: 'The document' },
    handle: (request) =>
      browse(parts, request, async ({ corpus, page }) => {
        const { id } = request.query;
        const [ref] = await refOf(corpus, id);
        if (!ref) throw notFound(`document ${id} in "${request.params.corpus}"`);
        const passages = (await corpus.passages(id)).map(({ headings, text, start, end, ...own }) => ({
          id: own.id,
          headings,
          text,
          start,
          end,
        }));
        const original = await page(ref.url).catch(() => undefined);
        return { ...ref, passages, ...(original && shown(original)) };
      }),
  });
}

/** A parsed page without what its passages say already. */
export function shown({ text, sections, leftOut = [] }: Document) {
  return {
    text,
    sections: sections.map(({ headings, start, end }) => ({ headings, start, end })),
    leftOut: [...leftOut],
  };
}

function search(parts: LibraryParts): Endpoint {
  return endpoint({
    method: 'post',
    path: '/api/corpora/:corpus/search',
    tag,
    summary: 'Search a corpus by words, by meaning or both; with why each passage ranks',
    params,
    body: searchSchema,
    reply: { schema: hitsSchema, description: 'Passages, best first' },
    handle: (request) =>
      browse(parts, request, async ({ corpus }) => {
        const { hits, query, mode } = await corpus.search({ ...request.body, signal: request.signal });
        const { language } = corpus.describe();
        return {
          mode,
          problems: query.problems.map(({ message, at }) => ({ message, at })),
          hits: hits.map(({ id, source, headings, text, start, end, score, explanation }, at) => ({
            rank: at + 1,
            score,
            id,
            document: source,
            headings,
            text,
            start,
            end,
            marks: highlights(text, query.node ?? query.text, language).map((mark) => ({
              start: mark.start,
              end: mark.end,
            })),
            ...(explanation && { explanation }),
          })),
        };
      }),
  });
}

function removeDocument({ config }: LibraryParts): Endpoint {
  return endpoint({
    method: 'delete',
    path: '/api/corpora/:corpus/document',
    tag,
    summary: 'Remove a document from a corpus',
    params,
    query: documentQuery,
    reply: { schema: z.object({ removed: z.number().int() }), description: 'How many' },
    handle: async ({ params: { corpus }, query: { id }, caller }) => {
      const place = await changeable({ config, corpus, caller });
      return { removed: (await removeDocuments(place, [id])).length };
    },
  });
}

function remove({ config, uploads }: LibraryParts): Endpoint {
  return endpoint({
    method: 'delete',
    path: '/api/corpora/:corpus',
    tag,
    summary: 'Delete a corpus, with the files that were uploaded into it',
    params,
    reply: { schema: z.object({ deleted: z.literal(true) }), description: 'It is gone' },
    handle: async ({ params: { corpus }, caller }) => {
      const place = await changeable({ config, corpus, caller });
      await deleteCorpus(place);
      await uploads.remove(corpus);
      return { deleted: true as const };
    },
  });
}

type ChangeRequest = {
  readonly config: Config;
  readonly corpus: string;
  readonly caller: Request<unknown, unknown, unknown>['caller'];
};

/** The place of a corpus that is there and that the caller may change. */
async function changeable({ config, corpus, caller }: ChangeRequest) {
  mayChange(caller);
  const place = placeIn(config, corpus);
  if ((await versionOf(place)) === undefined) throw notFound(`corpus "${corpus}" that can be changed`);
  return place;
}

export function mayChange({ isAdmin }: ChangeRequest['caller']): void {
  if (isAdmin) return;
  throw refusal(403, {
    code: 'key',
    message: 'This key may ask but change nothing. Make one with "winnow keys create NAME --admin".',
  });
}
