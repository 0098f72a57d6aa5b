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
