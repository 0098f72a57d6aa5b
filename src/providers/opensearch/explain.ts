/** The cluster's explanation of a score in the words of ours. */
import type { Explanation } from '../index/types.js';

export type LuceneExplanation = {
  readonly value: number;
  readonly description: string;
  readonly details?: readonly LuceneExplanation[];
};

const WEIGHT = /^weight\((?:(title|text)_)?words:(.+) in \d+\)/;

export function explanationOf({ value, description, details = [] }: LuceneExplanation): Explanation {
  const weight = WEIGHT.exec(description);
  if (weight) return { value, what: `${weight[2]}${weight[1] ? ` in ${weight[1]}` : ''}`, ...partsOfTerm(details[0]) };
  const parts = details.filter((part) => part.value > 0).map(explanationOf);
  const isSum = /^sum of/.test(description);
  if (isSum && parts.length === 1) return { ...parts[0]!, value };
  return { value, what: isSum ? 'sum of' : plain(description), ...(parts.length > 0 && isSum && { parts }) };
}

/** "ConstantScore(words:gre*)" is "gre*". */
const plain = (description: string): string =>
  description.replace(/^ConstantScore\((.*)\)(?:\^[\d.]+)?$/, '$1').replace(/\b(?:title_|text_)?words:/g, '');

function partsOfTerm(score: LuceneExplanation | undefined): { parts?: Explanation[] } {
  const named = (name: RegExp) => score?.details?.find(({ description }) => name.test(description));
  const [idf, boost, tf] = [named(/^idf/), named(/^boost/), named(/^tf/)];
  const inside = (part: LuceneExplanation | undefined, name: RegExp) =>
    part?.details?.find(({ description }) => name.test(description))?.value;
  if (!idf || !tf) return {};
  return {
    parts: [
      { value: idf.value, what: `idf: in ${inside(idf, /^n,/) ?? 'several'} passages` },
      { value: boost?.value ?? 1, what: 'boost' },
      {
        value: tf.value,
        what: `saturation: frequency ${inside(tf, /^(?:phrase)?[fF]req/) ?? '?'}, length ${inside(tf, /^dl/) ?? '?'}`,
      },
    ],
  };
}
