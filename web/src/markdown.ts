/**
 * The blocks of a Markdown text, each with its place in it. Only what is listed here is understood; everything else
 * stays text.
 */
import { isTableRow, type Line, linesOf } from './table.js';

export type Block =
  | {
      readonly kind: 'paragraph' | 'quote' | 'item' | 'heading';
      readonly start: number;
      readonly end: number;
      readonly level?: number;
    }
  | { readonly kind: 'code'; readonly start: number; readonly end: number }
  | { readonly kind: 'table'; readonly start: number; readonly end: number; readonly lines: Line[] };

const FENCE = /^\s*```/;
const MARKS: readonly [RegExp, 'heading' | 'item' | 'quote'][] = [
  [/^(#{1,6})\s+/, 'heading'],
  [/^\s*(?:[-*+]|\d{1,3}[.)])\s+/, 'item'],
  [/^>\s?/, 'quote'],
];

export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let code: number | undefined;
  let open = false;
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end);
    if (FENCE.test(line)) {
      if (code !== undefined) blocks.push({ kind: 'code', start: code, end: Math.max(code, start - 1) });
      code = code === undefined ? Math.min(end + 1, text.length) : undefined;
      open = false;
    } else if (code === undefined) {
      const block = line.trim() === '' ? undefined : blockOf(line, start, end);
      const last = blocks.at(-1);
      if (isTableRow(line) && open && last?.kind === 'table')
        blocks[blocks.length - 1] = { ...last, end, lines: [...last.lines, { start, end }] };
      else if (block?.kind === 'paragraph' && open && last && last.kind !== 'heading' && last.kind !== 'table')
        blocks[blocks.length - 1] = { ...last, end };
      else if (block) blocks.push(block);
      open = block !== undefined;
    }
  }
  if (code !== undefined) blocks.push({ kind: 'code', start: code, end: text.length });
  return blocks;
}

function blockOf(line: string, start: number, end: number): Block {
  for (const [mark, kind] of MARKS) {
    const found = mark.exec(line);
    if (found)
      return { kind, start: start + found[0].length, end, ...(kind === 'heading' && { level: found[1]?.length ?? 1 }) };
  }
  return isTableRow(line) ? { kind: 'table', start, end, lines: [{ start, end }] } : { kind: 'paragraph', start, end };
}

export type Inline =
  | { readonly kind: 'text' | 'strong' | 'em' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

const INLINE = /\*\*([^*\n]+)\*\*|\*([^*\s][^*\n]*)\*|`([^`\n]+)`|\[([^\]\n]+)\]\((https?:\/\/[^\s()<>"]+)\)/g;

export function inlineOf(text: string): Inline[] {
  const parts: Inline[] = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    if (found.index > at) parts.push({ kind: 'text', text: text.slice(at, found.index) });
    parts.push(styled(found));
    at = found.index + found[0].length;
  }
  if (at < text.length) parts.push({ kind: 'text', text: text.slice(at) });
  return parts;
}

function styled([, strong, em, code, label, href]: RegExpMatchArray): Inline {
  if (strong !== undefined) return { kind: 'strong', text: strong };
  if (em !== undefined) return { kind: 'em', text: em };
  if (code !== undefined) return { kind: 'code', text: code };
  return { kind: 'link', text: label ?? '', href: webAddress(href ?? '') ?? '' };
}

/** The address where it is one of the web, nothing for anything else (`javascript:`, `data:`, `upload:`). */
export function webAddress(url: string): string | undefined {
  try {
    const { protocol, href } = new URL(url);
    return protocol === 'http:' || protocol === 'https:' ? href : undefined;
  } catch {
    return undefined;
  }
}
