/**
 * Ingests generated passages in small commits, goes on where the index ends, and reports each commit once it is safe.
 * Arguments: folder, passages.
 */
import { writeSync } from 'node:fs';
import { openIndex } from '../../src/providers/index/open.js';
import { passageAt, vectorAt } from './generated-corpus.js';

const [directory = '', size = '2000'] = process.argv.slice(2);
const BATCH = 40;

const index = openIndex({ directory });
for (let from = index.describe().passages; from < Number(size); from += BATCH) {
  const entries = Array.from({ length: Math.min(BATCH, Number(size) - from) }, (_, at) => {
    const { id, title, text } = passageAt(from + at);
    return {
      passage: { id, source: { id, url: '', title }, headings: [], text, start: 0, end: text.length },
      vector: vectorAt(from + at),
    };
  });
  await index.add(entries);
  await index.commit();
  writeSync(1, `${from + entries.length}\n`);
}
await index.close();
