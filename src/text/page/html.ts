/** An HTML page to a Document: tree, main text, blocks, sections. Each step is a file of its own. */
import type { Document } from '../../core/data.js';
import type { Block } from './blocks.js';
import { markPictureBoxes } from './captions.js';
import { extractMain } from './content.js';
import { cutPage, type ParseOptions, toDocument } from './document.js';
import { type TrimmedPage, trimEdges } from './edges.js';
import { findVisibleThread, isForumPage } from './forum-page.js';
import { markHeadings } from './headings.js';
import { summarizeLeftOut } from './left-out.js';
import { measure } from './measure.js';
import {
  addressOf,
  articleBodyOf,
  authorsOf,
  declaredTitles,
  descriptionOf,
  readHead,
  readMetadata,
  titleOf,
} from './metadata.js';
import { renderBlocks } from './render.js';
import { findScriptText, underTitle } from './script-text.js';
import { type PageNode, parseTree, textOf } from './tree.js';
import { hidingReasons } from './visibility.js';

export function parsePage(html: string, options: ParseOptions): Document {
  const { raw, leftOut } = cutPage(html, options);
  const tree = parseTree(raw);
  measure(tree.root);
  const head = readHead(tree.root);
  const title = titleOf(head);
  const thread = isForumPage(raw) ? findVisibleThread(tree.root, title) : undefined;
  const finish = ({ blocks, dropped }: TrimmedPage, kept: ReadonlySet<PageNode>) =>
    toDocument(
      blocks,
      (text) => ({ ...readMetadata(head, text), leftOut: [...leftOut, ...summarizeLeftOut(tree, kept, dropped)] }),
      options,
    );
  if (thread !== undefined) return finish({ blocks: thread.blocks, dropped: new Map() }, thread.bodies);
  const declared = declaredTitles(head);
  const main = extractMain(tree.root, {
    ...options,
    url: addressOf(head, options.url, tree.root),
    description: descriptionOf(head),
    title: declared,
  });
  markHeadings(main);
  markPictureBoxes(main);
  const rendered = withTitle(renderBlocks(main), { title, declared }, tree.root);
  const trimmed = trimEdges(rendered, { title, authors: authorsOf(head) });
  const elsewhere = findScriptText(raw, articleBodyOf(head), lettersIn(trimmed.blocks));
  if (elsewhere === undefined) return finish(trimmed, new Set([main]));
  return finish({ ...trimmed, blocks: underTitle(contentBlocks(elsewhere.html), title) }, new Set([main]));
}

const lettersIn = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { level, text }) => sum + (level === 0 ? text.length : 0), 0);

/** HTML that is all content, such as a converted file: nothing is taken for boilerplate. */
export function parseContent(html: string, options: ParseOptions): Document {
  const { raw, leftOut } = cutPage(html, options);
  return toDocument(contentBlocks(raw), { title: '', leftOut }, options);
}

/** The blocks of such HTML, for files that hold several pieces of it. */
export function contentBlocks(html: string): readonly Block[] {
  const { root } = parseTree(html);
  measure(root);
  return renderBlocks(root);
}

const maxAboveTitle = 200;

/**
 * The page's title is the first-level heading, also where the page made it an `h2` or a styled line, or put its `h1`
 * outside the main text.
 */
function withTitle(blocks: readonly Block[], { title, declared }: Titles, root: PageNode): Block[] {
  const marked = blocks.map((block) => (block.level > 1 && block.text === title ? { ...block, level: 1 } : block));
  const first = marked.findIndex(({ level }) => level === 1);
  if (first >= 0) return withoutKicker(marked, first);
  const headline = findHeadline(root, title);
  if (headline !== undefined) return [{ level: 1, text: title, start: headline.start, end: headline.end }, ...marked];
  const line = marked.slice(0, maxLinesAbove).findIndex(({ text }) => text.length > 3 && isPartOf(text, declared));
  return line < 0 ? marked : withoutKicker(marked.with(line, { ...marked[line]!, level: 1 }), line);
}

/** `title` is the one we settled for, `declared` all the head of the page gives. */
type Titles = { readonly title: string; readonly declared: string };

const maxLinesAbove = 4;

/** `Club history` in `Club history - Tovrick Greyfins`. */
function isPartOf(text: string, declared: string): boolean {
  return declared.split(/\s+[|–—·»-]+\s+|:\s+/).some((part) => part.trim() === text);
}

/** A few short lines above the headline are a section's name or a menu, not text. */
function withoutKicker(blocks: Block[], headline: number): Block[] {
  const length = blocks.slice(0, headline).reduce((sum, { text }) => sum + text.length, 0);
  return length <= maxAboveTitle ? blocks.slice(headline) : blocks;
}

/** The headline is often in a header that is left out; it counts unless it is hidden. */
function findHeadline(node: PageNode, title: string): PageNode | undefined {
  if (hidingReasons.has(node.omitted)) return undefined;
  if (node.tag === 'h1' && textOf({ ...node, omitted: '' }) === title) return node;
  for (const child of node.children) {
    const found = findHeadline(child, title);
    if (found !== undefined) return found;
  }
  return undefined;
}
