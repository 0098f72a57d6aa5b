/**
 * Says yes or no, with the sentence that says so: our verifier judges the question, turned into a statement, against the candidates' sentences.
 * Only where it is sure; else the sentence is quoted and the reader of the answer decides.
 */
import type { Verifier } from '../core/ports.js';
import type { Run } from '../core/run.js';
import { contextualText } from '../text/contextual.js';
import { yesNoStatement } from '../text/yes-no-statement.js';
import { type Composed, composeAnswer } from './compose-answer.js';
import type { Candidate } from './read-candidates.js';

/** Sentences that are judged, best first. */
const JUDGED = 3;
/** Measured on twenty questions by hand: at this limit eight were decided, seven of them rightly; without one fifteen of twenty are right. */
const SURE = 0.75;

export async function sayYesOrNo(
  { core, candidates }: { readonly core: string; readonly candidates: readonly Candidate[] },
  verifier: Verifier,
  run: Run,
): Promise<Composed> {
  const statement = yesNoStatement(core);
  const judged = candidates.slice(0, JUDGED);
  const shown = judged.map(({ passage, units }) =>
    contextualText(passage.source.title, passage.headings, units.map(({ text }) => text).join(' ')),
  );
  const verdicts = statement === undefined ? [] : await verifier.entail(statement, shown, { signal: run.signal });
  const sure = verdicts.findIndex(({ supported, contradicted }) => Math.max(supported, contradicted) >= SURE);
  if (sure < 0)
    return {
      ...composeAnswer({ question: core, kind: 'yes-no', candidates }),
      missing: 'the question wants yes or no; the passages that were read do not say it plainly, so their sentence is quoted',
    };
  const { supported, contradicted } = verdicts[sure] as (typeof verdicts)[number];
  const word = supported > contradicted ? 'Yes' : 'No';
  const { taken } = composeAnswer({ question: core, kind: 'yes-no', candidates: [judged[sure] as Candidate] });
  const [first, ...others] = taken;
  return first ? { short: word, taken: [{ ...first, text: `${word}: ${first.text}` }, ...others] } : { short: word, taken };
}
