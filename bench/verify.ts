/**
 * How well claims are checked without a language model. One JSON object a line; experiments/data/verify.yaml holds the figures.
 * node bench/run.mjs verify mutants [tune|test|all] [sample|datamorgana] [rules|verifier|both] [show]   true sentences and their altered twins
 * node bench/run.mjs verify rgb|scifact [rules|both]                                                    labelled claims: accuracy, confusion matrix
 * With `show`, every true sentence that was doubted and every altered one that passed. DataMorgana500, RGB and SciFact need WINNOW_DATA.
 */
import { systemClock } from '../src/core/clock.js';
import type { Verdict } from '../src/core/data.js';
import { seededRandom } from '../src/text/random.js';
import { alterations } from './verify/alter.js';
import { cachedVerifier } from './verify/cached-verifier.js';
import { type Part, paraphraseCases, type TrueCase, verbatimCases } from './verify/cases.js';
import { type Labelled, rgbCases, sciFactCases } from './verify/labelled.js';
import { answerCases, saidOtherwise } from './verify/outside-cases.js';
import { waysOf } from './verify/ways.js';

const [what = 'mutants', ...rest] = process.argv.slice(2);
const data = process.env.WINNOW_DATA;
const ways = waysOf(cachedVerifier());
type WayName = keyof typeof ways;

/** Of each way to say a sentence otherwise, and of answers that their pages hold. */
const EACH = { tune: 20, test: 10, all: 30 };
const ANSWERS = { tune: 40, test: 20, all: 60 };

async function casesOf(set: string, part: Part): Promise<TrueCase[]> {
  if (set === 'sample') return [...(await paraphraseCases(part)), ...(await verbatimCases(part))];
  return data ? [...saidOtherwise(data, { part, each: EACH[part] }), ...answerCases(data, { part, limit: ANSWERS[part] })] : [];
}

async function mutants([part = 'all', set = 'sample', way = 'rules', show]: readonly string[]): Promise<void> {
  const check = ways[way as WayName];
  const random = seededRandom(1);
  const tally = tallyOf();
  const cases = await casesOf(set, part as Part);
  const startedMs = systemClock.monotonicMs();
  let checked = 0;
  for (const { text, kind, passages, names } of cases) {
    for (const one of [{ kind: 'true', text }, ...alterations(text, names, random)]) {
      const verdict = await check(one.text, passages);
      checked += 1;
      for (const name of one.kind === 'true' ? kindsOf(kind) : [one.kind]) tally.count(name, verdict);
      if (show && (one.kind === 'true') !== (verdict === 'supported'))
        console.log(JSON.stringify({ kind: one.kind, of: kind, verdict, text: one.text }));
    }
  }
  const ms = (systemClock.monotonicMs() - startedMs) / Math.max(1, checked);
  for (const row of tally.rows()) console.log(JSON.stringify({ part, set, way, ...row }));
  console.log(JSON.stringify({ part, set, way, kind: 'time', n: checked, msPerClaim: Math.round(ms * 100) / 100 }));
}

/** A sentence as it stands and the answers of a dataset are no paraphrases. */
const kindsOf = (kind: string): string[] => [
  'true',
  ...(['verbatim', 'answer'].includes(kind) ? [kind] : ['paraphrase', `paraphrase, ${kind}`]),
];

const share = (count: number, n: number): number => Math.round((count / Math.max(1, n)) * 1000) / 1000;

function tallyOf() {
  const counts = new Map<string, { n: number; flagged: number; contradicted: number }>();
  return {
    count: (kind: string, verdict: Verdict) => {
      const row = counts.get(kind) ?? { n: 0, flagged: 0, contradicted: 0 };
      row.n += 1;
      row.flagged += Number(verdict !== 'supported');
      row.contradicted += Number(verdict === 'contradicted');
      counts.set(kind, row);
    },
    rows: () =>
      [...counts].map(([kind, { n, flagged, contradicted }]) => ({
        kind,
        n,
        flagged: share(flagged, n),
        contradicted: share(contradicted, n),
      })),
  };
}

/** `partial` is no answer to "supported or contradicted?": it counts as none. */
async function labelled(cases: readonly Labelled[], [way = 'both', show]: readonly string[]): Promise<void> {
  const matrix: Record<string, Record<Verdict, number>> = {};
  let right = 0;
  for (const { claim, label, passages } of cases) {
    const verdict = await ways[way as WayName](claim, passages);
    const row = matrix[label] ?? { supported: 0, partial: 0, contradicted: 0, unsupported: 0, unchecked: 0 };
    matrix[label] = { ...row, [verdict]: row[verdict] + 1 };
    const isRight = verdict === label || (label === 'none' && (verdict === 'unsupported' || verdict === 'partial'));
    right += Number(isRight);
    if (show && !isRight) console.log(JSON.stringify({ label, verdict, claim, passage: passages[0]?.text.slice(0, 400) }));
  }
  console.log(JSON.stringify({ set: what, way, n: cases.length, accuracy: share(right, cases.length), matrix }));
}

if (what === 'mutants') await mutants(rest);
else if (!data) console.log('SKIPPED: set WINNOW_DATA to the data folder.');
else await labelled(what === 'rgb' ? rgbCases(data) : sciFactCases(data), rest);
