/** Which elements are headings, also those that are only styled like one. */
import { type PageNode, textOf } from './tree.js';

const maxHeadingCharacters = 120;
const headingClass = /(^|[\s_-])(sub-?head(ing|line)?|heading|section-?title|cross-?head)([\s_-]|$)/i;

/** 1 to 6, or 0 for an element that is no heading. */
export function headingLevel(node: PageNode): number {
  const { tag, attributes } = node;
  if (tag.length === 2 && tag >= 'h1' && tag <= 'h6') return node.letters > 300 ? 0 : Number(tag[1]);
  if (attributes.role === 'heading') return 2;
  if ((tag !== 'p' && tag !== 'div') || node.letters === 0 || node.letters > maxHeadingCharacters) return 0;
  if (isAllBold(node) || headingClass.test(attributes.class ?? '') || isStyledLikeHeading(attributes.style)) {
    return /[\p{L}\p{N}][?!)"”’]?$/u.test(textOf(node)) ? 4 : 0;
  }
  return 0;
}

function isStyledLikeHeading(style: string | undefined): boolean {
  if (style === undefined) return false;
  const size = /font-size:\s*([\d.]+)(px|em|rem|pt)/i.exec(style);
  const isLarge = size !== null && Number(size[1]) >= (size[2] === 'px' ? 20 : size[2] === 'pt' ? 15 : 1.3);
  return isLarge || /font-weight:\s*(bold|[6-9]00)/i.test(style);
}

/** `<p><strong>Title</strong></p>`, with nothing but white space beside the bold element. */
function isAllBold(node: PageNode): boolean {
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
  return bold.tag === 'b' || bold.tag === 'strong' || ((bold.tag === 'span' || bold.tag === 'u' || bold.tag === 'em') && isAllBold(bold));
}
