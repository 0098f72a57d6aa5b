/** Text of pages and models as nodes: never as HTML. */
import type { ComponentChildren, JSX } from 'preact';
import { type Block, blocksOf, inlineOf, webAddress } from './markdown.js';
import { TableView } from './passage-text.js';

export function Inlines({ text }: { text: string }) {
  return (
    <>
      {inlineOf(text).map((part) => {
        if (part.kind === 'strong') return <strong>{part.text}</strong>;
        if (part.kind === 'em') return <em>{part.text}</em>;
        if (part.kind === 'code') return <code>{part.text}</code>;
        return part.kind === 'link' ? <WebLink url={part.href}>{part.text}</WebLink> : part.text;
      })}
    </>
  );
}

export function WebLink({ url, children }: { url: string; children: ComponentChildren }) {
  const href = webAddress(url);
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

/** `piece` makes the nodes of a stretch of the text: the answer puts its sentences there. */
export function Blocks({ text, piece }: { text: string; piece?: (start: number, end: number) => ComponentChildren }) {
  const inside = piece ?? ((start: number, end: number) => <Inlines text={text.slice(start, end)} />);
  return <>{grouped(blocksOf(text)).map((group) => shown(group, text, inside))}</>;
}

function grouped(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (block.kind === 'item' && last?.[0]?.kind === 'item') last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function shown(group: Block[], text: string, inside: (start: number, end: number) => ComponentChildren): JSX.Element {
  const [first] = group as [Block];
  const content = () => inside(first.start, first.end);
  if (first.kind === 'item')
    return (
      <ul>
        {group.map(({ start, end }) => (
          <li>{inside(start, end)}</li>
        ))}
      </ul>
    );
  if (first.kind === 'table') return <TableView text={text} lines={first.lines} piece={inside} />;
  if (first.kind === 'code') return <pre>{text.slice(first.start, first.end)}</pre>;
  if (first.kind === 'heading') return <h3>{content()}</h3>;
  return first.kind === 'quote' ? <blockquote>{content()}</blockquote> : <p>{content()}</p>;
}

/** `text` with the stretch from `start` to `end` marked, and at most `around` characters on either side. */
export function Marked({
  text,
  start,
  end,
  around = Number.POSITIVE_INFINITY,
}: {
  text: string;
  start: number;
  end: number;
  around?: number;
}) {
  const from = Math.max(0, start - around);
  const to = Math.min(text.length, end + around);
  return (
    <>
      {from > 0 && '… '}
      {text.slice(from, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end, to)}
      {to < text.length && ' …'}
    </>
  );
}
