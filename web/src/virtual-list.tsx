/**
 * A list of any length: the rows in sight are there, the others are height. Pages of it are fetched as they come into
 * sight.
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

type VirtualListProps<T> = {
  label: string;
  total: number;
  rowHeight: number;
  /** Fetches rows `from` to `from + PAGE`. */
  load: (from: number) => Promise<readonly T[]>;
  row: (item: T) => ComponentChildren;
};

export const PAGE = 100;
const BEYOND = 6;

export function VirtualList<T>({ label, total, rowHeight, load, row }: VirtualListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const asked = useRef(new Set<number>());
  const [rows, setRows] = useState<ReadonlyMap<number, T>>(new Map());
  const [[first, last], setShown] = useState([0, 20]);
  const look = () => {
    const { scrollTop = 0, clientHeight = 600 } = box.current ?? {};
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - BEYOND);
    setShown([from, Math.min(total, Math.ceil((scrollTop + clientHeight) / rowHeight) + BEYOND)]);
  };
  useEffect(() => {
    for (let page = Math.floor(first / PAGE); page * PAGE < last; page += 1) {
      if (asked.current.has(page)) continue;
      asked.current.add(page);
      load(page * PAGE).then(
        (items) =>
          setRows((known) => new Map([...known, ...items.map((item, at) => [page * PAGE + at, item] as const)])),
        () => asked.current.delete(page), // it is asked again when it comes into sight again
      );
    }
  }, [first, last]);
  useEffect(look, [total]);
  const shown = Array.from({ length: Math.max(0, Math.min(last, total) - first) }, (_, at) => first + at);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list is scrolled by keyboard, too.
    <section class="virtual" ref={box} onScroll={look} tabIndex={0} aria-label={label}>
      <ul style={{ height: `${total * rowHeight}px` }}>
        {shown.map((at) => (
          <li
            key={at}
            style={{ top: `${at * rowHeight}px`, height: `${rowHeight}px` }}
            aria-setsize={total}
            aria-posinset={at + 1}
          >
            {rows.has(at) ? row(rows.get(at) as T) : <small>…</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}
