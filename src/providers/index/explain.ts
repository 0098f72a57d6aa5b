/** Why a passage got its score, in the numbers that went into it. */
import { frequencyAt, saturation } from './bm25.js';
import { type Collection, type CompiledQuery, countOf } from './compile.js';
import { evaluate } from './evaluate.js';
import { seek } from './postings.js';
import type { Segment } from './segment.js';
import type { Explanation } from './types.js';

const shown = (value: number): string => value.toPrecision(4);

function explainTerm(
  node: Extract<CompiledQuery, { kind: 'term' }>,
  at: Target,
  collection: Collection,
): Explanation | undefined {
  const info = at.segment.dictionary.find(node.key);
  if (!info) return undefined;
  const cursor = at.segment.cursor(info);
  if (seek(cursor, at.passage) !== at.passage) return undefined;
  const { measure } = collection;
  const frequency = frequencyAt(cursor, node.field, measure.titleWeight);
  const length = at.segment.lengths[at.passage]!;
  const earned = saturation(measure, frequency, length);
  if (earned === 0) return undefined;
  const count = countOf(collection, node.key);
  const idf = measure.idf(count);
  return {
    value: node.weight * earned,
    what: `${node.key.slice(1)}${node.field === 'any' ? '' : ` in ${node.field}`}`,
    parts: [
      { value: idf, what: `idf: in ${count} passages` },
      { value: node.weight / idf, what: 'boost' },
      { value: earned, what: `saturation: frequency ${shown(frequency)}, length ${length}` },
    ],
  };
}

const NAMES = { prefix: 'prefix', keys: 'field', all: 'every passage', group: 'group', phrase: 'phrase' } as const;

function nameOf(node: Exclude<CompiledQuery, { kind: 'term' }>): string {
  if (node.kind === 'phrase') return `phrase "${node.parts.map(({ key }) => key.slice(1)).join(' ')}"`;
  return node.kind === 'prefix' ? `${node.prefix.slice(1)}*` : NAMES[node.kind];
}

export type Target = { readonly segment: Segment; readonly passage: number };

/** The part of the score that a node gave to a passage; nothing where it gave none. */
export function explainNode(node: CompiledQuery, at: Target, collection: Collection): Explanation | undefined {
  if (node.kind === 'term') return explainTerm(node, at, collection);
  if (node.kind === 'group') {
    const scored = node.clauses.filter(({ occur }) => occur !== 'not');
    const parts = scored.flatMap((clause) => explainNode(clause.node, at, collection) ?? []);
    return parts.length === 0
      ? undefined
      : { value: parts.reduce((sum, { value }) => sum + value, 0), what: 'sum of', parts };
  }
  const { passages, scores } = evaluate(node, { segment: at.segment, measure: collection.measure });
  const place = passages.indexOf(at.passage);
  return place < 0 ? undefined : { value: scores[place]!, what: nameOf(node) };
}
