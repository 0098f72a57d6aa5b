/** Threads in the HTML of common forum software: question, answers and posts become sections with author, votes and acceptance in the heading. */
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
    author: ['user-details', 'itemprop=author'],
    score: ['js-vote-count', 'vote-count-post', 'itemprop=upvoteCount'],
  },
  // Discourse
  {
    post: ['topic-body', 'crawler-post', 'topic-post'],
    body: ['cooked', 'post'],
    author: ['creator', 'username', 'names'],
    score: ['post-likes', 'likes'],
  },
  // XenForo
  {
    post: ['message'],
    body: ['bbWrapper', 'messageText', 'messageContent'],
    author: ['username', 'message-name'],
    score: ['reactionsBar-count'],
  },
  // phpBB
  { post: ['post'], body: ['content', 'postbody'], author: ['username', 'username-coloured', 'author'], score: [] },
  // vBulletin, Simple Machines, MyBB
  {
    post: ['postcontainer', 'post_wrapper', 'postbit'],
    body: ['postcontent', 'inner', 'post_body', 'post'],
    author: ['username', 'poster', 'author_information'],
    score: [],
  },
  // Hacker News
  { post: ['comtr', 'fatitem'], body: ['commtext', 'toptext'], author: ['hnuser'], score: ['score'] },
  // Reddit's older pages
  { post: ['link', 'comment'], body: ['usertext-body', 'md'], author: ['author'], score: ['score'] },
];
const minPosts = 2;
const minBodyLetters = 15;

type Post = { readonly node: PageNode; readonly body: PageNode };

/** The blocks of a thread, or `undefined` where the page is none that we know. */
export function findThread(root: PageNode, title: string): Block[] | undefined {
  for (const forum of forums) {
    const posts = findPosts(root, forum);
    if (posts.length < minPosts) continue;
    const heading: Block = { level: 1, text: title === '' ? 'Thread' : title, start: root.start, end: root.end };
    return [heading, ...posts.flatMap((post, index) => postBlocks(post, forum, index))];
  }
  return undefined;
}

/** Posts with an author and a body; a post inside another one stands for itself. */
function findPosts(root: PageNode, forum: Forum): Post[] {
  const posts: Post[] = [];
  walk(root, (node) => {
    if (!isMarked(node, forum.post)) return true;
    const body = findMarked(node, forum.body);
    if (body !== undefined && body.letters >= minBodyLetters && findMarked(node, forum.author) !== undefined) posts.push({ node, body });
    return true;
  });
  return posts.filter(({ body }, index) => posts.findIndex((other) => other.body === body) === index);
}

function postBlocks({ node, body }: Post, forum: Forum, index: number): Block[] {
  const author = textOf(findMarked(node, forum.author)!).split(' ').slice(0, 4).join(' ');
  const notes = [...(isAccepted(node) ? ['accepted'] : []), ...scoreOf(node, forum)];
  const kind =
    isMarked(node, ['question']) || (index === 0 && forum.post.includes('question'))
      ? 'Question'
      : forum.post.includes('answer')
        ? 'Answer'
        : 'Post';
  const text = `${kind} by ${author}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
  const place = { start: node.start, end: node.end };
  return [
    { level: 2, text, ...place },
    { level: 0, text: joinBlocks(renderBlocks(body), '\n\n'), start: body.start, end: body.end },
  ];
}

function isAccepted(node: PageNode): boolean {
  return (
    node.attributes.itemprop === 'acceptedAnswer' || /\b(accepted-answer|js-accepted-answer|accepted)\b/.test(node.attributes.class ?? '')
  );
}

function scoreOf(node: PageNode, forum: Forum): string[] {
  const element = findMarked(node, forum.score);
  const text = node.attributes['data-score'] ?? element?.attributes.content ?? (element === undefined ? '' : textOf(element));
  const score = /-?\d+/.exec(text)?.[0];
  return score === undefined ? [] : [`score ${score}`];
}

function isMarked({ attributes }: PageNode, marks: readonly string[]): boolean {
  const { class: classes, itemprop } = attributes;
  if (classes === undefined && itemprop === undefined) return false;
  const names = classes?.split(/\s+/) ?? [];
  return marks.some((mark) => (mark.startsWith('itemprop=') ? itemprop === mark.slice('itemprop='.length) : names.includes(mark)));
}

/** The first element below a node with one of the marks, in the order of the marks. */
function findMarked(node: PageNode, marks: readonly string[]): PageNode | undefined {
  for (const mark of marks) {
    let found: PageNode | undefined;
    walk(node, (child) => {
      if (found === undefined && child !== node && isMarked(child, [mark])) found = child;
      return found === undefined;
    });
    if (found !== undefined) return found;
  }
  return undefined;
}
