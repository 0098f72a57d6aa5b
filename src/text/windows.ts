/**
 * Cuts a text into windows of whole sentences or lines, none longer than asked unless one sentence is; together they
 * are the whole text.
 */
import { splitSentences } from './sentences.js';

export type Window = { readonly start: number; readonly end: number };

export function windowsOf(text: string, most: number): Window[] {
  if (text.length <= most) return [{ start: 0, end: text.length }];
  const windows: { start: number; end: number }[] = [];
  for (const { start, end } of splitSentences(text)) {
    const last = windows.at(-1);
    if (last && end - last.start <= most) last.end = end;
    else windows.push({ start, end });
  }
  return windows;
}
