/**
 * A Reddit API listing to a Document: the post is one section, each top-level comment with its replies others. All of
 * it by default; with limits, the best comments, replies of each and replies of those: by score, then the earlier, then
 * the smaller id (HiFi-RAG reads 5, 3 and 2).
 */

import { stripInvisible } from '../../core/characters.js';
import type { Document, LeftOut, Thread, ThreadComment } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import { type Block, prefixLines } from './blocks.js';
import { dateOfSeconds } from './dates.js';
import { type ParseOptions, toPagedDocument } from './document.js';

/** How the heading of a comment begins. */
export const COMMENT_BY = 'Comment by ';

export type ThreadLimits = { readonly comments: number; readonly replies: number; readonly nested: number };
export type ThreadOptions = ParseOptions & { readonly limits?: ThreadLimits };

type Fields = Readonly<Record<string, unknown>>;
type Comment = ThreadComment & { readonly id: string; readonly created: number; readonly replies: readonly Comment[] };
type Tally = { deleted: number; stubs: number };

export function parseThread(json: string, { limits, ...options }: ThreadOptions): Document {
  const thread = readThread(json);
  return limits === undefined ? { ...renderThread(thread, options), thread } : renderThread(thread, options, limits);
}

/** The same document with the best comments alone. */
export function limitThread(document: Document, limits: ThreadLimits): Document {
  const { thread, id, url } = document;
  return thread === undefined ? document : renderThread(thread, { id, url }, limits);
}

/** Replies this deep stand below each other. */
const deepestIndent = 8;

function renderThread(thread: Thread, options: ParseOptions, limits?: ThreadLimits): Document {
  const { title, text, comments, date } = thread;
  const kept =
    limits === undefined
      ? comments
      : written(comments)
          .slice(0, limits.comments)
          .map((comment) => limited(comment, [limits.replies, limits.nested, 0]));
  const block = (body: string): Block => ({ level: 0, text: body, start: 0, end: 0 });
  const blocks: Block[] = [{ level: 1, text: title, start: 0, end: 0 }, ...(text === '' ? [] : [block(text)])];
  for (const { author, score, body, replies } of kept) {
    blocks.push({ level: 2, text: `${COMMENT_BY}${author} (score ${score})`, start: 0, end: 0 });
    const trees = replies.map((reply) => renderReply(reply, 0));
    if (limits !== undefined) blocks.push(block([body, ...(trees.length > 0 ? [trees.join('\n')] : [])].join('\n\n')));
    else blocks.push(...[body, ...trees].filter((text) => text !== '').map(block));
  }
  const beyond = lettersIn(comments) - lettersIn(kept);
  return toPagedDocument(blocks, { title, date, leftOut: leftOutOf(thread, beyond) }, options);
}

function limited(comment: ThreadComment, [most = 0, ...deeper]: readonly number[]): ThreadComment {
  return {
    ...comment,
    replies: written(comment.replies)
      .slice(0, most)
      .map((reply) => limited(reply, deeper)),
  };
}

const written = (comments: readonly ThreadComment[]): ThreadComment[] => comments.filter(({ body }) => body !== '');

function lettersIn(comments: readonly ThreadComment[]): number {
  return comments.reduce((sum, { body, replies }) => sum + body.length + lettersIn(replies), 0);
}

function readThread(json: string): Thread {
  const { post, comments } = readListing(json);
  const tally: Tally = { deleted: 0, stubs: 0 };
  const date = dateOfSeconds(numberField(post, 'edited') || numberField(post, 'created_utc'));
  const tree = commentsIn(comments, tally);
  return {
    title: textField(post, 'title') || 'Thread',
    text: postText(post),
    comments: tree,
    ...tally,
    ...(date !== undefined && { date }),
  };
}

/** Whether a text looks like what `parseThread` reads. */
export function isThread(text: string): boolean {
  return /^\s*\[?\s*\{\s*"kind"\s*:\s*"Listing"/.test(text.slice(0, 200));
}

function readListing(json: string): { post: Fields; comments: unknown } {
  let listing: unknown;
  try {
    listing = JSON.parse(json);
  } catch (error) {
    throw new WinnowError(
      'unreadable',
      'The thread is not JSON. Save it from the API again, with .json at the end of its address.',
      {
        cause: error,
      },
    );
  }
  const [posts, comments] = Array.isArray(listing) ? listing : [listing, undefined];
  const post = childrenOf(posts).find(({ kind }) => kind === 't3')?.data;
  if (post === undefined)
    throw new WinnowError(
      'unreadable',
      'The JSON is not a Reddit thread: it has no post. Give the listing of one thread.',
    );
  return { post, comments };
}

function childrenOf(listing: unknown): { kind: string; data: Fields }[] {
  const children = fieldsOf(fieldsOf(listing).data).children;
  return Array.isArray(children)
    ? children.map((child) => ({ kind: textField(fieldsOf(child), 'kind'), data: fieldsOf(fieldsOf(child).data) }))
    : [];
}

function postText(post: Fields): string {
  const body = cleanBody(textField(post, 'selftext'));
  const address = textField(post, 'url');
  return isGone(body) ? (post.is_self === false && address !== '' ? `Link: ${address}` : '') : body;
}

/**
 * The comments of a listing, the best first; counts what is not there to be read. A deleted one is kept, empty, for
 * what was replied to it.
 */
function commentsIn(listing: unknown, tally: Tally): Comment[] {
  const comments: Comment[] = [];
  for (const { kind, data } of childrenOf(listing)) {
    if (kind === 'more') tally.stubs += numberField(data, 'count');
    if (kind !== 't1') continue;
    const body = cleanBody(textField(data, 'body'));
    const replies = commentsIn(data.replies, tally);
    if (isGone(body)) tally.deleted++;
    if (!isGone(body) || replies.length > 0)
      comments.push({ ...identityOf(data), body: isGone(body) ? '' : body, replies });
  }
  return comments.sort(
    (one, other) => other.score - one.score || one.created - other.created || (one.id < other.id ? -1 : 1),
  );
}

function identityOf(data: Fields): Pick<Comment, 'id' | 'author' | 'score' | 'created'> {
  return {
    id: textField(data, 'id'),
    author: textField(data, 'author') || '[deleted]',
    score: numberField(data, 'score'),
    created: numberField(data, 'created_utc'),
  };
}

/** `- Reply by X (score n): text`, its replies indented below. */
function renderReply({ author, score, body, replies }: ThreadComment, depth: number): string {
  const line = prefixLines(`Reply by ${author} (score ${score}): ${body || '(deleted)'}`, '- ', '  ');
  const below = replies.map((reply) => renderReply(reply, depth + 1));
  return [line, ...below.map((tree) => (depth < deepestIndent ? prefixLines(tree, '  ', '  ') : tree))].join('\n');
}

function leftOutOf({ deleted, stubs }: Thread, beyond: number): LeftOut[] {
  const leftOut: LeftOut[] = [];
  if (beyond > 0) leftOut.push({ what: 'comments', why: 'scored lower than those kept', characters: beyond });
  if (deleted > 0) leftOut.push({ what: 'comments', why: `${deleted} deleted or removed`, characters: 0 });
  if (stubs > 0) leftOut.push({ what: 'comments', why: `${stubs} not in the listing`, characters: 0 });
  return leftOut;
}

function isGone(body: string): boolean {
  return body === '' || body === '[deleted]' || body === '[removed]' || /^\[ ?Removed by \w+ ?\]$/i.test(body);
}

/** The API escapes `&`, `<` and `>`; a heading inside a comment would look like one of the document's. */
function cleanBody(body: string): string {
  const text = body.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  return stripInvisible(text)
    .replace(/\r/g, '')
    .replace(/^#{1,6}\s*(.+?)\s*#*$/gm, '**$1**')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function textField(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}

function numberField(fields: Fields, name: string): number {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
