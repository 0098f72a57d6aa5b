/** Counts, from the leaves up, how much text, link text and running prose each element holds. */
import { blockTags, type PageNode } from './tree.js';

const silentTags = new Set(
  `script style template svg iframe noscript head select textarea noembed noframes`.split(/\s+/),
);
const markPattern = /[.,;:!?…。、，！？；：।؟،]/g;

/** A Chinese, Japanese or Korean character says about as much as two to three Latin letters. */
const denseScript = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;

type Run = { letters: number; links: number; marks: number };

/** Call again after leaving nodes out: what is left out counts for nothing. */
export function measure(node: PageNode, isInLink = false): void {
  node.letters = 0;
  node.linkLetters = 0;
  node.marks = 0;
  node.prose = 0;
  if (node.omitted !== '' || silentTags.has(node.tag)) return;
  if (node.tag === '#text') {
    measureText(node, isInLink);
    return;
  }
  node.isBlock = blockTags.has(node.tag);
  const isLink = isInLink || (node.tag === 'a' && node.attributes.href !== undefined);
  let run: Run = { letters: 0, links: 0, marks: 0 };
  for (const child of node.children) {
    measure(child, isLink);
    node.letters += child.letters;
    node.linkLetters += child.linkLetters;
    node.marks += child.marks;
    node.prose += child.prose;
    if (child.isBlock) {
      node.isBlock = true;
      node.prose += proseOf(run);
      run = { letters: 0, links: 0, marks: 0 };
    } else {
      run.letters += child.letters;
      run.links += child.linkLetters;
      run.marks += child.marks;
    }
  }
  if (node.isBlock) node.prose += proseOf(run);
}

function measureText(node: PageNode, isInLink: boolean): void {
  const text = node.text.trim();
  if (text === '') return;
  node.letters = denseScript.test(text) ? text.length * 2 : text.length;
  if (isInLink) node.linkLetters = node.letters;
  node.marks = text.match(markPattern)?.length ?? 0;
}

/**
 * A stretch of text without block elements counts as prose when it is long enough to be a sentence and mostly not
 * links.
 */
function proseOf({ letters, links, marks }: Run): number {
  if (letters < 20 || links > letters * 0.6) return 0;
  const own = letters - links;
  if (letters >= 80 && marks > 0) return own;
  return marks > 0 ? own * 0.6 : own * 0.15;
}

/** The share of the text that is in links. */
export function linkDensity(node: PageNode): number {
  return node.letters === 0 ? 0 : node.linkLetters / node.letters;
}
