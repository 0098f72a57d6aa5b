/** The embedder that a corpus is made and searched with. */
import { join } from 'node:path';
import { WinnowError } from '../../core/errors.js';
import type { Embedder } from '../../core/ports.js';
import { cachedEmbedder } from '../../providers/embed/cache.js';
import { createHttpClient } from '../../providers/http.js';
import { createCalls } from '../calls/index.js';
import type { Config } from '../config.js';
import { createEmbedder } from '../embedders.js';
import { processEnvironment } from '../environment.js';
import { describeCorpus } from './listing.js';
import { notesOf } from './notes.js';
import { dataDirectoryOf, indexesAt, type Place } from './places.js';

/** The configured embedder; one behind an API with the bounds of all calls. Its connections end with the process. */
export function configuredEmbedder(config: Config): Embedder | undefined {
  const environment = processEnvironment();
  const embedder = createEmbedder(config, {
    http: createHttpClient({ allowPrivateHosts: config.allowPrivateHosts }),
    environment,
  });
  if (!embedder || config.embedder.provider === 'local') return embedder;
  // Questions are recorded and replayed, corpora are not.
  const { record: _, replay: __, ...calls } = config.calls;
  const bounds = createCalls({ config: { ...config, calls }, dataDirectory: dataDirectoryOf(config), environment });
  return bounds.bound({ embedder }, { embedder: config.embedder }).embedder;
}

/**
 * As the corpus was made, unless `embed` says otherwise; a corpus that cannot follow says so when it is opened for
 * writing.
 */
export async function embedderFor(
  place: Place,
  {
    config,
    embed,
    rebuild,
  }: { readonly config: Config; readonly embed?: 'on' | 'off' | undefined; readonly rebuild?: boolean | undefined },
): Promise<Embedder | undefined> {
  const isThere = (await (await indexesAt(place)).version(place.name)) !== undefined;
  const notes = isThere && !rebuild ? notesOf(await describeCorpus(place), place.name) : undefined;
  const isOff = embed === undefined ? notes?.embedder === null : embed === 'off';
  const embedder = isOff ? undefined : configuredEmbedder(config);
  if (!isOff && !embedder && (notes || embed === 'on'))
    throw new WinnowError(
      'usage',
      'There is no embedder. Switch local.embedder on, or make a corpus of words alone with --embed off.',
    );
  return embedder && cachedEmbedder(embedder, join(place.dataDirectory, `vectors-${embedder.name}.bin`));
}
