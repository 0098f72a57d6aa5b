/**
 * Child of the benchmark: the ten nearest by 32-bit cosine, looking at every vector: what recall is measured against.
 * Arguments: passages, queries, output.
 */
import { writeFileSync } from 'node:fs';
import { norm } from '../../src/text/vectors.js';
import { queryVectorAt, vectorAt } from '../../test/support/generated-corpus.js';

const [size = '1000', count = '50', output = ''] = process.argv.slice(2);
const unit = (vector: Float32Array): Float32Array => {
  const length = norm(vector);
  return vector.map((value) => value / length);
};
const queries = Array.from({ length: Number(count) }, (_, at) => unit(queryVectorAt(at, Number(size))));
const best = queries.map((): { id: string; score: number }[] => []);

function dot(left: Float32Array, right: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < left.length; at += 1) sum += left[at]! * right[at]!;
  return sum;
}

for (let number = 0; number < Number(size); number += 1) {
  const vector = unit(vectorAt(number));
  for (const [at, query] of queries.entries()) {
    const ten = best[at]!;
    const score = dot(query, vector);
    if (ten.length === 10 && score <= ten[9]!.score) continue;
    ten.push({ id: `p${number}`, score });
    ten.sort((left, right) => right.score - left.score);
    ten.length = Math.min(10, ten.length);
  }
}
writeFileSync(output, JSON.stringify(best.map((ten) => ten.map(({ id }) => id))));
