/** A second way to a page, for the kinds of failure it can help with. */
import type { UnreadKind } from '../../core/data.js';
import type { Fetcher } from '../../core/ports.js';
import { unreadKindOf } from '../../core/unread.js';

/**
 * Where the second way fails as well, its error is the one shown: it says what is missing, or what the page is like
 * even so.
 */
export function orElse(first: Fetcher, second: Fetcher, kinds: readonly UnreadKind[]): Fetcher {
  return {
    name: first.name,
    fetch: async (url, options) => {
      try {
        return await first.fetch(url, options);
      } catch (error) {
        if (options.signal.aborted || !kinds.includes(unreadKindOf(error))) throw error;
        return second.fetch(url, options);
      }
    },
  };
}
