/**
 * Threads in the HTML of common forum software: question, answers and posts become sections with author, votes and
 * acceptance in the heading.
 */
import { type Block, joinBlocks } from './blocks.js';
import { renderBlocks } from './render.js';
import { type PageNode, textOf, walk } from './tree.js';

/** How a forum marks its posts: class names (or `itemprop=...`) of the post, its text, its author and its score. */
type Forum = {
  readonly post: readonly string[];
  readonly body: readonly string[];
  readonly author: readonly string[];
  readonly score: readonly string[];
};

const forums: readonly Forum[] = [
  // Stack Exchange and others that use schema.org's QAPage
  {
    post: ['question', 'answer', 'itemprop=suggestedAnswer', 'itemprop=acceptedAnswer'],
    body: ['s-prose', 'post-text', 'js-post-body', 'itemprop=text'],
    author: ['itemprop=author', 'user-details'],
    score: ['js-vote-count', 'vote-count-post', 'itemprop=upvoteCount'],
  },
  // Discourse
  {
    post: ['topic-body', 'crawler-post', 'topic-post'],
    body: ['cooked', 'post'],
    author: ['creator', 'itemprop=author', 'username', 'names'],
    score: ['post-likes', 'likes'],
  },
  // XenForo; `message--solution` and votes in its question threads
  {
    post: ['message'],
    body: ['bbWrapper', 'messageText', 'messageContent'],
    author: ['username', 'message-name'],
    score: ['contentVote-score', 'js-voteCount'],
  },
  // phpBB, MyBB
  {
    post: ['post'],
    body: ['content', 'post_body', 'postbody'],
    author: ['username', 'username-coloured', 'author_information', 'author'],
    score: [],
  },
  // vBulletin 4 and 5, Simple Machines
  {
    post: ['postcontainer', 'b-post', 'post_wrapper', 'postbit'],
    body: ['postcontent', 'js-post__content-text', 'inner', 'post'],
    author: ['username', 'itemprop=author', 'poster'],
    score: ['votecount', 'b-post__count'],
  },
  // Hacker News
  { post: ['comtr', 'fatitem'], body: ['commtext', 'toptext'], author: ['hnuser'], score: ['score'] },
  // Reddit's older pages
  { post: ['link', 'comment'], body: ['usertext-body', 'md'], author: ['author'], score: ['score'] },
];
const minPosts = 2;
const minBodyLetters = 15;

/**
 * A post while it is read: the parts found so far, each with the place of its mark in the list of marks (the first is
 * the best).
 */
type Part = { readonly node: PageNode; readonly rank: number };
type Draft = { readonly node: PageNode; body?: Part; author?: Part; score?: Part };
type Post = {
  readonly node: PageNode;
  readonly body: PageNode;
  readonly author: PageNode;
  readonly score: PageNode | undefined;
};

export type Thread = { readonly blocks: readonly Block[]; readonly bodies: ReadonlySet<PageNode> };

/** The blocks of a thread and the elements they come from, or `undefined` where the page is none that we know. */
export function findThread(root: PageNode, title: string): Thread | undefined {
  for (const forum of forums) {
    const posts = findPosts(root, forum);
    if (posts.length < minPosts) continue;
    for (const { body } of posts) leaveOutControls(body);
    const heading: Block = { level: 1, text: title === '' ? 'Thread' : title, start: root.start, end: root.end };
    const blocks = [heading, ...posts.flatMap((post, index) => postBlocks(post, forum, index))];
    return { blocks, bodies: new Set(posts.map(({ body }) => body)) };
  }
  return undefined;
}

/**
 * Posts with an author and a body. Parts belong to the innermost post around them, so a reply inside a post stands for
 * itself.
 */
function findPosts(root: PageNode, forum: Forum): Post[] {
  const drafts: Draft[] = [];
  const visit = (node: PageNode, around: Draft | undefined): void => {
    if (node.omitted !== '' || node.tag === '#text') return;
    const names = namesOf(node);
    let draft = around;
    if (rankOf(names, forum.post) >= 0) {
      draft = { node };
      drafts.push(draft);
    } else if (draft !== undefined && names.length > 0) addPart(draft, node, forum);
    for (const child of node.children) visit(child, draft);
  };
  visit(root, undefined);
  return drafts.flatMap(({ node, body, author, score }) =>
    body === undefined || author === undefined || body.node.letters < minBodyLetters
      ? []
      : [{ node, body: body.node, author: author.node, score: score?.node }],
  );
}

function addPart(draft: Draft, node: PageNode, forum: Forum): void {
  const names = namesOf(node);
  for (const part of ['body', 'author', 'score'] as const) {
    const rank = rankOf(names, forum[part]);
    if (rank >= 0 && rank < (draft[part]?.rank ?? Number.POSITIVE_INFINITY)) draft[part] = { node, rank };
  }
}

function postBlocks({ node, body, author, score }: Post, forum: Forum, index: number): Block[] {
  const notes = [...(isAccepted(node) ? ['accepted'] : []), ...scoreNote(node, score)];
  const text = `${kindOf(node, forum, index)} by ${authorName(author)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
  return [
    { level: 2, text, start: node.start, end: node.end },
    { level: 0, text: joinBlocks(renderBlocks(body), '\n\n'), start: body.start, end: body.end },
  ];
}

function kindOf(node: PageNode, { post }: Forum, index: number): string {
  if (!post.includes('answer')) return 'Post';
  return index === 0 || namesOf(node).includes('question') ? 'Question' : 'Answer';
}

const maxAuthorWords = 4;

/** The name alone: boxes around it also hold ranks, badges and numbers of posts. */
function authorName(author: PageNode): string {
  const named =
    findFirst(author, (node) => namesOf(node).includes('itemprop=name')) ??
    findFirst(author, ({ tag, letters }) => tag === 'a' && letters > 0);
  const text = named === undefined ? '' : textOf(named) || (named.attributes.content ?? '');
  return (text || textOf(author)).replace(/^by /i, '').split(' ').slice(0, maxAuthorWords).join(' ');
}

const acceptedNames = [
  'itemprop=acceptedAnswer',
  'accepted-answer',
  'js-accepted-answer',
  'accepted',
  'message--solution',
];

function isAccepted(node: PageNode): boolean {
  return rankOf(acceptedNames, namesOf(node)) >= 0;
}

function scoreNote(node: PageNode, element: PageNode | undefined): string[] {
  const text =
    node.attributes['data-score'] ?? element?.attributes.content ?? (element === undefined ? '' : textOf(element));
  const score = /[-−]?\d+/.exec(text)?.[0].replace('−', '-');
  return score === undefined ? [] : [`score ${score}`];
}

/** `Click to expand...` and the like inside a post. */
function leaveOutControls(node: PageNode): void {
  for (const child of node.children) {
    if (child.tag === 'button' || child.attributes.role === 'button') child.omitted = 'forms';
    else leaveOutControls(child);
  }
}

/** `class="question js-question" itemprop="mainEntity"` is `question`, `js-question` and `itemprop=mainEntity`. */
function namesOf({ attributes }: PageNode): string[] {
  const { class: classes, itemprop } = attributes;
  const names = classes === undefined ? [] : classes.trim().split(/\s+/);
  if (itemprop !== undefined) for (const property of itemprop.trim().split(/\s+/)) names.push(`itemprop=${property}`);
  return names;
}

/** The place of the first of the marks that is among the names; -1 for none. */
function rankOf(names: readonly string[], marks: readonly string[]): number {
  return names.length === 0 ? -1 : marks.findIndex((mark) => names.includes(mark));
}

function findFirst(node: PageNode, matches: (node: PageNode) => boolean): PageNode | undefined {
  let found: PageNode | undefined;
  walk(node, (child) => {
    if (found === undefined && matches(child)) found = child;
    return found === undefined;
  });
  return found;
}
