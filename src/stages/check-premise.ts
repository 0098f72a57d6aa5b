/**
 * Says that a question takes for granted what the passages contradict, with the sentence that does, cited. Only where a
 * rule can put the premise into words (text/premise.ts), our verifier is sure of the contradiction, the two differ in a
 * year or a number, and no passage supports the premise: in doubt the question is answered as it stands. Measured on
 * real questions in docs/verification.md.
 */
import type { Outcome, Passage, Question } from '../core/data.js';
import type { Verifier } from '../core/ports.js';
import { type Stage, stage } from '../core/stage.js';
import { presumedBy } from '../text/premise.js';
import { namesIn } from '../text/question.js';
import { safeMarkdown } from '../text/safe-markdown.js';
import { terms } from '../text/terms.js';
import { type PlacedStatement, statementsOf } from './statements-of.js';

export type PremiseInput = {
  readonly question: Question;
  readonly passages: readonly Passage[];
  readonly verifier: Verifier | undefined;
};

/** Nothing where the question may stand. */
export const checkPremise: Stage<PremiseInput, Outcome | undefined> = stage(
  'check-premise',
  async ({ question, passages, verifier }, run) => {
    const premises = verifier ? presumedBy(question.text).filter((claim) => numbersIn(claim).length > 0) : [];
    for (const claim of premises) {
      const statements = passages
        .flatMap((passage) => statementsOf(passage))
        .filter((statement) => differsInNumber(claim, statement));
      const by = verifier && (await findContradiction({ claim, statements, passages, verifier }, run.signal));
      if (!by) continue;
      const outcome = correction(claim, by);
      const { passage, quote, start, end } = by;
      run.emit({
        type: 'verdict',
        claim: outcome.answer.text,
        verdict: 'supported',
        evidence: [{ url: passage.source.url, quote, start, end }],
      });
      return outcome;
    }
    return undefined;
  },
);

const numbersIn = (text: string): readonly string[] => text.match(/(?<![\p{L}\d.,-])\d+(?![\d.,]*\p{L})/gu) ?? [];
const isYear = (figure: string): boolean => /^(?:1[0-9]|20)\d\d$/.test(figure);

/**
 * The sentence names what the premise names, and has a figure of the same kind in the place of the premise's, which it
 * does not have.
 */
function differsInNumber(claim: string, { text, context }: PlacedStatement): boolean {
  const there = numbersIn(text);
  const isElse = (figure: string) => !there.includes(figure) && there.some((other) => isYear(other) === isYear(figure));
  const known = new Set(terms(`${context} ${text}`));
  return numbersIn(claim).some(isElse) && terms(namesIn(claim).join(' ')).every((name) => known.has(name));
}

/** Limits of the verifier's two probabilities, chosen on half of the real questions with bench/premise-real.ts. */
const SURELY_CONTRADICTED = 0.9;
const MAYBE_SUPPORTED = 0.2;
/** Of the passages and of the sentences in them. */
const MOST_READ = 12;

type StatementsInput = {
  readonly claim: string;
  readonly statements: readonly PlacedStatement[];
  readonly passages: readonly Passage[];
  readonly verifier: Verifier;
};

async function findContradiction(
  { claim, statements, passages, verifier }: StatementsInput,
  signal: AbortSignal,
): Promise<PlacedStatement | undefined> {
  if (statements.length === 0) return undefined;
  const stated = `${claim.charAt(0).toUpperCase()}${claim.slice(1)}.`;
  const read = statements.slice(0, MOST_READ);
  const texts = [
    ...read.map(({ text, passage }) => `${passage.source.title}. ${text}`),
    ...passages.slice(0, MOST_READ).map(({ text }) => text),
  ];
  const weighed = await verifier.entail(stated, texts, { signal });
  if (weighed.some(({ supported }) => supported > MAYBE_SUPPORTED)) return undefined;
  const best = weighed
    .slice(0, read.length)
    .reduce((top, { contradicted }, at) => (contradicted > (weighed[top]?.contradicted ?? 0) ? at : top), 0);
  return (weighed[best]?.contradicted ?? 0) >= SURELY_CONTRADICTED ? read[best] : undefined;
}

function correction(claim: string, { passage, text: said, quote, start, end }: PlacedStatement): Outcome {
  const text = safeMarkdown(`The sources do not bear out that ${claim}: “${said}”`, new Set());
  const { id, headings, text: passageText, start: passageStart, end: passageEnd, source } = passage;
  const evidence = [{ n: 1, url: source.url, quote, start, end }];
  return {
    answer: {
      status: 'answered',
      text,
      corrects: text,
      claims: [{ text, start: 0, end: text.length, sources: [1], verdict: 'supported', evidence }],
    },
    sources: [
      {
        n: 1,
        url: source.url,
        title: source.title,
        passages: [{ id, headings, text: passageText, start: passageStart, end: passageEnd }],
      },
    ],
  };
}
