/** /api/corpora: what can be searched, and search itself. */
import { z } from 'zod';
import { deleteCorpus, placeIn, summariseCorpora } from '../../engine/corpora/index.js';
import { highlights } from '../../text/highlight.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { DOCS } from '../engines.js';
import { corpusSchema, hitsSchema, searchSchema } from '../library/schemas.js';
import { documentsEndpoints } from './documents.js';
import { browse, changeable, type LibraryParts, params, tag } from './library.js';

export function corporaEndpoints(parts: LibraryParts): Endpoint[] {
  return [list(parts), search(parts), remove(parts), ...documentsEndpoints(parts)];
}

function list({ config, engines }: LibraryParts): Endpoint {
  return endpoint('GET /api/corpora', {
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

function remove({ config, uploads, jobs }: LibraryParts): Endpoint {
  return endpoint('DELETE /api/corpora/:corpus', {
    tag,
    summary: 'Delete a corpus, with the files that were uploaded into it',
    params,
    reply: { schema: z.object({ deleted: z.literal(true) }), description: 'It is gone' },
    handle: async ({ params: { corpus }, caller }) => {
      const place = await changeable({ config, corpus, caller });
      return jobs.whileIdle(corpus, async () => {
        await deleteCorpus(place);
        await uploads.remove(corpus);
        return { deleted: true as const };
      });
    },
  });
}

function search(parts: LibraryParts): Endpoint {
  return endpoint('POST /api/corpora/:corpus/search', {
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
