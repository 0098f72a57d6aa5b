/**
 * Scores all passages of a segment that match a query, in passage order. For parts of a query that MaxScore cannot
 * prune; see disjunction.ts.
 */
import { type Bits, emptyBits, setBit } from './bits.js';
import { frequencyAt, type Similarity, saturation } from './bm25.js';
import type { CompiledClause, CompiledQuery } from './compile.js';
import { phraseMatches } from './phrase.js';
import { advance, NO_MORE } from './postings.js';
import type { Segment } from './segment.js';

/** Passages in ascending order and their scores. */
export type Matches = { readonly passages: Uint32Array; readonly scores: Float32Array };

const NONE: Matches = { passages: new Uint32Array(0), scores: new Float32Array(0) };

type Context = { readonly segment: Segment; readonly measure: Similarity };

function fromPairs(pairs: readonly { readonly passage: number; readonly score: number }[]): Matches {
  return {
    passages: Uint32Array.from(pairs, ({ passage }) => passage),
    scores: Float32Array.from(pairs, ({ score }) => score),
  };
}

function evaluateTerm(
  { key, weight, field }: Extract<CompiledQuery, { kind: 'term' }>,
  { segment, measure }: Context,
): Matches {
  const info = segment.dictionary.find(key);
  if (!info) return NONE;
  const cursor = segment.cursor(info);
  const matches = { passages: new Uint32Array(info.count), scores: new Float32Array(info.count) };
  let count = 0;
  for (let passage = cursor.passage; passage !== NO_MORE; passage = advance(cursor)) {
    const frequency = frequencyAt(cursor, field, measure.titleWeight);
    if (frequency === 0) continue;
    matches.passages[count] = passage;
    matches.scores[count] = weight * saturation(measure, frequency, segment.lengths[passage]!);
    count += 1;
  }
  return { passages: matches.passages.subarray(0, count), scores: matches.scores.subarray(0, count) };
}

function evaluatePhrase(node: Extract<CompiledQuery, { kind: 'phrase' }>, { segment, measure }: Context): Matches {
  const found = phraseMatches(segment, node, measure.titleWeight);
  return fromPairs(
    found.map(({ passage, frequency }) => ({
      passage,
      score: node.weight * saturation(measure, frequency, segment.lengths[passage]!),
    })),
  );
}

export function bitsOfKeys(segment: Segment, keys: Iterable<string>): Bits {
  const bits = emptyBits(segment.info.passages);
  for (const key of keys) for (const passage of segment.passagesWith(key)) setBit(bits, passage);
  return bits;
}

/** All with the same score. */
function constant(bits: Bits, score: number): Matches {
  const passages: number[] = [];
  bits.forEach((word, at) => {
    for (let rest = word; rest !== 0; rest &= rest - 1) passages.push(at * 32 + 31 - Math.clz32(rest & -rest));
  });
  return { passages: Uint32Array.from(passages), scores: new Float32Array(passages.length).fill(score) };
}

function* keysFrom(segment: Segment, prefix: string): Generator<string> {
  for (const { key } of segment.dictionary.from(prefix)) {
    if (!key.startsWith(prefix)) return;
    yield key;
  }
}

function evaluatePrefix(
  { prefix, also, score, field }: Extract<CompiledQuery, { kind: 'prefix' }>,
  context: Context,
): Matches {
  const keys = [also, ...keysFrom(context.segment, prefix)];
  if (field === 'any') return constant(bitsOfKeys(context.segment, keys), score);
  const bits = emptyBits(context.segment.info.passages);
  for (const key of keys)
    for (const passage of evaluateTerm({ kind: 'term', key, weight: 1, field }, context).passages)
      setBit(bits, passage);
  return constant(bits, score);
}

function matchAll(segment: Segment, score: number): Matches {
  const count = segment.info.passages;
  return { passages: Uint32Array.from({ length: count }, (_, at) => at), scores: new Float32Array(count).fill(score) };
}

/** Walks two lists at once; `keep` says which sides a passage must be on. */
function combine(left: Matches, right: Matches, keep: (inLeft: boolean, inRight: boolean) => boolean): Matches {
  const most = left.passages.length + right.passages.length;
  const out = { passages: new Uint32Array(most), scores: new Float32Array(most) };
  let [l, r, count] = [0, 0, 0];
  while (l < left.passages.length || r < right.passages.length) {
    const a = left.passages[l] ?? NO_MORE;
    const b = right.passages[r] ?? NO_MORE;
    const passage = Math.min(a, b);
    if (keep(a === passage, b === passage)) {
      out.passages[count] = passage;
      out.scores[count] = (a === passage ? left.scores[l]! : 0) + (b === passage ? right.scores[r]! : 0);
      count += 1;
    }
    if (a === passage) l += 1;
    if (b === passage) r += 1;
  }
  return { passages: out.passages.subarray(0, count), scores: out.scores.subarray(0, count) };
}

const either = (): boolean => true;
const both = (inLeft: boolean, inRight: boolean): boolean => inLeft && inRight;
const leftOnly = (inLeft: boolean, inRight: boolean): boolean => inLeft && !inRight;
const leftAnyway = (inLeft: boolean): boolean => inLeft;

function evaluateGroup(clauses: readonly CompiledClause[], context: Context): Matches {
  const of = (occur: CompiledClause['occur']): Matches[] =>
    clauses.filter((clause) => clause.occur === occur).map(({ node }) => evaluate(node, context));
  const musts = of('must').sort((left, right) => left.passages.length - right.passages.length);
  const should = of('should').reduce((sum, next) => combine(sum, next, either), NONE);
  const must = musts.slice(1).reduce((sum, next) => combine(sum, next, both), musts[0] ?? NONE);
  const found = musts.length === 0 ? should : combine(must, should, leftAnyway);
  return of('not').reduce((left, excluded) => combine(left, excluded, leftOnly), found);
}

export function evaluate(node: CompiledQuery, context: Context): Matches {
  switch (node.kind) {
    case 'term':
      return evaluateTerm(node, context);
    case 'phrase':
      return evaluatePhrase(node, context);
    case 'prefix':
      return evaluatePrefix(node, context);
    case 'keys':
      return constant(bitsOfKeys(context.segment, node.keys), node.score);
    case 'all':
      return matchAll(context.segment, node.score);
    case 'group':
      return evaluateGroup(node.clauses, context);
  }
}
