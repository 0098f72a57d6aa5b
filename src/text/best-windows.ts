/** The stretches of passages that speak of a claim, each short enough for a small model to read in one go. */
import { lexicalPool } from './lexical.js';
import { windowsOf } from './windows.js';

/** `start` and `end` count in the passage's text; `passage` is its place in the list. */
export type PassageWindow = {
  readonly passage: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

/** The verifier takes about 380 tokens beside the claim (models/verifier/config.json). */
const WINDOW_CHARACTERS = 1_400;

/** Those that share most with the claim, best first; those that share nothing are left out. */
export function bestWindows(claim: string, passages: readonly string[], count: number): PassageWindow[] {
  const windows = passages.flatMap((text, passage) =>
    windowsOf(text, WINDOW_CHARACTERS).map(({ start, end }) => ({ passage, start, end, text: text.slice(start, end) })),
  );
  const scores = lexicalPool(windows.map(({ text }) => text)).score(claim);
  return windows
    .map((window, at) => ({ window, score: scores[at] as number }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score)
    .slice(0, count)
    .map(({ window }) => window);
}
