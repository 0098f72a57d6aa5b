/**
 * Against "lost in the middle": models read the beginning and the end of a long context best. [1, 2, 3, 4, 5] -> [1, 3,
 * 5, 4, 2]
 */
export function atEnds<T>(bestFirst: readonly T[]): T[] {
  const front = bestFirst.filter((_, at) => at % 2 === 0);
  const back = bestFirst.filter((_, at) => at % 2 === 1);
  return [...front, ...back.reverse()];
}
