/** Sources as they are weighed: orders to machines blanked, and cut into sentences once, when first asked for. */
import { withoutInjections } from '../../core/prompt-injection.js';
import { splitSentences } from '../sentences.js';
import { terms } from '../terms.js';

export type WeighedSource = {
  readonly text: string;
  /** Title and headings, a line each. */
  readonly context: string;
};

export type CutSentence = { readonly text: string; readonly start: number; readonly end: number; readonly terms: ReadonlySet<string> };

export type ReadSource = WeighedSource & { readonly sentences: () => readonly CutSentence[] };

export function readSource({ text, context }: WeighedSource): ReadSource {
  const plain = withoutInjections(text);
  let cut: readonly CutSentence[] | undefined;
  return {
    context,
    text: plain,
    sentences: () => {
      cut ??= splitSentences(plain).map((sentence) => ({ ...sentence, terms: new Set(terms(sentence.text)) }));
      return cut;
    },
  };
}
