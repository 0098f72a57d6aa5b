/** Which elements are captions of pictures, also those that are no `figcaption`. */
import { isAllBold } from './headings.js';
import { type PageNode, textOf, walk } from './tree.js';

const maxCaptionCharacters = 600;
const captionName = /(^|[\s_-])(wp-caption-text|caption|photo-?credit|image-?credit|cutline)([\s_-]|$)/i;

export function isCaption(node: PageNode): boolean {
  const { tag, attributes, letters } = node;
  if (tag === 'figcaption' || node.isPictureBox) return true;
  if (letters === 0 || letters > maxCaptionCharacters || (tag !== 'p' && tag !== 'div' && tag !== 'span')) return false;
  return (
    captionName.test(attributes.class ?? '') ||
    (letters <= maxTitleCharacters && isAllBold(node) && numbered.test(textOf(node)))
  );
}

const maxTitleCharacters = 200;
/**
 * `Table 4.1. List of ports` in bold stands above its table, as manuals made by DocBook have it; it must not own the
 * text after the table.
 */
const numbered = /^(?:table|figure|example|listing|tabelle|abbildung|tableau)\s+(?:[A-Z][.-]?)?\d/i;

/**
 * The largest share of the text that the line beside a picture can be: a short article with a picture is no caption.
 */
const largestShare = 0.3;

/** Finds captions that only their place tells. */
export function markPictureBoxes(main: PageNode): void {
  walk(main, (node) => {
    if (
      node.tag === 'div' &&
      node.letters > 0 &&
      node.letters <= maxLineLetters &&
      node.prose <= main.prose * largestShare
    )
      node.isPictureBox = isPictureWithLine(node);
    return node.letters > 0 && !node.isPictureBox;
  });
}

const maxLineLetters = 300;

/** A box that holds a picture and at most a line or two is a picture with its caption. */
function isPictureWithLine(node: PageNode): boolean {
  return node.linkLetters < node.letters / 2 && holdsTag(node, pictureTags) && !holdsTag(node, structureTags);
}

const pictureTags = new Set(['img', 'picture', 'amp-img', 'video']);
const structureTags = new Set(['h1', 'h2', 'h3', 'h4', 'ul', 'ol', 'dl', 'table', 'blockquote', 'pre']);

function holdsTag(node: PageNode, tags: ReadonlySet<string>): boolean {
  return node.children.some((child) => child.omitted === '' && (tags.has(child.tag) || holdsTag(child, tags)));
}
