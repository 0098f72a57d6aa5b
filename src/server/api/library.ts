/** What the endpoints of the library share: an open corpus in its turn, and who may change one. */
import { z } from 'zod';
import type { Document } from '../../core/data.js';
import type { Config } from '../../engine/config.js';
import { type Corpus, placeIn, versionOf } from '../../engine/corpora/index.js';
import { createParser } from '../../providers/parse/index.js';
import type { Admission } from '../admission.js';
import type { Request } from '../endpoint.js';
import { DOCS, type Engines } from '../engines.js';
import type { Jobs } from '../library/jobs.js';
import { type UploadStore, uploadedBytes } from '../library/uploads.js';
import { notFound, refusal } from '../refusal.js';

export type LibraryParts = {
  readonly config: Config;
  readonly engines: Engines;
  readonly admission: Admission;
  readonly uploads: UploadStore;
  readonly jobs: Jobs;
};

export const tag = 'Library';
export const params = z.object({
  corpus: z.string().regex(/^(?:~docs|[A-Za-z0-9_-]{1,64})$/, 'must be the name of a corpus'),
});

type OpenedCorpus = { readonly corpus: Corpus; readonly page: (url: string) => Promise<Document | undefined> };

/** Does something with an open corpus, in its turn. */
export async function browse<T>(
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
        return bytes && createParser(config.parse)({ bytes, url, id: url }, { signal: request.signal });
      };
      return work({ corpus: own.corpus, page });
    });
  } finally {
    ticket.release();
  }
}

type ChangeRequest = {
  readonly config: Config;
  readonly corpus: string;
  readonly caller: Request<unknown, unknown, unknown>['caller'];
};

/** The place of a corpus that is there and that the caller may change. */
export async function changeable({ config, corpus, caller }: ChangeRequest) {
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
