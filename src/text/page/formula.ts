/** Formulas as their source: MathML with its annotation, and pictures that stand for one. */
import { type PageNode, textOf } from './tree.js';

export function formulaOfMath(node: PageNode): string {
  return node.attributes.alttext ?? annotationOf(node) ?? textOf(node);
}

function annotationOf(node: PageNode): string | undefined {
  if (node.tag === 'annotation') return textOf(node);
  for (const child of node.children) {
    const found = annotationOf(child);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Pictures of formulas have their source as the text for those who cannot see them (MediaWiki, WordPress), often beside
 * the same in MathML.
 */
const formulaImage = /\bmwe-math|\blatex\b|\btex\b|\bmath/i;

export function formulaOfImage(node: PageNode): string {
  const { alt = '', class: classes = '' } = node.attributes;
  if (alt === '' || !formulaImage.test(classes) || followsMath(node)) return '';
  return alt.replace(/^\{\\displaystyle (.*)\}$/s, '$1');
}

function followsMath(node: PageNode): boolean {
  const before = node.parent?.children[node.parent.children.indexOf(node) - 1];
  return before !== undefined && holdsMath(before);
}

function holdsMath(node: PageNode): boolean {
  return node.omitted === '' && (node.tag === 'math' || node.children.some(holdsMath));
}
