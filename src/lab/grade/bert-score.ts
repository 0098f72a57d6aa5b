/**
 * BERTScore of answers against the reference, else the best over the gold answers. The arithmetic is in
 * text/metrics/bert-score.ts.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { usageError } from '../../core/errors.js';
import { openTokenEncoder, type TokenEncoder } from '../../providers/local/token-encoder.js';
import {
  type BertScore,
  bertScore,
  bestBertScore,
  idfWeights,
  readBaseline,
  rescaled,
  type TokenVectors,
} from '../../text/metrics/bert-score.js';
import type { QuestionRow } from '../datasets/rows.js';
import { scoredText } from '../run/row.js';
import { referencesOf, type Scores } from '../run/scores.js';
import type { Grader } from './grade.js';

export type BertScoreChoice = {
  /** A folder with an ONNX encoder, or "bundled". */
  readonly model: string;
  readonly layer?: number | undefined;
  /** Rare tokens weigh more: rare among all references of the set. */
  readonly idf?: boolean | undefined;
  /** A baseline file of bert-score, by which scores are rescaled. */
  readonly baseline?: string | undefined;
};

export async function bertScoreGrader(choice: BertScoreChoice, rows: readonly QuestionRow[]): Promise<Grader> {
  const encoder = await openTokenEncoder(choice);
  const baseline = choice.baseline === undefined ? undefined : baselineIn(choice.baseline, encoder.layer);
  const weightOf = choice.idf ? idfWeights(rows.flatMap(referencesOf).map(encoder.idsOf)) : undefined;
  const encodeReference = cachedEncoder(encoder);
  return {
    name: 'bertScore',
    by: [
      encoder.name,
      ...(choice.idf ? ['idf'] : []),
      ...(choice.baseline ? [`rescaled by ${basename(choice.baseline)}`] : []),
    ].join(', '),
    grade: async ({ row, asked }, { signal }) => {
      const references = referencesOf(asked);
      if (references.length === 0) return { scores: scoresOf(null) };
      const candidate = await encoder.encode(scoredText(row), { signal });
      const scores: BertScore[] = [];
      for (const reference of references)
        scores.push(bertScore(candidate, await encodeReference(reference, signal), weightOf));
      const best = bestBertScore(scores);
      return { scores: scoresOf(best && baseline ? rescaled(best, baseline) : best) };
    },
  };
}

function scoresOf(score: BertScore | null): Scores {
  return {
    bertScore: score?.f ?? null,
    'bertScore.precision': score?.precision ?? null,
    'bertScore.recall': score?.recall ?? null,
  };
}

function baselineIn(file: string, layer: number | undefined): BertScore {
  if (!existsSync(file)) throw usageError(`There is no baseline file ${file}. Give a CSV file LAYER,P,R,F.`);
  const baseline = readBaseline(readFileSync(file, 'utf8'), layer);
  if (baseline) return baseline;
  const which =
    layer === undefined
      ? 'which layer the encoder gives is unknown; name the layer'
      : `it has no line for layer ${layer}`;
  throw usageError(`${file} cannot be used: ${which}. Its lines must read LAYER,P,R,F.`);
}

/** References of the last questions: the next pipeline is compared with the same. */
const REMEMBERED = 64;

function cachedEncoder(encoder: TokenEncoder): (text: string, signal: AbortSignal) => Promise<TokenVectors> {
  const known = new Map<string, Promise<TokenVectors>>();
  return (text, signal) => {
    const held = known.get(text);
    if (held) return held;
    const encoding = encoder.encode(text, { signal });
    known.set(text, encoding);
    encoding.catch(() => known.delete(text));
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return encoding;
  };
}
