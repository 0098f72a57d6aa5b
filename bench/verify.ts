/**
 * How well claims are checked without a language model. One JSON object a line; experiments/data/verify.yaml holds the figures.
 * node bench/run.mjs verify mutants [tune|test|all] [answers] [rules|verifier|both]   true sentences and their altered twins
 * node bench/run.mjs verify rgb|scifact [rules|both]                                  labelled claims: accuracy and confusion matrix
 * Answers of DataMorgana500, RGB and SciFact need WINNOW_DATA.
 */
import type { Verdict } from '../src/core/data.js';
import { coverage } from '../src/text/facts/weigh.js';
import { seededRandom } from '../src/text/random.js';
import { alterations } from './verify/alter.js';
import { cachedVerifier } from './verify/cached-verifier.js';
import { dataMorganaCases, paraphraseCases, type TrueCase } from './verify/cases.js';
import { type Labelled, rgbCases, sciFactCases } from './verify/labelled.js';
import { waysOf } from './verify/ways.js';

const [what = 'mutants', ...rest] = process.argv.slice(2);
const data = process.env.WINNOW_DATA;
const ways = waysOf(cachedVerifier());
type WayName = keyof typeof ways;

/** An answer counts as true when its pages hold nearly all its words: the others say more than their pages. */
const HELD = 0.8;

function answersHeld(limit: number): TrueCase[] {
  if (!data || limit === 0) return [];
  const held = ({ text, passages }: TrueCase) => coverage(text, passages.map((passage) => passage.text).join(' ')) >= HELD;
  return dataMorganaCases(data, Number.MAX_SAFE_INTEGER).filter(held).slice(0, limit);
}

async function mutants([part = 'all', answers = '0', way = 'rules']: readonly string[]): Promise<void> {
  const check = ways[way as WayName];
  const random = seededRandom(1);
  const counts = new Map<string, { n: number; flagged: number; contradicted: number }>();
  const count = (kind: string, verdict: string) => {
    const { n, flagged, contradicted } = counts.get(kind) ?? { n: 0, flagged: 0, contradicted: 0 };
    counts.set(kind, {
      n: n + 1,
      flagged: flagged + Number(verdict !== 'supported'),
      contradicted: contradicted + Number(verdict === 'contradicted'),
    });
  };
  for (const { text, kind, passages, names } of [...(await paraphraseCases(part as 'all')), ...answersHeld(Number(answers))]) {
    const verdict = await check(text, passages);
    for (const name of ['true', `true, ${kind}`]) count(name, verdict);
    for (const twin of alterations(text, names, random)) count(twin.kind, await check(twin.text, passages));
  }
  for (const [kind, { n, flagged, contradicted }] of counts)
    console.log(JSON.stringify({ part, way, kind, n, flagged: share(flagged, n), contradicted: share(contradicted, n) }));
}

const share = (count: number, n: number): number => Math.round((count / Math.max(1, n)) * 1000) / 1000;

/** `partial` is no answer to "supported or contradicted?": it counts as none. */
async function labelled(cases: readonly Labelled[], [way = 'both']: readonly string[]): Promise<void> {
  const matrix: Record<string, Record<Verdict, number>> = {};
  let right = 0;
  for (const { claim, label, passages } of cases) {
    const verdict = await ways[way as WayName](claim, passages);
    const row = matrix[label] ?? { supported: 0, partial: 0, contradicted: 0, unsupported: 0 };
    matrix[label] = { ...row, [verdict]: row[verdict] + 1 };
    right += Number(verdict === label || (label === 'none' && (verdict === 'unsupported' || verdict === 'partial')));
  }
  console.log(JSON.stringify({ set: what, way, n: cases.length, accuracy: share(right, cases.length), matrix }));
}

if (what === 'mutants') await mutants(rest);
else if (!data) console.log('SKIPPED: set WINNOW_DATA to the data folder.');
else await labelled(what === 'rgb' ? rgbCases(data) : sciFactCases(data), rest);
