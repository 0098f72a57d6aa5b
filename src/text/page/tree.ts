/**
 * HTML to a small tree with offsets into the raw page: the tags, the few attributes the parser reads, and the text.
 * Tokens come from htmlparser2; the tree rules are ours, because its own parser keeps an unbounded stack and lets a stray
 * inline end tag close blocks. The tree is never deeper than `maxDepth`, so everything after this file may recurse.
 */
import { Tokenizer } from 'htmlparser2';

export type PageNode = {
  /** Lower-case name; `#text` for text. */
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: PageNode[];
  readonly parent: PageNode | undefined;
  readonly start: number;
  /** The text of a text node, of a style sheet or of a JSON-LD script; empty otherwise. */
  text: string;
  end: number;
  /** Why the node is not part of the main text; empty while it is. */
  omitted: string;
  /** Set by `measure`: characters of text below the node, how many of them are in links, punctuation marks, and characters in running sentences. */
  letters: number;
  linkLetters: number;
  marks: number;
  prose: number;
  /** Whether the node is a block or holds one. */
  isBlock: boolean;
};

export type PageTree = { readonly root: PageNode; readonly commentLetters: number };

/** Chrome stops nesting at 512 as well; deeper elements become siblings. */
const maxDepth = 400;

const setOf = (words: string) => new Set(words.split(' '));

const voidTags = setOf('area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr');
const headTags = setOf('title meta link script style noscript base template bgsound basefont');
export const blockTags = setOf(
  'address article aside blockquote body button caption center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p pre search section select summary ' +
    'table tbody td tfoot th thead tr ul head title noscript template',
);
const keptAttributes = setOf(
  'id class style href hidden aria-hidden aria-label role lang xml:lang datetime content property name itemprop itemtype rel type colspan ' +
    'rowspan alt alttext start http-equiv data-score open',
);
const closesParagraph = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header ' +
    'hgroup hr main menu nav ol p pre search section summary table ul li dt dd',
);
const scopeEnds = setOf('html table td th caption template object marquee button');

/** An opening tag closes these open elements, unless one of the stops lies between. */
type ImpliedEnd = { readonly closes: ReadonlySet<string>; readonly stops: ReadonlySet<string> };
const cell: ImpliedEnd = { closes: setOf('td th'), stops: setOf('table tr') };
const rowGroup: ImpliedEnd = { closes: setOf('thead tbody tfoot caption colgroup'), stops: setOf('table') };
const option: ImpliedEnd = { closes: setOf('option optgroup'), stops: setOf('select datalist') };
const impliedEnds = new Map<string, ImpliedEnd>([
  ['li', { closes: setOf('li'), stops: setOf('ul ol menu dir table') }],
  ['dt', { closes: setOf('dt dd'), stops: setOf('dl table') }],
  ['dd', { closes: setOf('dt dd'), stops: setOf('dl table') }],
  ['td', cell],
  ['th', cell],
  ['tr', { closes: setOf('tr caption colgroup'), stops: setOf('table') }],
  ['tbody', rowGroup],
  ['thead', rowGroup],
  ['tfoot', rowGroup],
  ['option', option],
  ['optgroup', option],
]);
/** Tags whose end tag reaches past table cells. */
const tableTags = setOf('table tbody thead tfoot tr td th caption');
const headingTag = /^h[1-6]$/;

const noAttributes: Readonly<Record<string, string>> = Object.freeze({});
const noChildren: PageNode[] = [];

function createNode(tag: string, parent: PageNode | undefined, start: number): PageNode {
  const children = tag === '#text' ? noChildren : [];
  const measures = { letters: 0, linkLetters: 0, marks: 0, prose: 0, isBlock: false };
  return { tag, attributes: noAttributes, children, parent, start, text: '', end: start, omitted: '', ...measures };
}

export function parseTree(html: string): PageTree {
  const root = createNode('#root', undefined, 0);
  const stack: PageNode[] = [root];
  let top = root;
  let flattened = 0;
  let commentLetters = 0;
  let opening: { tag: string; start: number; attributes: Record<string, string> | undefined } = { tag: '', start: 0, attributes: undefined };
  let attributeName = '';
  let attributeValue = '';
  let foreignDepth = 0;

  function popTo(depth: number, end: number): void {
    while (stack.length > depth) {
      const closed = stack.pop()!;
      if (closed.tag === 'svg' || closed.tag === 'math') foreignDepth--;
      closed.end = end;
    }
    top = stack[stack.length - 1]!;
  }

  /** Index in the stack of the nearest open element that matches, or -1 when a stop comes first. */
  function findOpen(matches: (tag: string) => boolean, stops: (tag: string) => boolean): number {
    for (let depth = stack.length - 1; depth > 0; depth--) {
      const { tag } = stack[depth]!;
      if (matches(tag)) return depth;
      if (stops(tag)) return -1;
    }
    return -1;
  }

  function closeImplied(tag: string, at: number): void {
    if (top.tag === 'head' && !headTags.has(tag)) popTo(stack.length - 1, at);
    const implied = impliedEnds.get(tag);
    if (implied) {
      const depth = findOpen(
        (name) => implied.closes.has(name),
        (name) => implied.stops.has(name),
      );
      if (depth > 0) popTo(depth, at);
    }
    if (!closesParagraph.has(tag)) return;
    const depth = findOpen(
      (name) => name === 'p',
      (name) => scopeEnds.has(name) || name === 'li' || name === 'dd',
    );
    if (depth > 0) popTo(depth, at);
  }

  function open(end: number, selfClosing: boolean): void {
    const { tag, start, attributes } = opening;
    if (tag === '' || (tag === 'body' && stack.some((node) => node.tag === 'body'))) return;
    closeImplied(tag, start);
    const node: PageNode = { ...createNode(tag, top, start), attributes: attributes ?? noAttributes, end: end + 1 };
    top.children.push(node);
    if (voidTags.has(tag) || (selfClosing && foreignDepth > 0)) return;
    if (stack.length >= maxDepth) {
      flattened++;
      return;
    }
    if (tag === 'svg' || tag === 'math') foreignDepth++;
    stack.push(node);
    top = node;
  }

  function close(tag: string, end: number): void {
    if (flattened > 0) {
      flattened--;
      return;
    }
    if (tag === 'body' || tag === 'html') return;
    if (top.tag === tag) return popTo(stack.length - 1, end);
    const isHeading = headingTag.test(tag);
    const isBlock = blockTags.has(tag);
    const depth = findOpen(
      (name) => name === tag || (isHeading && headingTag.test(name)),
      (name) => (tableTags.has(tag) ? name === 'table' : isBlock ? scopeEnds.has(name) : blockTags.has(name)),
    );
    if (depth > 0) popTo(depth, end);
  }

  function addText(text: string, start: number, end: number): void {
    if (top.tag === 'script' && top.attributes.type !== 'application/ld+json') return;
    if (top.tag === 'script' || top.tag === 'style') {
      top.text += text;
      return;
    }
    const last = top.children[top.children.length - 1];
    if (last !== undefined && last.tag === '#text') {
      last.text += text;
      last.end = end;
      return;
    }
    const node = createNode('#text', top, start);
    node.text = text;
    node.end = end;
    top.children.push(node);
  }

  const tokenizer = new Tokenizer(
    {},
    {
      onattribname: (start, end) => {
        attributeName = html.slice(start, end).toLowerCase();
      },
      onattribdata: (start, end) => {
        attributeValue += html.slice(start, end);
      },
      onattribentity: (codePoint) => {
        attributeValue += String.fromCodePoint(codePoint);
      },
      onattribend: () => {
        if (keptAttributes.has(attributeName)) {
          opening.attributes ??= {};
          opening.attributes[attributeName] ??= attributeValue;
        }
        attributeValue = '';
      },
      oncdata: (start, end, offset) => addText(html.slice(start, end - offset), start, end + 1),
      onclosetag: (start, end) => close(html.slice(start, end).toLowerCase(), end + 1),
      oncomment: (start, end, offset) => {
        commentLetters += Math.max(0, end - offset - start);
      },
      ondeclaration: () => {},
      onend: () => popTo(1, html.length),
      onopentagend: (end) => open(end, false),
      onopentagname: (start, end) => {
        opening = { tag: html.slice(start, end).toLowerCase(), start: start - 1, attributes: undefined };
      },
      onprocessinginstruction: () => {},
      onselfclosingtag: (end) => open(end, true),
      ontext: (start, end) => addText(html.slice(start, end), start, end),
      ontextentity: (codePoint, end) => addText(String.fromCodePoint(codePoint), Math.max(0, html.lastIndexOf('&', end - 1)), end),
      isInForeignContext: () => foreignDepth > 0,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  root.end = html.length;
  return { root, commentLetters };
}

/** Depth-first over the elements and texts that were not left out. */
export function walk(node: PageNode, visit: (node: PageNode) => boolean | undefined): void {
  if (node.omitted !== '' || visit(node) === false) return;
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
