/** Teasers of other pages, by what they are made of. */
import { linkDensity } from './measure.js';
import type { PageNode } from './tree.js';

const minTeasers = 3;

/** Three or more neighbours that each are a linked title with a line or two: teasers of other pages. */
export function leaveOutTeasers(node: PageNode, prose: number): void {
  const elements = node.children.filter((child) => child.tag !== '#text' && child.omitted === '' && child.letters > 0);
  const teasers = elements.filter(isTeaser);
  if (teasers.length >= minTeasers && teasers.length >= elements.length * 0.5) {
    const own = teasers.reduce((sum, teaser) => sum + teaser.prose, 0);
    if (own < prose * 0.7) for (const teaser of teasers) teaser.omitted = 'related links';
  }
  for (const child of elements) if (child.omitted === '') leaveOutTeasers(child, prose);
}

function isTeaser(node: PageNode): boolean {
  return (
    node.isBlock &&
    node.tag !== 'p' &&
    node.tag !== 'tr' &&
    node.letters < 800 &&
    node.linkLetters > 15 &&
    hasLinkedTitle(node, 0)
  );
}

function hasLinkedTitle(node: PageNode, depth: number): boolean {
  if (/^h[1-6]$/.test(node.tag)) return linkDensity(node) > 0.7;
  return depth < 8 && node.children.some((child) => child.omitted === '' && hasLinkedTitle(child, depth + 1));
}
