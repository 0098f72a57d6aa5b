/**
 * FActScore of the answers of a run: each is cut into facts, and each fact is checked against what was searched, or
 * against the gold documents alone.
 */
import { usageError, WinnowError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import { checkFactsWith } from '../../engine/grading.js';
import { searchesOwn } from '../../engine/web.js';
import { declines, factScore } from '../../text/metrics/fact-score.js';
import type { QuestionRow } from '../datasets/rows.js';
import type { PageOf } from '../run/gold-pages.js';
import type { Grade } from '../run/row.js';
import { scoredText } from '../run/row.js';
import type { Grader } from './grade.js';
import { judgeModel } from './judge.js';

export const FACT_SOURCES = ['searched', 'gold'] as const;
export type FactSource = (typeof FACT_SOURCES)[number];

export type FactScoreInput = {
  readonly source: FactSource;
  readonly config: Pick<Config, 'models' | 'search' | 'local'>;
  readonly rows: readonly QuestionRow[];
  readonly pageOf: PageOf;
};

export function factScoreGrader({ source, config, rows, pageOf }: FactScoreInput): Grader {
  refuse(source, config, rows);
  const checker = judgeModel(config) ?? (config.local.verifier ? 'rules and verifier' : 'rules');
  return {
    name: 'factScore',
    by: `${source} documents, ${checker}`,
    grade: async ({ row, asked, askedAt }, { engine, ...tools }) => {
      if (source === 'gold' && asked.gold.length === 0) return NOT_APPLICABLE;
      const text = scoredText(row);
      if (text === '' || declines(text)) return NO_RESPONSE;
      const pages = source === 'gold' ? asked.gold.map((gold) => [...new Set([gold, pageOf(gold)])]) : source;
      const question = { text: row.question, askedAt };
      const facts = await checkFactsWith(engine, { question, text, source: pages, ...tools });
      if (!facts)
        throw new WinnowError(
          'unavailable',
          `None of the gold documents of ${row.id} could be read: ${asked.gold.join(', ')}.`,
        );
      const score = factScore(facts.map(({ verdict }) => verdict === 'supported'));
      if (!score) return NO_RESPONSE;
      return {
        scores: {
          factScore: score.score,
          'factScore.plain': score.plain,
          'factScore.facts': score.facts,
          'factScore.responded': 1,
        },
        details: facts,
      };
    },
  };
}

type GradeScores = Pick<Grade, 'scores' | 'details'>;

const NOT_APPLICABLE: GradeScores = {
  scores: { factScore: null, 'factScore.plain': null, 'factScore.facts': null, 'factScore.responded': null },
};
/** Left out of the score and counted in the share of responses, as in the paper. */
const NO_RESPONSE: GradeScores = { scores: { ...NOT_APPLICABLE.scores, 'factScore.responded': 0 } };

function refuse(source: FactSource, { search }: Pick<Config, 'search'>, rows: readonly QuestionRow[]): void {
  if (source === 'searched' && !searchesOwn(search))
    throw usageError(
      'FActScore searches your own documents, and this run searches the web alone. Add local to search.engines, or take factScore: gold.',
    );
  if (source === 'gold' && rows.every(({ gold }) => gold.length === 0))
    throw usageError('factScore: gold needs gold documents, and no question of this set names one. Leave "gold" out.');
}
