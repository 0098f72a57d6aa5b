/** What went wrong with a model server, as one error whose message says what to do. Keys never get into a message. */
import { z } from 'zod';
import { WinnowError } from '../../core/errors.js';
import { parseJson } from '../../core/json.js';
import { retryAfterMsOf } from '../retry-after.js';

export type Failure = {
  readonly status: number;
  /** The body, or the error object of a stream, as text. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type ChatCaller = { readonly model: string; readonly key?: string; readonly keyVariable?: string };

/** The longest part of a server's own words that is repeated. */
const LONGEST_QUOTE = 300;

export function failureOf({ status, body, headers = {} }: Failure, blamed: ChatCaller): WinnowError {
  const said = quote(body, blamed.key);
  const asked = retryAfterMsOf(headers, body);
  const passes = status === 429 && asked !== undefined && !SPENT.test(body);
  const { code, advice } = passes ? RATE_LIMITED : meaningOf(status, said, blamed);
  const retryAfterMs = code === 'unavailable' ? asked : undefined;
  const wait = retryAfterMs === undefined ? '' : ` It asks to wait ${Math.ceil(retryAfterMs / 1000)} s.`;
  const message = `${blamed.model} answered with status ${status}. ${advice}${wait}${said ? ` It said: ${said}` : ''}`;
  return new WinnowError(code, message, retryAfterMs === undefined ? {} : { retryAfterMs });
}

type Meaning = { readonly code: WinnowError['code']; readonly advice: string };

const RATE_LIMITED: Meaning = { code: 'unavailable', advice: 'It is rate limited: wait, or lower the concurrency.' };

/**
 * A quota that no short wait brings back: OpenAI's code for an account without credit, Google's names for quotas by the
 * day. Their absence matters as Gemini speaks of "plan and billing" when it only means the quota of this minute.
 */
const SPENT = /insufficient_quota|PerDay/i;

/**
 * What is worth another try is `unavailable`; what needs the user's hand is `usage`; what needs another way of asking
 * is `unsupported`.
 */
function meaningOf(status: number, said: string, { keyVariable }: ChatCaller): Meaning {
  if (status === 401 || status === 403) return { code: 'usage', advice: keyAdvice(keyVariable) };
  if (status === 402 || /insufficient_quota|exceeded your current quota|credit balance|billing/i.test(said))
    return {
      code: 'usage',
      advice: 'The account has no credit left, or its limit is reached: see to its billing, or use another model.',
    };
  if (status === 404) return { code: 'usage', advice: 'Check the model name and the base URL.' };
  if (status === 413 || isTooLong(said))
    return {
      code: 'usage',
      advice: 'The prompt is longer than the model can read: use one with a longer context, or fewer passages.',
    };
  if (status === 400 && /api.?key.{0,20}(?:not valid|invalid|expired)/i.test(said))
    return { code: 'usage', advice: keyAdvice(keyVariable) };
  if (status === 429) return RATE_LIMITED;
  if (status === 408 || status === 409 || status >= 500)
    return { code: 'unavailable', advice: 'The fault is on its side: try again later.' };
  return { code: 'unsupported', advice: 'It does not accept the request as it was sent.' };
}

function keyAdvice(keyVariable: string | undefined): string {
  if (keyVariable === undefined) return 'It wants a key: name the environment variable that holds it as keyVariable.';
  return `Check the environment variable ${keyVariable}, which holds its key, and what the key may be used for.`;
}

function isTooLong(said: string): boolean {
  return /context.{0,10}(?:length|window|size)|prompt is too long|input token count.{0,40}exceeds|too many (?:input )?tokens/i.test(
    said,
  );
}

const errorBody = z.object({ error: z.union([z.string(), z.looseObject({ message: z.string() })]) });

/** The server's own message where there is one; never the key, nor what looks like one. */
export function quote(body: string, key: string | undefined): string {
  const parsed = parseJson(body);
  const { data } = errorBody.safeParse(Array.isArray(parsed) ? parsed[0] : parsed);
  const said =
    data === undefined
      ? body
      : typeof data.error === 'string'
        ? data.error
        : `${data.error.message}${codeOf(data.error)}`;
  const safe = (key ? said.replaceAll(key, '(key)') : said).replace(/\b(?:sk-|gsk_|xai-|AIza)[\w*.-]{4,}/g, '(key)');
  const short = safe.replace(/\s+/g, ' ').trim();
  return short.length > LONGEST_QUOTE ? `${short.slice(0, LONGEST_QUOTE)}...` : short;
}

function codeOf({ code, type }: Readonly<Record<string, unknown>>): string {
  const word = [code, type].find((value) => typeof value === 'string');
  return word === undefined ? '' : ` (${word})`;
}
