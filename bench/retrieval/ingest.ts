/**
 * Child of the benchmark: builds an index of generated passages and prints how long it took. Arguments: folder,
 * passages, "vectors" or "words".
 */
import { openIndex } from '../../src/providers/index/open.js';
import { passageAt, vectorAt } from '../../test/support/generated-corpus.js';
import { processorMs } from './percentiles.js';

const [directory = '', size = '1000', kind = 'words'] = process.argv.slice(2);
const passages = Number(size);
const BATCH = 1000;

/** Title and text weigh the same, so that peers with one field compute the same scores. */
const index = openIndex({ directory, titleWeight: 1 });
let [generatingMs, generatingProcessorMs] = [0, 0];
const [started, processorStarted] = [performance.now(), processorMs()];
for (let from = 0; from < passages; from += BATCH) {
  const [before, processorBefore] = [performance.now(), processorMs()];
  const entries = Array.from({ length: Math.min(BATCH, passages - from) }, (_, at) => {
    const { id, title, text } = passageAt(from + at);
    const passage = { id, source: { id, url: '', title }, headings: [], text, start: 0, end: text.length };
    return kind === 'vectors' ? { passage, vector: vectorAt(from + at) } : { passage };
  });
  generatingMs += performance.now() - before;
  generatingProcessorMs += processorMs() - processorBefore;
  await index.add(entries);
}
await index.commit();
await index.compact();
const buildSeconds = (performance.now() - started - generatingMs) / 1000;
const buildProcessorSeconds = (processorMs() - processorStarted - generatingProcessorMs) / 1000;
const { bytes } = index.describe();
await index.close();
const peakMegabytes = process.resourceUsage().maxRSS / 1024;
console.log(
  JSON.stringify({
    buildSeconds,
    buildProcessorSeconds,
    perSecond: passages / buildSeconds,
    diskMegabytes: bytes / 1e6,
    peakMegabytes,
  }),
);
