/**
 * What passages say against a statement, by our verifier: on RGB's right sentences beside its planted snippets it finds
 * 96 of 100, and takes other right snippets for contradictions in 1 of 100 (experiments/data/conflicts.yaml). Without a
 * verifier nothing is found.
 */
import type { Passage } from '../core/data.js';
import type { LocalModels } from '../core/ports.js';
import { withoutInjections } from '../core/prompt-injection.js';
import type { Run } from '../core/run.js';
import { bestWindows } from '../text/best-windows.js';
import { contextualText } from '../text/contextual.js';
import { evidenceSpan } from '../text/evidence-span.js';
import { differsInOne } from '../text/exact.js';
import { splitSentences } from '../text/sentences.js';
import { terms } from '../text/terms.js';
import { type Evidence, placed } from './check-claim.js';

const CONTRADICTED = 0.9;
/** Each costs a look of the verifier. */
const MOST_WINDOWS = 3;

export async function contradictionsOf(
  statement: string,
  passages: readonly Passage[],
  { verifier }: Pick<LocalModels, 'verifier'>,
  run: Run,
): Promise<Evidence[]> {
  if (!verifier) return [];
  const texts = passages.map(({ text }) => withoutInjections(text));
  const contradicting: Evidence[] = [];
  for (const { passage: at, start, text } of bestWindows(statement, texts, MOST_WINDOWS)) {
    const passage = passages[at] as Passage;
    const span = evidenceSpan(statement, text);
    if (!span || !differsInOne(statement, contextualText(passage.source.title, passage.headings, span.text))) continue;
    const shown = contextualText(passage.source.title, passage.headings, text);
    const [odds] = await verifier.entail(statement, [shown], { signal: run.signal });
    if ((odds?.contradicted ?? 0) >= CONTRADICTED)
      contradicting.push(placed(passage, { start: start + span.start, end: start + span.end }));
  }
  return contradicting;
}

export type SelfContradictionInput = {
  readonly claim: string;
  /** Where the pages carry the claim. */
  readonly evidence: readonly { readonly url: string; readonly start: number; readonly end: number }[];
  readonly passages: readonly Passage[];
};

/**
 * Sentences that say the same as the claim but for one figure, date or name, on the very page that carries it: a lie put
 * beside the page's own sentence, say. Both must be whole sentences, for pages are full of lines that differ in one
 * thing and contradict nothing (tables, references, track lists).
 */
export async function selfContradictions(
  { claim, evidence, passages }: SelfContradictionInput,
  { verifier }: Pick<LocalModels, 'verifier'>,
  run: Run,
): Promise<Evidence[]> {
  if (!verifier || !isSentence(claim)) return [];
  const contradicting: Evidence[] = [];
  for (const passage of passages) {
    const isCarrying = ({ start, end }: Place) =>
      evidence.some(
        (one) => one.url === passage.source.url && one.start < passage.start + end && one.end > passage.start + start,
      );
    const others = splitSentences(withoutInjections(passage.text)).filter(
      (other) =>
        isSentence(other.text) &&
        !isCarrying(other) &&
        differsInOne(claim, other.text) &&
        differsInOne(other.text, claim),
    );
    for (const other of others.slice(0, MOST_WINDOWS)) {
      const shown = contextualText(passage.source.title, passage.headings, other.text);
      const [odds] = await verifier.entail(claim, [shown], { signal: run.signal });
      if ((odds?.contradicted ?? 0) >= CONTRADICTED) contradicting.push(placed(passage, other));
    }
  }
  return contradicting;
}

type Place = { readonly start: number; readonly end: number };

const FEWEST_PLAIN_WORDS = 3;
/** "The default value is 50." says it of whatever the text around it is about. */
const FEWEST_TERMS = 4;

function isSentence(text: string): boolean {
  const plain = text.match(/(?<![\p{L}\p{N}])\p{Ll}{2,}/gu) ?? [];
  return (
    /^[^\n|]*[.!]["'”’)\]]*$/u.test(text.trim()) &&
    plain.length >= FEWEST_PLAIN_WORDS &&
    new Set(terms(text)).size >= FEWEST_TERMS
  );
}
