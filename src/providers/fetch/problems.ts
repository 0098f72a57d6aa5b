/** Why a page that answered was not read, in a word and a sentence. */
import type { Document, UnreadKind } from '../../core/data.js';
import { type UnreadError, unreadError } from '../../core/unread.js';
import type { HttpResponse } from '../http.js';
import { retryAfterMsOf } from '../retry-after.js';
import { asksForMoney } from './paywall.js';

type Problem = readonly [kind: UnreadKind, advice: string];

const problems: Readonly<Record<number, Problem>> = {
  401: ['blocked', 'It asks for a login.'],
  402: ['paywall', 'It is for subscribers.'],
  403: ['blocked', 'It does not let programs read this page.'],
  404: ['not-found', 'Check the address.'],
  407: ['blocked', 'It asks for a login.'],
  410: ['not-found', 'It is gone for good.'],
  413: ['too-large', 'Use another page.'],
  429: ['blocked', 'It is asked too often; try again later.'],
  451: ['blocked', 'It may not show this page for legal reasons.'],
};

export function assertAnswered({ url, status, headers }: HttpResponse): void {
  // Cloudflare marks its captchas, which come with 403 or 503.
  const challenged = headers['cf-mitigated'] === 'challenge';
  if (status >= 200 && status < 300 && !challenged) return;
  const [kind, advice] = challenged
    ? (['blocked', 'It wants proof that a person is asking.'] as const)
    : (problems[status] ?? (['unavailable', 'Try again later or use another page.'] as const));
  const error = unreadError(kind, `${shown(url)} answered with status ${status}. ${advice}`);
  throw status === 429 ? Object.assign(error, comeBack(headers)) : error;
}

/** A host that has enough of us is asked again only where it says when: final is what must not be tried again. */
function comeBack(headers: HttpResponse['headers']): { readonly retryAfterMs: number } | { readonly final: true } {
  const retryAfterMs = retryAfterMsOf(headers);
  return retryAfterMs === undefined ? { final: true } : { retryAfterMs };
}

/** Two paragraphs, which is what paywalls show; a page that calls itself closed and gives more has been opened. */
const teaserCharacters = 1500;
/** Menus and a notice; a page of text has more. */
const fewCharacters = 250;
const wantsScripts =
  /\b(?:enable|activate|turn on|requires?|needs?|without)\b[^.]{0,40}\bjavascript\b|\bjavascript\b[^.]{0,40}\b(?:disabled|required|enabled|turned off)\b/i;

/** The element that React, Vue, Angular and their kin fill: nothing in it yet, or a word such as "Loading". */
const unfilled =
  /<(?:app-root|(?:div|main)\b[^>]{0,200}\bid=["']?(?:root|app|application|__next|__nuxt|___gatsby)\b)[^>]{0,200}>[^<]{0,40}<\//i;

/** Throws where what was parsed is not what the page is about. */
export function assertWorthReading(document: Document, { url, html }: { url: string; html: string | undefined }): void {
  const { length } = document.text.trim();
  if (html !== undefined && length < teaserCharacters && asksForMoney(html))
    throw unreadError('paywall', `${shown(url)} shows its text to subscribers only. Use another page.`);
  const scripted = html !== undefined && length < fewCharacters && /<script\b/i.test(html);
  if (length > 0 && !(scripted && isShell(html, document))) return;
  const advice = scripted
    ? 'Set fetch.browser.mode to "empty-pages" to run its scripts, or use another page.'
    : 'Use another page.';
  throw unreadError('empty', `${shown(url)} holds no text${scripted ? ' before its scripts have run' : ''}. ${advice}`);
}

function isShell(html: string, { text, title }: Document): boolean {
  const apologies = [...html.matchAll(/<noscript\b[^>]{0,200}>([\s\S]{0,500}?)<\/noscript/gi)].map(
    ([, apology]) => apology,
  );
  return wantsScripts.test([title, text, ...apologies].join(' ')) || unfilled.test(html);
}

export function unreadable(url: string, what: string, kind: UnreadKind = 'unreadable'): UnreadError {
  return unreadError(kind, `${shown(url)} ${what}. Use another page, or save it in a format that can be read.`);
}

/** Queries can hold secrets. */
export function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}
