/** Something that is fetched: not there yet, there, or refused. */
import { useEffect, useState } from 'preact/hooks';
import { errorOf, get } from './api.js';
import type { ApiError } from './types.js';

export type LoadState<T> = { readonly value?: T; readonly error?: ApiError; readonly again: () => void };

/** Fetches `path` whenever it changes; `undefined` fetches nothing. */
export function useLoaded<T>(path: string | undefined): LoadState<T> {
  const [state, setState] = useState<{ path?: string; value?: T; error?: ApiError }>({});
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (path === undefined) return;
    const controller = new AbortController();
    get<T>(path, controller.signal).then(
      (value) => setState({ path, value }),
      (error) => controller.signal.aborted || setState({ path, error: errorOf(error) }),
    );
    return () => controller.abort();
  }, [path, turn]);
  const again = () => setTurn((last) => last + 1);
  return { ...(state.path === path && state), again };
}
