/** Starts a run that goes on when the page goes away, and goes to it. */
import { post } from './api.js';
import { go } from './route.js';

export type AskRequest = {
  readonly question: string;
  readonly pipeline?: string;
  readonly corpus?: string;
  readonly search?: string;
  readonly conversation?: string;
};

export async function start(asked: AskRequest): Promise<string> {
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
  const { id } = await post<{ id: string }>('/api/ask', { ...given, background: true });
  return id;
}

export async function ask(asked: AskRequest, { replace = false } = {}): Promise<void> {
  go(`/runs/${await start(asked)}`, { replace });
}

/** Where the next question is asked, remembered on this machine. */
export type Scope = { readonly corpus: string; readonly pipeline: string; readonly search: string };
const SCOPE = 'winnow-scope';

export function scope(): Scope {
  const nothing = { corpus: '', pipeline: '', search: '' };
  try {
    return { ...nothing, ...JSON.parse(localStorage.getItem(SCOPE) ?? '{}') };
  } catch {
    return nothing;
  }
}

export const keepScope = (kept: Scope): void => localStorage.setItem(SCOPE, JSON.stringify(kept));
