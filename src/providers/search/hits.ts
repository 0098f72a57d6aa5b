/**
 * Results as engines send them to hits as we use them: web addresses only, text without tags, entities and invisible
 * characters.
 */
import { Parser } from 'htmlparser2';
import { z } from 'zod';
import { stripInvisible } from '../../core/characters.js';
import type { Hit } from '../../core/data.js';
import { findDate } from '../../text/page/dates.js';
import type { RawHit } from './types.js';

/** The items of a list that have the right shape; one odd result does not cost the others. */
export function readItems<Item>(list: unknown, item: z.ZodType<Item>): Item[] {
  const items = z.array(z.unknown()).safeParse(list);
  return (items.data ?? []).flatMap((value) => {
    const read = item.safeParse(value);
    return read.success ? [read.data] : [];
  });
}

export function cleanHits(results: readonly RawHit[], { markup }: { markup: boolean }): Hit[] {
  const text = (raw: string | null | undefined) => tidy(markup ? withoutMarkup(raw ?? '') : (raw ?? ''));
  return results.flatMap(({ url, title, snippet, date }) => {
    if (!isWebAddress(url)) return [];
    const day = findDate(date ?? undefined);
    return [{ url, title: text(title) || url, snippet: text(snippet), ...(day !== undefined && { date: day }) }];
  });
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['http:', 'https:'].includes(new URL(url).protocol);
}

function tidy(text: string): string {
  return stripInvisible(text).replace(/\s+/g, ' ').trim();
}

/** `Tom &amp; <strong>Jerry</strong>` -> `Tom & Jerry`. What is in script and style elements is no text. */
function withoutMarkup(html: string): string {
  let [text, unseen] = ['', 0];
  const isUnseen = (name: string) => name === 'script' || name === 'style';
  const parser = new Parser({
    ontext: (piece) => {
      if (unseen === 0) text += piece;
    },
    onopentag: (name) => {
      if (isUnseen(name)) unseen += 1;
      if (name === 'br' || name === 'p') text += ' ';
    },
    onclosetag: (name) => {
      if (isUnseen(name)) unseen -= 1;
    },
  });
  parser.end(html);
  return text;
}
