/** What the models put out, made into vectors, probabilities and spans. */
import type { Span } from '../../core/ports.js';
import type { Tokens } from './wordpiece.js';

/** The mean of all tokens' vectors, of length one. */
export function meanUnitVector(hidden: Float32Array, dimensions: number): Float32Array {
  const sums = new Float64Array(dimensions);
  for (let from = 0; from < hidden.length; from += dimensions)
    for (let at = 0; at < dimensions; at += 1) sums[at] = (sums[at] as number) + (hidden[from + at] as number);
  const norm = Math.sqrt(sums.reduce((total, value) => total + value * value, 0)) || 1;
  return Float32Array.from(sums, (value) => value / norm);
}

export function softmax(logits: Float32Array): number[] {
  const highest = Math.max(...logits);
  const powers = [...logits].map((logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/** At most this many tokens, as the reader was trained (models/reader/config.json). */
const SPAN_TOKENS = 25;

/** Best start plus end logit within the passage; the score is its margin over the no-answer score at [CLS]. */
export function bestSpan(
  logits: Float32Array,
  { passage, tokens, offset }: { passage: string; tokens: Tokens; offset: number },
): Omit<Span, 'answerable'> {
  const start = (token: number) => logits[(offset + token) * 2] as number;
  const end = (token: number) => logits[(offset + token) * 2 + 1] as number;
  let best = { from: 0, to: 0, score: Number.NEGATIVE_INFINITY };
  for (let from = 0; from < tokens.ids.length; from += 1) {
    for (let to = from; to < Math.min(from + SPAN_TOKENS, tokens.ids.length); to += 1) {
      const score = start(from) + end(to);
      if (score > best.score) best = { from, to, score };
    }
  }
  const [from, to] = [tokens.starts[best.from] ?? 0, tokens.ends[best.to] ?? 0];
  return {
    text: passage.slice(from, to),
    start: from,
    end: to,
    score: best.score - ((logits[0] as number) + (logits[1] as number)),
  };
}
