/**
 * The result of `winnow tune` as text: what was tried, then the one figure that counts, and in plain words what it
 * means.
 */
import type { Trial, TuneResult } from '../lab/tune/tune.js';
import type { PairedTest } from '../text/stats/paired.js';
import { corrected, probability, signed, titledRows } from './table.js';
import type { Style } from './terminal.js';

const HEADINGS = ['search half', 'gain', 'wins/losses/ties', 'p', 'p (Holm)'];

export function renderTuned({ metric, questions, trials, heldOut, verdict }: TuneResult, style: Style): string {
  const best = trials[0];
  return [
    style.bold(
      `${metric}: ${trials.length} variants on ${questions.search} questions, the best on ${questions.heldOut} others`,
    ),
    '',
    ...titledRows([HEADINGS, ...trials.map(trialCells)], style, 'right'),
    style.dim('These figures chose the best: they flatter it. Holm corrects for the number of variants.'),
    '',
    ...(heldOut && best
      ? [style.bold(`held-out half: ${best.variant}  ${gain(heldOut)}, p ${probability(heldOut.p)}, n ${heldOut.n}`)]
      : []),
    (verdict === 'holds' ? style.bold : style.warn)(verdictText({ verdict, best, heldOut })),
  ].join('\n');
}

function trialCells(trial: Trial): string[] {
  return [
    trial.variant,
    gain(trial),
    `${trial.wins}/${trial.losses}/${trial.ties}`,
    probability(trial.p),
    corrected(trial.pHolm),
  ];
}

type TuneOutcome = {
  readonly verdict: TuneResult['verdict'];
  readonly best: Trial | undefined;
  readonly heldOut: PairedTest | null;
};

function verdictText({ verdict, best, heldOut }: TuneOutcome): string {
  const found = signed(best?.difference ?? 0);
  const left = signed(heldOut?.difference ?? 0);
  return {
    holds: `The gain holds on questions it was not chosen by: ${found} while searching, ${left} here.`,
    noise: `The gain is noise: ${found} while searching, ${left} here, and the interval does not leave 0 out. Keep the settings, or ask more questions.`,
    overfits: `OVERFITTING: ${found} while searching, ${left} on questions it was not chosen by. Keep the settings.`,
    'nothing better':
      'No variant is better than the settings as they are, not even on the half it was searched on. The other half was not asked.',
  }[verdict];
}

const gain = ({ difference, low, high }: PairedTest): string =>
  `${signed(difference)} [${signed(low)}, ${signed(high)}]`;
