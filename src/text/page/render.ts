/**
 * The kept part of the tree as blocks of markdown. Link targets, images and emphasis are not carried over: they say
 * nothing to a reader of plain text.
 */
import { type Block, deepestSectionLevel, joinBlocks, prefixLines } from './blocks.js';
import { isMinorBox } from './boilerplate.js';
import { isCaption } from './captions.js';
import { renderCode } from './code-block.js';
import { formulaOfImage, formulaOfMath } from './formula.js';
import { headingLevel, isLargeFont } from './headings.js';
import { termText } from './items.js';
import { cellsOf, isDataTable, isEntryTable, renderTable, rowsOf } from './table.js';
import { blockTags, isFormula, type PageNode, textOf } from './tree.js';
import {
  addInline,
  type Entry,
  flush,
  newWriter,
  pushBlock,
  pushEntries,
  pushReference,
  type Writer,
} from './writer.js';

/** Below the levels that open sections. */
const boxedLevel = deepestSectionLevel + 1;

const silentTags = new Set(
  `script style template svg iframe noscript head title noembed noframes object select datalist textarea audio video
  canvas map`.split(/\s+/),
);

export function renderBlocks(node: PageNode): Block[] {
  const writer = newWriter();
  renderChildren(node, writer);
  flush(writer);
  closeBoxes(writer);
  return writer.blocks;
}

/**
 * Where text goes on after a box, the headings inside the box become bold lines: they must not own the text after it.
 */
function closeBoxes({ blocks, boxes }: Writer): void {
  for (let index = boxes.length - 1; index >= 0; index--) {
    const { from, to } = boxes[index]!;
    const next = blocks[to];
    if (next === undefined || (next.level > 0 && next.level <= deepestSectionLevel)) continue;
    for (let place = from; place < to; place++)
      if (blocks[place]!.level > 1) blocks[place] = { ...blocks[place]!, level: boxedLevel };
  }
}

function renderChildren(node: PageNode, writer: Writer): void {
  for (const child of node.children) if (child.omitted === '') renderNode(child, writer);
}

function renderNode(node: PageNode, writer: Writer): void {
  const { tag } = node;
  if (tag === '#text') addInline(writer, node.text.replace(/\s+/g, ' '), node);
  else if (blockTags.has(tag)) renderBlock(node, writer);
  else if (isFormula(node)) addInline(writer, `$${node.text.trim()}$`, node);
  else if (!silentTags.has(tag)) (inlineRenderers.get(tag) ?? renderChildren)(node, writer);
}

function renderBlock(node: PageNode, writer: Writer): void {
  if (silentTags.has(node.tag)) return;
  flush(writer);
  const level = headingLevel(node);
  if (isCaption(node)) renderCaption(node, writer);
  else if (level > 0) pushBlock(writer, { level, text: headingText(node), start: node.start, end: node.end });
  else {
    const from = writer.blocks.length;
    (blockRenderers.get(node.tag) ?? renderChildren)(node, writer);
    flush(writer);
    if (writer.blocks.length > from + 1 && isMinorBox(node)) writer.boxes.push({ from, to: writer.blocks.length });
  }
  flush(writer);
}

/** Without the mark that links to the heading itself: "Purpose¶". */
const headingText = (node: PageNode): string => textOf(node).replace(/(?:\s[#§🔗]|\s?¶)$/u, '');

type Renderer = (node: PageNode, writer: Writer) => void;

const inlineRenderers: ReadonlyMap<string, Renderer> = new Map(
  Object.entries<Renderer>({
    br: (node, writer) => addInline(writer, '\n', node),
    code: (node, writer) => {
      const text = textOf(node);
      if (text !== '') addInline(writer, text.includes('`') ? text : `\`${text}\``, node);
    },
    sup: (node, writer) => {
      const text = textOf(node);
      if (isNoteMark(node, text)) return;
      addInline(writer, /^[-−]?\d+$/.test(text) && /[\d)]/.test(writer.last) ? `^${text}` : text, node);
    },
    math: (node, writer) => addInline(writer, formulaOfMath(node), node),
    font: (node, writer) => {
      if (!isLargeFont(node) || writer.line !== '') renderChildren(node, writer);
      else pushBlock(writer, { level: 2, text: textOf(node), start: node.start, end: node.end });
    },
    img: (node, writer) => {
      const formula = formulaOfImage(node);
      if (formula !== '') addInline(writer, formula, node);
    },
  }),
);

/** `[1]` and the like, or a bare link to a note at the foot of the page. */
function isNoteMark(node: PageNode, text: string): boolean {
  return (
    /^\[.{1,12}\]$/.test(text) ||
    node.children.some((child) => child.tag === 'a' && (child.attributes.href ?? '').startsWith('#'))
  );
}

const blockRenderers: ReadonlyMap<string, Renderer> = new Map(
  Object.entries<Renderer>({
    ul: renderList,
    ol: renderList,
    menu: renderList,
    dl: renderDefinitions,
    pre: renderCode,
    blockquote: (node, writer) => {
      const text = joinBlocks(renderBlocks(node), '\n\n');
      if (text !== '') pushReference(writer, prefixLines(text, '> ', '> '), node);
    },
    table: (node, writer) => {
      if (isDataTable(node)) for (const text of renderTable(node, cellText)) pushReference(writer, text, node);
      else if (isEntryTable(node)) renderEntries(node, writer);
      else renderChildren(node, writer);
    },
    figcaption: renderCaption,
    caption: renderCaption,
    hr: () => {},
  }),
);

/** A caption is a line of its own in italics. */
function renderCaption(node: PageNode, writer: Writer): void {
  const text = textOf(node);
  if (text !== '') pushBlock(writer, { level: 0, text: `*${text}*`, start: node.start, end: node.end });
}

function cellText(node: PageNode): string {
  return joinBlocks(renderBlocks(node), '; ').replace(/\s*\n\s*/g, ' ');
}

/** A list whose items hold headings or whole articles is layout, not a list. */
function isLayoutList(node: PageNode): boolean {
  return node.children.some((item) => item.omitted === '' && (item.letters > 1500 || hasHeading(item)));
}

function hasHeading(node: PageNode): boolean {
  return node.children.some((child) => child.omitted === '' && (/^h[1-4]$/.test(child.tag) || hasHeading(child)));
}

function renderList(node: PageNode, writer: Writer): void {
  if (isLayoutList(node)) {
    renderChildren(node, writer);
    return;
  }
  const lines: string[] = [];
  let number = Number.parseInt(node.attributes.start ?? '1', 10) || 1;
  for (const item of node.children) {
    if (item.omitted !== '') continue;
    const text = item.tag === '#text' ? item.text.replace(/\s+/g, ' ').trim() : joinBlocks(renderBlocks(item), '\n');
    if (text === '') continue;
    const isNested = item.tag === 'ul' || item.tag === 'ol';
    const mark = node.tag === 'ol' ? `${number++}. ` : '- ';
    lines.push(isNested ? prefixLines(text, '  ', '  ') : prefixLines(text, mark, '  '));
  }
  pushReference(writer, lines.join('\n'), node);
}

/** `- Term: definition`, one line per definition. Terms without one of their own share the next. */
function renderDefinitions(node: PageNode, writer: Writer): void {
  const entries = definitionsIn(node);
  if (entries.length === 0) renderChildren(node, writer);
  else pushEntries(writer, entries, node);
}

function definitionsIn(node: PageNode): Entry[] {
  const entries: Entry[] = [];
  let terms: string[] = [];
  const add = (description: string) => {
    if (terms.length > 0 || description !== '') entries.push({ term: terms.join(', '), description });
    terms = [];
  };
  const visit = (parent: PageNode): void => {
    for (const child of parent.children) {
      if (child.omitted !== '') continue;
      if (child.tag === 'dt') terms.push(...[termText(textOf(child))].filter((term) => term !== ''));
      else if (child.tag === 'dd') add(joinBlocks(renderBlocks(child), '\n'));
      else visit(child);
    }
  };
  visit(node);
  add('');
  return entries;
}

/** A table of one named column, as references of functions are made: the first line of each cell is its term. */
function renderEntries(table: PageNode, writer: Writer): void {
  const cells = rowsOf(table).slice(1).flatMap(cellsOf);
  const entries = cells.map((cell): Entry => {
    const [first, ...rest] = renderBlocks(cell);
    return { term: termText(first?.text ?? ''), description: joinBlocks(rest, '\n') };
  });
  pushEntries(writer, entries, table);
}
