/** Which grades a run is to have. Everything that can be missing is found missing here, before anything is asked. */

import type { Session } from '../run/session.js';
import { type BertScoreChoice, bertScoreGrader } from './bert-score.js';
import { type FactSource, factScoreGrader } from './fact-score.js';
import type { Grader } from './grade.js';
import { judgeGrader } from './judge.js';

export type GradingChoice = {
  readonly bertScore?: BertScoreChoice | undefined;
  readonly factScore?: FactSource | undefined;
  readonly judge?: boolean | undefined;
};

export async function openGraders(
  { bertScore, factScore: source, judge }: GradingChoice,
  { config, rows, pageOf }: Pick<Session, 'config' | 'rows' | 'pageOf'>,
): Promise<readonly Grader[]> {
  return [
    ...(judge ? [judgeGrader(config)] : []),
    ...(source ? [factScoreGrader({ source, config, rows, pageOf })] : []),
    ...(bertScore ? [await bertScoreGrader(bertScore, rows)] : []),
  ];
}
