/**
 * HTML to a small tree with offsets into the raw page: the tags, the few attributes the parser reads, and the text.
 * Tokens come from htmlparser2; the tree rules (tree-builder.ts) are ours, because its own parser keeps an unbounded
 * stack and lets a stray inline end tag close blocks. The tree is never deeper than 400, so everything after this file
 * may recurse.
 */
import { type TokenizerCallbacks as Callbacks, Tokenizer } from 'htmlparser2';
import { stripInvisible } from '../../core/characters.js';
import { blockTags, type PageNode, setOf } from './node.js';
import { createTreeBuilder, type TreeBuilder } from './tree-builder.js';

export { blockTags, isFormula, type PageNode } from './node.js';

export type PageTree = {
  readonly root: PageNode;
  readonly commentLetters: number;
  readonly invisibleCharacters: number;
};

const keptAttributes = setOf(
  'id class style href hidden aria-hidden aria-level role lang xml:lang datetime content property name itemprop rel type colspan ' +
    'rowspan alttext alt start http-equiv data-score size',
);

export function parseTree(html: string): PageTree {
  const builder = createTreeBuilder(html.length);
  let commentLetters = 0;
  const ignore = () => {};
  const tokenizer = new Tokenizer(
    {},
    {
      ...createTagReader(html, builder),
      onclosetag: (from, to) => builder.close(html.slice(from, to).toLowerCase(), to + 1),
      ontext: (from, to) => builder.addText(html.slice(from, to), from, to),
      ontextentity: (codePoint, end) =>
        builder.addText(String.fromCodePoint(codePoint), Math.max(0, html.lastIndexOf('&', end - 1)), end),
      oncdata: (from, to, offset) => builder.addText(html.slice(from, to - offset), from, to + 1),
      oncomment: (from, to, offset) => {
        commentLetters += Math.max(0, to - offset - from);
      },
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
      isInForeignContext: builder.isInForeignContext,
    },
  );
  tokenizer.write(closedFrames(html));
  tokenizer.end();
  const root = builder.finish();
  return { root, commentLetters, invisibleCharacters: cleanTexts(root) };
}

/** `<iframe/>`, as XHTML closes it, would take the rest of the page for its text. As many characters as before. */
const closedFrames = (html: string): string => html.replace(/<iframe(?=\s[^<>]*\/>)/gi, '<embed ');

type TagCallbacks = Pick<
  Callbacks,
  | 'onopentagname'
  | 'onattribname'
  | 'onattribdata'
  | 'onattribentity'
  | 'onattribend'
  | 'onopentagend'
  | 'onselfclosingtag'
>;

/** Puts an opening tag together from its pieces; attributes that nothing reads are dropped. */
function createTagReader(html: string, builder: TreeBuilder): TagCallbacks {
  let tag = '';
  let start = 0;
  let attributes: Record<string, string> | undefined;
  let name = '';
  let value = '';
  return {
    onopentagname: (from, to) => {
      tag = html.slice(from, to).toLowerCase();
      start = from - 1;
      attributes = undefined;
    },
    onattribname: (from, to) => {
      name = html.slice(from, to).toLowerCase();
    },
    onattribdata: (from, to) => {
      value += html.slice(from, to);
    },
    onattribentity: (codePoint) => {
      value += String.fromCodePoint(codePoint);
    },
    onattribend: () => {
      if (keptAttributes.has(name)) {
        attributes ??= {};
        attributes[name] ??= value;
      }
      value = '';
    },
    onopentagend: (end) => builder.open(tag, attributes, { start, end: end + 1, isSelfClosing: false }),
    onselfclosingtag: (end) => builder.open(tag, attributes, { start, end: end + 1, isSelfClosing: true }),
  };
}

/**
 * Strips what nobody sees from all texts and counts it. Entities are decoded by now, so `&zwnj;` has its neighbours.
 */
function cleanTexts(node: PageNode): number {
  let removed = 0;
  if (node.tag === '#text') {
    const clean = stripInvisible(node.text);
    removed = node.text.length - clean.length;
    node.text = clean;
  }
  for (const child of node.children) removed += cleanTexts(child);
  return removed;
}

/** Depth-first over the elements and texts that were not left out, as long as `visit` does not say `false`. */
export function walk(node: PageNode, visit: (node: PageNode) => boolean): void {
  if (node.omitted !== '' || !visit(node)) return;
  for (const child of node.children) walk(child, visit);
}

/** The plain text below a node, in one line. */
export function textOf(node: PageNode): string {
  let text = '';
  walk(node, ({ tag, text: own }) => {
    if (tag === '#text') text += own;
    else if (blockTags.has(tag) || tag === 'br') text += ' ';
    return tag !== 'style' && tag !== 'script';
  });
  return text.replace(/\s+/g, ' ').trim();
}
