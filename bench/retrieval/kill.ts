/**
 * Kills an ingest at random moments (SIGKILL) and checks that everything it reported is there, that no passage is there
 * twice, and that the completed index answers as one that was never disturbed. Arguments: rounds (50), passages (6000).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openIndex } from '../../src/providers/index/open.js';
import { seededRandom } from '../../src/text/random.js';
import { disturb, sameAnswers } from '../../test/support/disturb.js';
import { queryAt, queryVectorAt } from '../../test/support/generated-corpus.js';

const [rounds = '50', passages = '6000'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'winnow-kill-'));
const random = seededRandom('kill');
const size = Number(passages);

const disturbed = await disturb({
  directory: join(folder, 'disturbed'),
  passages: size,
  kills: Number(rounds),
  delayMs: () => 10 + 600 * random(),
});
const whole = await disturb({ directory: join(folder, 'whole'), passages: size, kills: 0, delayMs: () => 0 });
const queries = Array.from({ length: 50 }, (_, at) => ({
  text: queryAt(at, size).text,
  vector: queryVectorAt(at, size),
}));
const left = openIndex({ directory: join(folder, 'disturbed') });
const right = openIndex({ directory: join(folder, 'whole') });
const differing = await sameAnswers(left, right, queries);
console.log(
  JSON.stringify({ ...disturbed, undisturbed: whole.passages, differing, segments: left.describe().segments }),
);
await left.close();
await right.close();
rmSync(folder, { recursive: true });
process.exitCode = disturbed.lost === 0 && disturbed.doubled === 0 && differing === 0 ? 0 : 1;
