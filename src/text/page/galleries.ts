/**
 * Galleries: items that count themselves, "3/50" and so on. They may be longer than the article they stand in, and speak
 * of other things.
 */
import { type PageNode, textOf } from './tree.js';

const fewestItems = 4;
const counter = /^\W*(\d{1,3})\s*(?:\/|of|von|de|di|z)\s*(\d{1,3})\b/;

/** Leaves out elements most of whose children count up to the same number. */
export function leaveOutGalleries(node: PageNode): void {
  const items = node.children.filter((child) => child.tag !== '#text' && child.omitted === '' && child.letters > 0);
  const counted = items.length >= fewestItems ? items.filter((item) => counts(item)) : [];
  if (counted.length >= fewestItems && counted.length >= items.length * 0.5) {
    for (const item of counted) item.omitted = 'galleries';
    return;
  }
  for (const item of items) leaveOutGalleries(item);
}

function counts(item: PageNode): boolean {
  const [, at = '', all = ''] = counter.exec(openingOf(item)) ?? [];
  return at !== '' && Number(at) <= Number(all);
}

/** The first words, which may stand deep inside. */
function openingOf(node: PageNode): string {
  if (node.tag === '#text') return node.text.trim();
  for (const child of node.children) {
    const opening = child.omitted === '' && child.letters > 0 ? openingOf(child) : '';
    if (opening !== '') return /^\W*\d{1,3}\W*$/.test(opening) ? textOf(node).slice(0, 20) : opening;
  }
  return '';
}
