/**
 * Child of the benchmark: writes the generated passages and queries as plain files for other engines. Arguments:
 * corpus.tsv, queries.txt, passages, queries.
 */

import { once } from 'node:events';
import { createWriteStream, writeFileSync } from 'node:fs';
import { passageAt, queryAt } from '../../test/support/generated-corpus.js';

const [corpus = '', queries = '', size = '1000', count = '200'] = process.argv.slice(2);
const passages = Number(size);
const stream = createWriteStream(corpus);
for (let number = 0; number < passages; number += 1) {
  const { id, title, text } = passageAt(number);
  if (!stream.write(`${id}\t${title}\t${text}\n`)) await once(stream, 'drain');
}
stream.end();
await once(stream, 'finish');
writeFileSync(queries, `${Array.from({ length: Number(count) }, (_, at) => queryAt(at, passages).text).join('\n')}\n`);
