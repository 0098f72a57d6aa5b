/**
 * A writer that paraphrases and cites wrongly one time in five, and what verification makes of it: precision and recall of citations before and after.
 * The writer takes the paraphrases written by hand; each stands among sections of its own page and of others. node bench/run.mjs verify-writer [rules|both] [part]
 */
import { startRun } from '../src/core/run.js';
import { verifyClaims } from '../src/stages/verify-claims.js';
import { seededRandom } from '../src/text/random.js';
import { cachedVerifier } from './verify/cached-verifier.js';
import { paraphraseCases } from './verify/cases.js';

const [way = 'rules', part = 'all'] = process.argv.slice(2);
const WRONG = 0.2;
const OTHER_PAGES = 3;

const random = seededRandom(2);
const local = way === 'both' ? { verifier: cachedVerifier() } : {};
const cases = await paraphraseCases(part as 'all');
const { run } = startRun();
const counts = { written: 0, rightBefore: 0, cited: 0, right: 0, removed: 0, rewritten: 0, recited: 0 };

for (const [at, { text, passages: own }] of cases.entries()) {
  const gold = new Set(own.map(({ source }) => source.url));
  const others = Array.from({ length: OTHER_PAGES }, (_, step) => cases[(at + 7 * (step + 1)) % cases.length]?.passages ?? []).flat();
  const passages = [...own, ...others.filter(({ source }) => !gold.has(source.url))];
  const isWrong = random() < WRONG;
  const pool = passages.filter(({ source }) => gold.has(source.url) !== isWrong);
  const mark = passages.indexOf(pool[Math.floor(random() * pool.length)] as (typeof passages)[number]) + 1;
  const { claims, removed } = await verifyClaims({ text: `${text} [${mark}]`, passages }, { local, repair: true }, run);
  const cited = claims.flatMap(({ verdict, evidence }) => (verdict === 'supported' || verdict === 'partial' ? evidence : []));
  const pages = [...new Set(cited.map(({ passage }) => passage.source.url))];
  counts.written += 1;
  counts.rightBefore += Number(!isWrong);
  counts.cited += pages.length;
  counts.right += pages.filter((url) => gold.has(url)).length;
  counts.removed += removed;
  counts.rewritten += claims.filter(({ repaired }) => repaired?.startsWith('rewritten')).length;
  counts.recited += claims.filter(({ repaired }) => repaired === 'another source is cited').length;
}

const share = (count: number, n: number) => Math.round((count / Math.max(1, n)) * 1000) / 1000;
console.log(
  JSON.stringify({
    way,
    part,
    ...counts,
    precisionBefore: share(counts.rightBefore, counts.written),
    precision: share(counts.right, counts.cited),
    kept: share(counts.written - counts.removed, counts.written),
  }),
);
