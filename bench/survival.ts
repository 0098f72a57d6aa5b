/**
 * What the check at the end does to true answers, and to false ones: answers that people wrote, handed to `conclude`
 * with the passages they were written from, and altered twins. One JSON object a line; expected figures:
 * experiments/survival.yaml.
 * node bench/run.mjs survival tune|held-out [none|kind] [show]    needs WINNOW_DATA; "kind" is a judge that calls everything supported
 */
import type { Claim } from '../src/core/data.js';
import type { ChatModels } from '../src/core/ports.js';
import { startRun } from '../src/core/run.js';
import { trustPrompts } from '../src/prompts/verify.js';
import { createLocalModels } from '../src/providers/local/models.js';
import { conclude } from '../src/stages/conclude.js';
import { respondingModel } from '../src/testing/index.js';
import { type Case, clapnqCases, hotpotCases, rgbCases, sampleCases } from './survival/cases.js';

const [part = 'tune', judge = 'none', show] = process.argv.slice(2);
const data = process.env.WINNOW_DATA;
if (!data) throw new Error('Set WINNOW_DATA to the folder that holds clapnq-half, rgb-fact and hotpotqa-val-half.');

const models: ChatModels = judge === 'kind' ? { judge: respondingModel(() => '{"verdict": "supported"}') } : {};
const local = createLocalModels(['verifier']);
const finish = conclude({ models, local, prompts: trustPrompts });

type Tally = {
  n: number;
  supported: number;
  unchecked: number;
  contradicted: number;
  unsupported: number;
  abstained: number;
};
const tallies = new Map<string, Tally>();

for (const one of [...clapnqCases(data), ...rgbCases(data), ...hotpotCases(data), ...(await sampleCases())]) {
  if (one.part !== part || (judge === 'kind' && one.kind !== 'true')) continue;
  const { status, claims } = await answered(one);
  const key = `${one.set} ${one.kind}`;
  const tally = tallies.get(key) ?? { n: 0, supported: 0, unchecked: 0, contradicted: 0, unsupported: 0, abstained: 0 };
  tallies.set(key, tally);
  tally.abstained += Number(status === 'abstained');
  for (const { verdict, text } of claims) {
    if (verdict === undefined || verdict === 'partial') continue;
    tally.n += 1;
    tally[verdict] += 1;
    const isMarked = verdict === 'contradicted' || verdict === 'unsupported';
    if (show && isMarked === (one.kind === 'true')) console.error(key, verdict, '|', one.question, '|', text);
  }
}

for (const [key, { n, supported, unchecked, contradicted, unsupported, abstained }] of tallies) {
  const [set, kind] = key.split(' ');
  const share = (count: number) => Number((count / Math.max(1, n)).toFixed(3));
  console.log(
    JSON.stringify({
      set,
      kind,
      n,
      marked: share(contradicted + unsupported),
      contradicted: share(contradicted),
      unchecked: share(unchecked),
      supported: share(supported),
      abstained,
    }),
  );
}

async function answered({ question, answer, passages }: Case): Promise<{ status: string; claims: readonly Claim[] }> {
  const asked = { text: question, askedAt: '2026-01-01T00:00:00.000Z' };
  const { perform } = startRun();
  return (
    await perform((run) => finish({ question: asked, passages, written: { status: 'answered', text: answer } }, run))
  ).answer;
}
