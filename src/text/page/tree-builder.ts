/**
 * The rules by which open and close tags become a tree: implied end tags, scopes, a bounded depth. A small part of the
 * HTML standard's.
 */
import { blockTags, isFormula, type PageNode } from './node.js';

/** Chrome stops nesting at 512 as well; deeper elements become siblings. */
const maxDepth = 400;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const voidTags = setOf(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr',
);
const headTags = setOf('title meta link script style noscript base template bgsound basefont');
const closesParagraph = setOf(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header ' +
    'hgroup hr main menu nav ol p pre search section summary table ul li dt dd',
);
/** End tags of blocks do not reach beyond these. */
const scopeEnds = setOf('html table td th caption template object marquee');
const paragraphScopeEnds = setOf('html table td th caption template object marquee button li dd');
const tableOnly = setOf('table');
/** Tags whose end tag reaches past table cells. */
const tableTags = setOf('table tbody thead tfoot tr td th caption');
const paragraph = setOf('p');
const headings = setOf('h1 h2 h3 h4 h5 h6');
const closesHeading = setOf('p ul ol dl table pre blockquote h1 h2 h3 h4 h5 h6');

/** An opening tag closes these open elements, unless one of the stops lies between. */
type ImpliedEnd = { readonly closes: ReadonlySet<string>; readonly stops: ReadonlySet<string> };
const cell: ImpliedEnd = { closes: setOf('td th'), stops: setOf('table tr') };
const rowGroup: ImpliedEnd = { closes: setOf('thead tbody tfoot caption colgroup'), stops: tableOnly };
const definition: ImpliedEnd = { closes: setOf('dt dd'), stops: setOf('dl table') };
const option: ImpliedEnd = { closes: setOf('option optgroup'), stops: setOf('select datalist') };
const impliedEnds = new Map<string, ImpliedEnd>([
  ['li', { closes: setOf('li'), stops: setOf('ul ol menu dir table') }],
  ['dt', definition],
  ['dd', definition],
  ['td', cell],
  ['th', cell],
  ['tr', { closes: setOf('tr caption colgroup'), stops: tableOnly }],
  ['tbody', rowGroup],
  ['thead', rowGroup],
  ['tfoot', rowGroup],
  ['a', { closes: setOf('a'), stops: setOf('table td th li p div section article ul ol') }],
  ['option', option],
  ['optgroup', option],
]);

const noAttributes: PageNode['attributes'] = Object.freeze({});

function createNode(tag: string, parent: PageNode | undefined, start: number, attributes = noAttributes): PageNode {
  const measures = {
    letters: 0,
    linkLetters: 0,
    marks: 0,
    prose: 0,
    headingLevel: 0,
    isPictureBox: false,
    isBlock: false,
  };
  return { tag, attributes, children: [], parent, start, end: start, text: '', omitted: '', ...measures };
}

type Place = { readonly start: number; readonly end: number; readonly isSelfClosing: boolean };

export type TreeBuilder = ReturnType<typeof createTreeBuilder>;

export function createTreeBuilder(length: number) {
  const root = createNode('#root', undefined, 0);
  const stack: PageNode[] = [root];
  let top = root;
  let flattened = 0;
  let foreignDepth = 0;
  let hasBody = false;

  function popTo(depth: number, end: number): void {
    while (stack.length > depth) {
      const closed = stack.pop()!;
      if (closed.tag === 'svg' || closed.tag === 'math') foreignDepth--;
      closed.end = end;
    }
    top = stack[stack.length - 1]!;
  }

  /** Closes the nearest open element that matches, and all inside it, unless a stop comes first. */
  function closeNearest(matches: ReadonlySet<string>, stops: ReadonlySet<string>, end: number): void {
    for (let depth = stack.length - 1; depth > 0; depth--) {
      const { tag } = stack[depth]!;
      if (matches.has(tag)) popTo(depth, end);
      if (matches.has(tag) || stops.has(tag)) return;
    }
  }

  function closeImplied(tag: string, at: number): void {
    if (top.tag === 'head' && !headTags.has(tag)) popTo(stack.length - 1, at);
    const implied = impliedEnds.get(tag);
    if (implied !== undefined) closeNearest(implied.closes, implied.stops, at);
    if (closesParagraph.has(tag)) closeNearest(paragraph, paragraphScopeEnds, at);
    // `<h2>Title<p>Text`: a heading that has its words does not go on into the text
    if (closesHeading.has(tag) && headings.has(top.tag) && top.children.some(({ text }) => text.trim() !== ''))
      popTo(stack.length - 1, at);
  }

  function open(
    tag: string,
    attributes: PageNode['attributes'] | undefined,
    { start, end, isSelfClosing }: Place,
  ): void {
    if (tag === 'body' && hasBody) return;
    hasBody ||= tag === 'body';
    closeImplied(tag, start);
    const node = createNode(tag, top, start, attributes);
    node.end = end;
    top.children.push(node);
    const isForeign = tag === 'svg' || tag === 'math';
    if (voidTags.has(tag) || (isSelfClosing && (foreignDepth > 0 || isForeign))) return;
    if (stack.length >= maxDepth) {
      flattened++;
      return;
    }
    if (isForeign) foreignDepth++;
    stack.push(node);
    top = node;
  }

  function close(tag: string, end: number): void {
    if (flattened > 0) flattened--;
    else if (top.tag === tag && top !== root) popTo(stack.length - 1, end);
    else if (tag !== 'body' && tag !== 'html') {
      const stops = tableTags.has(tag) ? tableOnly : blockTags.has(tag) ? scopeEnds : blockTags;
      closeNearest(headings.has(tag) ? headings : new Set([tag]), stops, end);
    }
  }

  function addText(text: string, start: number, end: number): void {
    if (top.tag === 'script' && top.attributes.type !== 'application/ld+json' && !isFormula(top)) return;
    if (top.tag === 'script' || top.tag === 'style') {
      top.text += text;
      return;
    }
    const last = top.children[top.children.length - 1];
    const node = last?.tag === '#text' ? last : createNode('#text', top, start);
    if (node !== last) top.children.push(node);
    node.text += text;
    node.end = end;
  }

  function finish(): PageNode {
    popTo(1, length);
    root.end = length;
    return root;
  }

  return { open, close, addText, finish, isInForeignContext: () => foreignDepth > 0 };
}
