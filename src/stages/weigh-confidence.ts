/**
 * Says how sure one can be of an answer, the same way for every pipeline, and turns an answer that is not sure enough
 * into an abstention. Part of `conclude`. The weights hold for the models that come with Winnow: others have scales of
 * their own and give no signal here.
 */
import type { Claim, Outcome, Passage, Question } from '../core/data.js';
import type { Trust } from '../core/parts.js';
import type { LocalModels } from '../core/ports.js';
import type { Run } from '../core/run.js';
import { confidenceOf, confidenceOfOdds, type Signals } from '../text/confidence.js';
import { maskNames } from '../text/mask-names.js';
import { askingSentence, coreQuestion } from '../text/question.js';
import { splitSentences } from '../text/sentences.js';
import { dot } from '../text/vectors.js';
import { abstain } from './abstain.js';
import { withoutMarks } from './strip-marks.js';
import type { WrittenAnswer } from './write-answer.js';

export type WeighInput = {
  readonly question: Question;
  readonly passages: readonly Passage[];
  readonly written: WrittenAnswer;
};

export type WithConfidence = (input: WeighInput, outcome: Outcome, run: Run) => Promise<Outcome>;

export function withConfidence({
  local,
  trust,
}: {
  readonly local: LocalModels;
  readonly trust: Trust;
}): WithConfidence {
  const own = ownModels(local);
  return async (input, outcome, run) => {
    const { confidence, signals } = await weighOutcome(input, outcome, { local: own, run });
    run.within('weigh-confidence').emit({ type: 'confidence', confidence, signals });
    const lowest = trust.abstainBelow ?? 0;
    if (outcome.answer.status === 'abstained' || confidence >= lowest) return { ...outcome, confidence };
    const why = `an answer was found, but the confidence in it, ${roundedDown(confidence)}, is below the ${lowest} that is asked for`;
    const { conflicts: _, ...rest } = outcome; // of an answer that is not given
    return { ...rest, ...(await abstain({ ...input, passages: citedFirst(input, outcome), why }, run)), confidence };
  };
}

/** An answer that our reader found has its odds already; text that a model wrote is read and checked. */
async function weighOutcome(input: WeighInput, outcome: Outcome, tools: Tools) {
  const { written } = input;
  const isAsTaken =
    outcome.answer.status === 'answered' && outcome.answer.corrects === undefined && tools.local.reader !== undefined;
  if (isAsTaken && written.status === 'answered' && written.odds !== undefined)
    return { confidence: confidenceOfOdds(written.odds), signals: { odds: written.odds } };
  const signals: Signals = {
    ...(await byReading(input.question, outcome.answer, tools)),
    focus: focusOf(written),
    supported: supportedShare(input, outcome),
  };
  return { confidence: confidenceOf(signals), signals };
}

/** So that 0.499 does not read "0.50 is below 0.5". */
const roundedDown = (confidence: number): string => (Math.floor(confidence * 100) / 100).toFixed(2);

/** By name, which is what recorders and caches keep when they wrap a model. */
const OWN = { embedder: 'winnow-embedder', reader: 'winnow-reader' } as const;

function ownModels({ embedder, reader }: LocalModels): LocalModels {
  return { ...(embedder?.name === OWN.embedder && { embedder }), ...(reader?.name === OWN.reader && { reader }) };
}

function citedFirst({ passages }: WeighInput, { sources }: Outcome): Passage[] {
  const cited = new Set(sources.map(({ url }) => url));
  return [
    ...passages.filter(({ source }) => cited.has(source.url)),
    ...passages.filter(({ source }) => !cited.has(source.url)),
  ];
}

/**
 * How far ahead of all others the sentences were that were taken: the fewer stood near the best, the further. A model
 * that writes takes none.
 */
function focusOf(written: WrittenAnswer): number | null {
  return written.status === 'answered' && written.taken ? 1 / Math.max(1, written.taken.length) : null;
}

/** Sentences that are read, a few milliseconds each; a long text says at its beginning what was asked for. */
const MOST_READ = 6;

/** What our reader says where there is no answer to read; margins beyond these limits say no more. */
const READING = { lowest: -15, highest: 20 } as const;

type Tools = { readonly local: LocalModels; readonly run: Run };

/** How near a sentence of the answer comes to what is asked, and whether our reader finds an answer in one. */
async function byReading({ text }: Question, { claims }: Outcome['answer'], { local, run }: Tools) {
  const core = coreQuestion(text);
  const sentences = claims.slice(0, MOST_READ).map((claim) => claim.text);
  if (sentences.length === 0)
    return { reading: local.reader ? READING.lowest : null, meaning: local.embedder ? 0 : null };
  const call = { signal: run.signal };
  const [spans, [wanted, ...vectors] = []] = await Promise.all([
    local.reader?.read(core, sentences, call),
    local.embedder?.embed([askingSentence(core), ...sentences].map(maskNames), call),
  ]);
  return {
    reading: spans ? Math.min(READING.highest, Math.max(READING.lowest, ...spans.map(({ score }) => score))) : null,
    meaning: wanted ? Math.max(...vectors.map((vector) => dot(wanted, vector))) : null,
  };
}

/**
 * Share of the sentences that were written which the sources support as they stand; those that were left out or mended
 * count against it. An outcome that is another text altogether, such as the correction of a premise, is measured by
 * itself.
 */
function supportedShare({ passages, written }: WeighInput, { answer }: Outcome): number {
  const before = written.status === 'answered' ? withoutMarks(written.text, passages).text : '';
  const stands = ({ text, repaired }: Claim) => repaired === undefined || before.includes(text);
  const isOther = answer.claims.every((claim) => claim.repaired === undefined && !before.includes(claim.text));
  const removed = isOther ? 0 : Math.max(0, splitSentences(before).length - answer.claims.length);
  const claiming = answer.claims.filter(({ verdict }) => verdict !== undefined);
  const supported = claiming.filter((claim) => claim.verdict === 'supported' && stands(claim)).length;
  return supported / Math.max(1, claiming.length + removed);
}
