/** Whether a page may be a forum's, and the thread on it as people see it. How posts are marked is in forum.ts. */
import { findThread, type Thread } from './forum.js';
import { measure } from './measure.js';
import type { PageNode } from './tree.js';
import { markHidden } from './visibility.js';

const forumWords =
  'QAPage DiscussionForumPosting stackexchange iscourse enforo XenForo data-xf- phpbb phpBB vbulletin vBulletin hnuser commentarea mybb smf_'.split(
    ' ',
  );

/**
 * Forum software names itself at the top or the bottom of its pages, or uses the vocabulary of schema.org. Blogs use
 * the same class names for other things.
 */
export function isForumPage(raw: string): boolean {
  const ends = raw.slice(0, 30_000) + raw.slice(-5000);
  return forumWords.some((word) => ends.includes(word));
}

/** Forums do not hide their text until a script runs, so nothing hidden is ever believed to be the text. */
export function findVisibleThread(root: PageNode, title: string): Thread | undefined {
  const hidden = markHidden(root, true);
  measure(root);
  const thread = findThread(root, title) ?? threadWithoutScript(root, title);
  if (thread !== undefined) return thread;
  for (const node of hidden) node.omitted = '';
  measure(root);
  return undefined;
}

/** Discourse puts the whole thread into a `noscript` element; the rest of the page is empty. */
function threadWithoutScript(node: PageNode, title: string): Thread | undefined {
  if (node.omitted !== '') return undefined;
  if (node.tag === 'noscript') {
    for (const child of node.children) measure(child);
    markHidden(node, true);
    for (const child of node.children) measure(child);
    return findThread(node, title);
  }
  for (const child of node.children) {
    const thread = threadWithoutScript(child, title);
    if (thread !== undefined) return thread;
  }
  return undefined;
}
