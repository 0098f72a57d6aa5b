/** The one error class. Its message says what failed and what to do next; the code decides the exit code. */
export type ErrorCode =
  | 'usage' // the caller asked for something that cannot be: bad flag, bad file, bad configuration
  | 'budget' // the run's money or token limit was reached
  | 'deadline' // the run's time limit was reached
  | 'cancelled' // the user stopped the run
  | 'blocked' // a request to an address that is not public
  | 'unavailable' // something outside did not answer: a model, a search engine, a page
  | 'unsupported' // a server refused the way it was asked, e.g. a reply format it does not know
  | 'unreadable' // a reply or a file that could not be understood
  | 'internal'; // a mistake of ours

export class WinnowError extends Error {
  override readonly name = 'WinnowError';
  /** How long the other side asked to be left alone, where it said so. */
  readonly retryAfterMs?: number;
  constructor(
    readonly code: ErrorCode,
    message: string,
    options: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, options);
    if (options.retryAfterMs !== undefined) this.retryAfterMs = options.retryAfterMs;
  }
}

/** What the caller can mend: a flag, a file, a setting. The message says how. */
export function usageError(message: string, options?: { cause?: unknown }): WinnowError {
  return new WinnowError('usage', message, options);
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
