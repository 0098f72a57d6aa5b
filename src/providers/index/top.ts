/** The best k of a stream of scores: a heap with the worst on top. Of equal scores the earlier passage stays. */

export type Top = {
  /** A score must be above this to get in. */
  threshold(): number;
  offer(passage: number, score: number): void;
  /** Best first. */
  results(): { passage: number; score: number }[];
};

export function topOf(k: number): Top {
  const scores = new Float64Array(k + 1);
  const passages = new Float64Array(k + 1);
  let size = 0;

  const worse = (left: number, right: number): boolean =>
    scores[left]! < scores[right]! || (scores[left]! === scores[right]! && passages[left]! > passages[right]!);
  const swap = (left: number, right: number): void => {
    [scores[left], scores[right]] = [scores[right]!, scores[left]!];
    [passages[left], passages[right]] = [passages[right]!, passages[left]!];
  };
  const up = (from: number): void => {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!worse(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  };
  const down = (): void => {
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      if (left >= size) return;
      const child = left + 1 < size && worse(left + 1, left) ? left + 1 : left;
      if (!worse(child, at)) return;
      swap(child, at);
      at = child;
    }
  };
  return {
    threshold: () => (size < k ? Number.NEGATIVE_INFINITY : scores[0]!),
    offer(passage, score) {
      if (k === 0 || (size === k && (score < scores[0]! || (score === scores[0]! && passage > passages[0]!)))) return;
      const at = size < k ? size++ : 0;
      scores[at] = score;
      passages[at] = passage;
      if (at === 0 && size === k) down();
      else up(at);
    },
    results() {
      const order = Array.from({ length: size }, (_, at) => at).sort((left, right) => (worse(right, left) ? -1 : 1));
      return order.map((at) => ({ passage: passages[at]!, score: scores[at]! }));
    },
  };
}
