/** Work on several items at the same time, its results in the order of the items. */

export async function* inOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<R>,
  atOnce: number,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  for await (const item of items) {
    const working = work(item);
    working.catch(() => undefined); // thrown when it is its turn, unless an earlier one was
    begun.push(working);
    if (begun.length >= atOnce) yield await (begun.shift() as Promise<R>);
  }
  for (const working of begun) yield await working;
}
