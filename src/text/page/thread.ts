/**
 * A Reddit API listing to a Document: the post is one section, each kept top-level comment with its replies another.
 * By default the 5 best comments, 3 replies of each and 2 replies of those; the best by score, then the earlier, then the smaller id.
 */

import { stripInvisible } from '../../core/characters.js';
import type { Document, LeftOut } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import { type Block, prefixLines } from './blocks.js';
import { dateOfSeconds } from './dates.js';
import { type ParseOptions, toPagedDocument } from './document.js';

export type ThreadLimits = { readonly comments: number; readonly replies: number; readonly nested: number };
export type ThreadOptions = ParseOptions & { readonly limits?: ThreadLimits };

type Fields = Readonly<Record<string, unknown>>;
type Comment = {
  readonly id: string;
  readonly author: string;
  readonly score: number;
  readonly created: number;
  readonly body: string;
  readonly replies: unknown;
};
type Tally = { beyond: number; deleted: number; stubs: number };

const defaultLimits: ThreadLimits = { comments: 5, replies: 3, nested: 2 };

export function parseThread(json: string, options: ThreadOptions): Document {
  const { post, comments } = readListing(json);
  const { comments: most, replies, nested } = options.limits ?? defaultLimits;
  const tally: Tally = { beyond: 0, deleted: 0, stubs: 0 };
  const title = textField(post, 'title') || 'Thread';
  const blocks: Block[] = [{ level: 1, text: title, start: 0, end: json.length }, ...postBlocks(post, json.length)];
  for (const comment of best(comments, most, tally)) {
    const { author, score, body } = comment;
    const children = best(comment.replies, replies, tally).map((reply) => renderReply(reply, best(reply.replies, nested, tally), tally));
    blocks.push({ level: 2, text: `Comment by ${author} (score ${score})`, start: 0, end: json.length });
    blocks.push({ level: 0, text: [body, ...(children.length > 0 ? [children.join('\n')] : [])].join('\n\n'), start: 0, end: json.length });
  }
  const date = dateOfSeconds(numberField(post, 'edited') || numberField(post, 'created_utc'));
  return toPagedDocument(blocks, { title, date, leftOut: leftOutOf(tally) }, options);
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
    throw new WinnowError('unreadable', 'The thread is not JSON. Save it from the API again, with .json at the end of its address.', {
      cause: error,
    });
  }
  const [posts, comments] = Array.isArray(listing) ? listing : [listing, undefined];
  const post = childrenOf(posts).find(({ kind }) => kind === 't3')?.data;
  if (post === undefined)
    throw new WinnowError('unreadable', 'The JSON is not a Reddit thread: it has no post. Give the listing of one thread.');
  return { post, comments };
}

function childrenOf(listing: unknown): { kind: string; data: Fields }[] {
  const children = fieldsOf(fieldsOf(listing).data).children;
  return Array.isArray(children)
    ? children.map((child) => ({ kind: textField(fieldsOf(child), 'kind'), data: fieldsOf(fieldsOf(child).data) }))
    : [];
}

function postBlocks(post: Fields, length: number): Block[] {
  const body = cleanBody(textField(post, 'selftext'));
  const address = textField(post, 'url');
  const text = isGone(body) ? (post.is_self === false && address !== '' ? `Link: ${address}` : '') : body;
  return text === '' ? [] : [{ level: 0, text, start: 0, end: length }];
}

/** The best of a listing in order; counts what is not among them. */
function best(listing: unknown, most: number, tally: Tally): Comment[] {
  const comments: Comment[] = [];
  for (const { kind, data } of childrenOf(listing)) {
    if (kind === 'more') tally.stubs += numberField(data, 'count');
    if (kind !== 't1') continue;
    const body = cleanBody(textField(data, 'body'));
    if (isGone(body)) tally.deleted++;
    else comments.push({ ...identityOf(data), body, replies: data.replies });
  }
  comments.sort((one, other) => other.score - one.score || one.created - other.created || (one.id < other.id ? -1 : 1));
  for (const { body } of comments.slice(most)) tally.beyond += body.length;
  return comments.slice(0, most);
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
function renderReply(reply: Comment, nested: readonly Comment[], tally: Tally): string {
  const line = ({ author, score, body }: Comment) => prefixLines(`Reply by ${author} (score ${score}): ${body}`, '- ', '  ');
  for (const { replies } of nested) best(replies, 0, tally);
  return [line(reply), ...nested.map((child) => prefixLines(line(child), '  ', '  '))].join('\n');
}

function leftOutOf({ beyond, deleted, stubs }: Tally): LeftOut[] {
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
