/**
 * Pages that go on with other articles below their own: each stands in a box with a headline of its own, and only one
 * headline is that of the page. Blogs' front pages, whose title is no headline, and live reports, whose headline stands
 * outside the boxes, keep all of theirs.
 */
import { measure } from './measure.js';
import { type PageNode, textOf, walk } from './tree.js';

const longestHeadline = 200;
const leastProse = 200;

type ArticleBox = { readonly node: PageNode; readonly headline: PageNode; readonly isOwn: boolean };

/** `titles` is what the head of the page gives as its title. */
export function leaveOutOtherArticles(main: PageNode, titles: string): void {
  const boxes = articleBoxes(main, titles);
  const own = boxes.filter(({ isOwn }) => isOwn);
  if (own.length !== 1 || (own[0]?.node.prose ?? 0) < leastProse) return;
  for (const { node, headline, isOwn } of boxes)
    if (!isOwn && headline.tag === own[0]?.headline.tag) node.omitted = 'other articles';
  measure(main);
}

/** The outermost articles with a headline, in the order of the page. */
function articleBoxes(main: PageNode, titles: string): ArticleBox[] {
  const boxes: ArticleBox[] = [];
  walk(main, (node) => {
    if (node === main || !isArticle(node)) return true;
    const headline = headlineOf(node);
    if (headline) boxes.push({ node, headline, isOwn: isTitle(textOf(headline), titles) });
    return headline === undefined;
  });
  return boxes;
}

function isArticle({ tag, attributes }: PageNode): boolean {
  return tag === 'article' || attributes.role === 'article';
}

const leastTitle = 15;
const isTitle = (headline: string, titles: string): boolean =>
  headline.length >= leastTitle && titles.includes(headline);

/** The highest heading of the box, the first of its rank: a byline above the headline may be a lower one. */
function headlineOf(box: PageNode): PageNode | undefined {
  let found: PageNode | undefined;
  walk(box, (node) => {
    if (/^h[1-3]$/.test(node.tag) && node.letters > 0 && node.letters <= longestHeadline)
      if (found === undefined || node.tag < found.tag) found = node;
    return true;
  });
  return found;
}
