/** Child of the benchmark: how many passages a second the bundled model embeds. Argument: passages. */
import { createLocalModels } from '../../src/providers/local/models.js';
import { passageAt } from '../../test/support/generated-corpus.js';

const [count = '256'] = process.argv.slice(2);
const BATCH = 32;
const { embedder } = createLocalModels(['embedder']);
const { signal } = new AbortController();
const texts = Array.from({ length: Number(count) }, (_, at) => passageAt(at).text);
await embedder?.embed(texts.slice(0, BATCH), { signal }); // loads the model
const started = performance.now();
for (let from = 0; from < texts.length; from += BATCH)
  await embedder?.embed(texts.slice(from, from + BATCH), { signal });
console.log(JSON.stringify({ perSecond: embedder ? texts.length / ((performance.now() - started) / 1000) : null }));
process.exit();
