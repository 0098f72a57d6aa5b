/** A document's sections as passages. */
import type { Document, Passage } from './data.js';

export function passagesOf({ id, url, title, date, sections }: Document): Passage[] {
  const source = { id, url, title, ...(date !== undefined && { date }) };
  return sections.map(({ headings, text, start, end, location, isLinks }, at) => ({
    id: `${id}#${at}`,
    source,
    headings,
    text,
    start,
    end,
    ...(location !== undefined && { location }),
    ...(isLinks && { isLinks }),
  }));
}
