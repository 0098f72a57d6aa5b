/** An embedder of one's own, whose vectors are checked before they are kept: a wrong one would spoil every search. */
import { WinnowError } from '../core/errors.js';
import type { Embedder } from '../core/ports.js';

export function checkedEmbedder(embedder: Embedder): Embedder {
  const { name, dimensions } = embedder;
  const refuse = (what: string) => new WinnowError('unreadable', `The embedder ${name} gave ${what}.`);
  return {
    ...embedder,
    embed: async (texts, options) => {
      const vectors = await embedder.embed(texts, options);
      if (vectors.length !== texts.length) throw refuse(`${vectors.length} vectors for ${texts.length} texts`);
      const other = vectors.find(({ length }) => length !== dimensions);
      if (other) throw refuse(`a vector of ${other.length} numbers; its "dimensions" says ${dimensions}`);
      if (!vectors.every((vector) => vector.every(Number.isFinite)))
        throw refuse('a vector with NaN or Infinity in it');
      return vectors;
    },
  };
}
