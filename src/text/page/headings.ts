/** Which elements are headings, also those that are only styled like one. */
import { type PageNode, textOf, walk } from './tree.js';

const maxHeadingCharacters = 120;
const headingClass = /(^|[\s_-])(sub-?head(ing|line)?|heading|section-?title|cross-?head)([\s_-]|$)/i;

/** 1 to 6, or 0 for an element that is no heading. */
export function headingLevel(node: PageNode): number {
  const { tag, attributes } = node;
  if (tag.length === 2 && tag >= 'h1' && tag <= 'h6') return node.letters > 300 ? 0 : Number(tag[1]);
  if (node.headingLevel > 0) return node.headingLevel;
  if (attributes.role === 'heading')
    return Math.min(6, Math.max(1, Number.parseInt(attributes['aria-level'] ?? '2', 10) || 2));
  if ((tag !== 'p' && tag !== 'div') || node.letters === 0 || node.letters > maxHeadingCharacters) return 0;
  if (isAllBold(node)) return /[\p{L}\p{N}][?)"”’>\]=]{0,2}$/u.test(textOf(node)) ? 4 : 0;
  if (headingClass.test(attributes.class ?? '') || isStyledLikeHeading(attributes.style)) {
    return /[\p{L}\p{N}][?!)"”’]?$/u.test(textOf(node)) ? 4 : 0;
  }
  return 0;
}

/**
 * `<font size="5">Opening hours</font>` on pages from before style sheets: 5 of 7 is the size of a second-level
 * heading.
 */
export function isLargeFont({ tag, attributes, letters }: PageNode): boolean {
  return (
    tag === 'font' && letters > 0 && letters <= maxHeadingCharacters && /^(\+[2-9]|[5-7])$/.test(attributes.size ?? '')
  );
}

function isStyledLikeHeading(style: string | undefined): boolean {
  if (style === undefined) return false;
  const size = /font-size:\s*([\d.]+)(px|em|rem|pt)/i.exec(style);
  const isLarge = size !== null && Number(size[1]) >= (size[2] === 'px' ? 20 : size[2] === 'pt' ? 15 : 1.3);
  return isLarge || /font-weight:\s*(bold|[6-9]00)/i.test(style);
}

/** `<p><strong>Title</strong></p>`, with nothing but white space beside the bold element. */
export function isAllBold(node: PageNode): boolean {
  let bold: PageNode | undefined;
  for (const child of node.children) {
    if (child.omitted !== '' || child.letters === 0) {
      if (child.tag === 'br') return false;
      continue;
    }
    if (bold !== undefined || child.tag === '#text') return false;
    bold = child;
  }
  if (bold === undefined) return false;
  return (
    bold.tag === 'b' ||
    bold.tag === 'strong' ||
    ((bold.tag === 'span' || bold.tag === 'u' || bold.tag === 'em') && isAllBold(bold))
  );
}

const maxStyledCharacters = 90;
const minStyledHeadings = 2;
const maxStyledHeadings = 200;

/** Finds headings made of styled boxes: the same class on several short lines, each with a longer block after it. */
export function markHeadings(main: PageNode): void {
  const groups = new Map<string, PageNode[]>();
  walk(main, (node) => {
    const name =
      node.tag === 'div' || node.tag === 'p' || node.tag === 'td'
        ? node.attributes.class?.trim().split(/\s+/)[0]
        : undefined;
    if (name && node.letters > 0) {
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [node]);
      else group.push(node);
    }
    return node.letters > 0;
  });
  for (const nodes of groups.values()) {
    if (nodes.length < minStyledHeadings || nodes.length > maxStyledHeadings || !nodes.every(isShortLine)) continue;
    const leading = nodes.filter(leadsText);
    if (leading.length < nodes.length * 0.7) continue;
    for (const node of leading) node.headingLevel = levelInName(node.attributes.class ?? '');
  }
}

function isShortLine(node: PageNode): boolean {
  if (node.letters > maxStyledCharacters || node.linkLetters > 0 || node.children.some((child) => child.isBlock))
    return false;
  return /[\p{L}\p{N}?!)"”’]$/u.test(textOf(node));
}

/** Whether the next element is a longer stretch of body text, a list or a table. */
function leadsText(node: PageNode): boolean {
  const siblings = node.parent?.children ?? [];
  const next = siblings
    .slice(siblings.indexOf(node) + 1)
    .find((sibling) => sibling.omitted === '' && sibling.letters > 0);
  return next?.isBlock === true && next.letters > node.letters && next.attributes.class !== node.attributes.class;
}

/** `hl--3` is at level 3; a name without a number at level 2. */
function levelInName(name: string): number {
  return Number(/[a-z_-]([1-6])\b/i.exec(name)?.[1] ?? 2);
}
