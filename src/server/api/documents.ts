/** The documents of a corpus: which there are, how one was cut, and how to be rid of it. */
import { z } from 'zod';
import type { Document } from '../../core/data.js';
import { type Corpus, removeDocuments } from '../../engine/corpora/index.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { documentRefSchema, documentSchema } from '../library/schemas.js';
import { notFound } from '../refusal.js';
import { browse, changeable, type LibraryParts, params, tag } from './library.js';

export function documentsEndpoints(parts: LibraryParts): Endpoint[] {
  return [documents(parts), document(parts), removeDocument(parts)];
}

const paging = z.object({
  from: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(500).default(100),
});

function documents(parts: LibraryParts): Endpoint {
  return endpoint('GET /api/corpora/:corpus/documents', {
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
  return endpoint('GET /api/corpora/:corpus/document', {
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

function removeDocument({ config }: LibraryParts): Endpoint {
  return endpoint('DELETE /api/corpora/:corpus/document', {
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
