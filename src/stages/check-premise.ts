/**
 * Answers a question whose premise the passages contradict by saying so, with the sentence that does, cited. Only where a rule finds a clash
 * (text/facts/clash.ts) or a denial (text/premise/denied.ts) and no passage supports the premise: in doubt the question is answered as it stands.
 */
import type { Outcome, Passage, Question } from '../core/data.js';
import type { Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';
import { clashOf } from '../text/facts/clash.js';
import { denialsIn } from '../text/facts/polarity.js';
import { coverage } from '../text/lexical.js';
import { deniesPremise } from '../text/premise/denied.js';
import { type Presumed, presumedBy } from '../text/premise.js';
import { contentWords, coreQuestion } from '../text/question.js';
import { safeMarkdown } from '../text/safe-markdown.js';
import { terms } from '../text/terms.js';
import { checkClaim } from './check-claim.js';
import { type PlacedStatement, statementsOf } from './statements-of.js';
import type { Written } from './write-answer.js';

export type PremiseInput = { readonly question: Question; readonly passages: readonly Passage[]; readonly written: Written };

/** Nothing where the question may stand. */
export const checkPremise: Stage<PremiseInput, Outcome | undefined> = stage(
  'check-premise',
  async ({ question, passages, written }, run) => {
    // A model that was shown the passages may have said so itself.
    if (written.status === 'answered' && !written.taken && denialsIn(written.text).length > 0) return undefined;
    const statements = passages.flatMap((passage) => statementsOf(passage));
    const presumed = presumedBy(question.text);
    const found = denialOf(question, presumed, statements) ?? clashWith(presumed, statements);
    if (!found || (presumed.length === 0 && isAnsweredElsewhere(written, question, found.by))) return undefined;
    for (const { claim } of presumed) if (await isSupported({ claim, passages, by: found.by }, run)) return undefined;
    const outcome = correction(found);
    const [claim] = outcome.answer.claims;
    const { passage, quote, start, end } = found.by;
    run.emit({
      type: 'verdict',
      claim: claim?.text ?? '',
      verdict: 'supported',
      evidence: [{ url: passage.source.url, quote, start, end }],
    });
    return outcome;
  },
);

/** What no rule could put into words cannot be looked for; then an answer that speaks of nearly all that is asked, elsewhere, stands. */
function isAnsweredElsewhere(written: Written, question: Question, by: PlacedStatement): boolean {
  if (written.status !== 'answered' || denialsIn(written.text).length > 0) return false;
  const isElsewhere = !written.taken?.some(({ passage }) => passage.source.url === by.passage.source.url);
  return isElsewhere && coverage(terms(contentWords(coreQuestion(question.text)).join(' ')), written.text) >= MOSTLY;
}

const MOSTLY = 0.6;

/** What is presumed, where a rule could say it, and the sentence that says otherwise. */
type Contradicted = { readonly presumed: Presumed | undefined; readonly by: PlacedStatement };

function denialOf(question: Question, presumed: readonly Presumed[], statements: readonly PlacedStatement[]): Contradicted | undefined {
  const placed = ({ text, context, passage }: PlacedStatement) => ({ text, context: `${context} ${passage.text}` });
  const by = statements.find((statement) => deniesPremise(question.text, placed(statement)));
  return by && { presumed: presumed.find(({ claim }) => deniesPremise(`Why is it that ${claim}?`, placed(by))), by };
}

function clashWith(presumed: readonly Presumed[], statements: readonly PlacedStatement[]): Contradicted | undefined {
  for (const one of presumed) {
    const by = statements.find((statement) => one.said.some((text) => clashOf({ text, context: '' }, statement) !== undefined));
    if (by) return { presumed: one, by };
  }
  return undefined;
}

/** Words alone, which may all stand in the very sentence that denies them, must be nearly all there to support a premise. */
const NEARLY_ALL = 0.9;

type Supporting = { readonly claim: string; readonly passages: readonly Passage[]; readonly by: PlacedStatement };

async function isSupported({ claim, passages, by }: Supporting, run: Run): Promise<boolean> {
  const { verdict, evidence, support } = await checkClaim({ claim: `${capital(claim)}.`, passages }, { local: {} }, run);
  const isBy = evidence.some(({ passage, start, end }) => passage === by.passage && start < by.end && end > by.start);
  return verdict === 'supported' && support >= NEARLY_ALL && !isBy;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function correction({ presumed, by }: Contradicted): Outcome {
  const { passage, text: said, quote, start, end } = by;
  const what = presumed ? `that ${presumed.claim}` : 'what the question takes for granted';
  const text = safeMarkdown(`The sources do not bear out ${what}: “${said}”`, new Set());
  const { id, headings, text: passageText, start: passageStart, end: passageEnd } = passage;
  return {
    answer: {
      status: 'answered',
      text,
      corrects: presumed?.claim ?? what,
      claims: [
        {
          text,
          start: 0,
          end: text.length,
          sources: [1],
          verdict: 'supported',
          evidence: [{ n: 1, url: passage.source.url, quote, start, end }],
        },
      ],
    },
    sources: [
      {
        n: 1,
        url: passage.source.url,
        title: passage.source.title,
        passages: [{ id, headings, text: passageText, start: passageStart, end: passageEnd }],
      },
    ],
  };
}
