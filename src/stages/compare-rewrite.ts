/**
 * Whether a rewritten text says what the first one said, no more and no less, whatever model rewrote it. A small one
 * asked for a style copies the examples of its prompt instead. Names and numbers must be the same; that the rest is,
 * our verifier says, or without one the words.
 */
import type { Question } from '../core/data.js';
import type { LocalModels } from '../core/ports.js';
import type { Run } from '../core/run.js';
import { lostNames } from '../text/keep-rare.js';
import { coverage } from '../text/lexical.js';
import { splitSentences } from '../text/sentences.js';
import { terms } from '../text/terms.js';

export type Rewrite = { readonly question: Question; readonly draft: string; readonly rewritten: string };

/** A sentence of the rewrite that the draft does not carry is as likely as not its own. */
const CARRIED = 0.5;
/** Without a verifier: the share of a sentence's words that the draft or the question must hold. */
const SHARED_WORDS = 0.6;

/** What is wrong with the rewrite; nothing where it may take the draft's place. */
export async function whatRewriteChanged(
  { question, draft, rewritten }: Rewrite,
  { verifier }: LocalModels,
  run: Run,
): Promise<string | undefined> {
  const [lost] = lostNames(draft, `${rewritten} ${question.text}`);
  if (lost !== undefined) return `it lost ${lost}`;
  const known = `${question.text} ${draft}`;
  const [added] = lostNames(rewritten, known);
  if (added !== undefined) return `it added ${added}`;
  for (const { text } of splitSentences(rewritten)) {
    const shared = coverage(terms(text), known);
    if (shared >= 1) continue; // every word of it
    const carried = verifier ? (await verifier.entail(text, [known], { signal: run.signal }))[0]?.supported : undefined;
    if (carried === undefined ? shared < SHARED_WORDS : carried < CARRIED)
      return `the draft does not say "${text.slice(0, 80)}"`;
  }
  return undefined;
}
