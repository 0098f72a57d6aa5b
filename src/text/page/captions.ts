/** Which elements are captions of pictures, also those that are no `figcaption`. */
import type { PageNode } from './tree.js';

const maxCaptionCharacters = 600;
const captionName = /(^|[\s_-])(wp-caption-text|caption|photo-?credit|image-?credit|cutline)([\s_-]|$)/i;

export function isCaption(node: PageNode): boolean {
  const { tag, attributes, letters } = node;
  if (tag === 'figcaption') return true;
  if (letters === 0 || letters > maxCaptionCharacters || (tag !== 'p' && tag !== 'div' && tag !== 'span')) return false;
  return captionName.test(attributes.class ?? '') || (tag === 'div' && isPictureWithLine(node));
}

/** A box that holds a picture and at most a line or two is a picture with its caption. */
function isPictureWithLine(node: PageNode): boolean {
  return node.letters <= 300 && node.linkLetters < node.letters / 2 && holdsTag(node, pictureTags) && !holdsTag(node, structureTags);
}

const pictureTags = new Set(['img', 'picture', 'amp-img', 'video']);
const structureTags = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'dl', 'table', 'blockquote', 'pre']);

function holdsTag(node: PageNode, tags: ReadonlySet<string>): boolean {
  return node.children.some((child) => child.omitted === '' && (tags.has(child.tag) || holdsTag(child, tags)));
}
