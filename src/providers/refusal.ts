/**
 * The error of a model server that answered with another status than it should, for servers that give vectors or
 * scores.
 */
import { WinnowError } from '../core/errors.js';

export type RefusedResponse = {
  readonly model: string;
  readonly key?: string | undefined;
  readonly status: number;
  readonly text: string;
};

export type Advice = {
  /** What to do, by status. */
  readonly hints: Readonly<Record<number, string>>;
  readonly retryAfterMs: number | undefined;
};

/** The server's words may repeat the key: it is taken out. */
export function refusalOf({ model, key, status, text }: RefusedResponse, { hints, retryAfterMs }: Advice): WinnowError {
  const said = (key ? text.replaceAll(key, '(key)') : text).slice(0, 200);
  const message = `${model} answered with status ${status}. ${hints[status] ?? 'Try again later.'} ${said}`.trim();
  return new WinnowError('unavailable', message, retryAfterMs === undefined ? {} : { retryAfterMs });
}
