/**
 * Relevance (-1, 0, 1, 2) and faithfulness (-1, 0, 1) by a judge model, on the LiveRAG challenge's scales. A reply that
 * cannot be read is no score.
 */
import { usageError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import { JUDGE_PROMPTS, judgeWith } from '../../engine/grading.js';
import { scoredText } from '../run/row.js';
import type { Grader } from './grade.js';

export function judgeGrader(config: Pick<Config, 'models'>): Grader {
  const model = judgeModel(config);
  if (model === undefined)
    throw usageError(
      'A judge needs a language model, and none is configured. Set models.judge, or models.small: docs/models.md.',
    );
  return {
    name: 'judge',
    by: [model, ...JUDGE_PROMPTS].join(' '),
    grade: async ({ row, asked, askedAt }, { engine, ...tools }) => {
      // "No answer is provided" is 0 by definition, and claims nothing that could be grounded: nobody needs to be
      // asked.
      const text = scoredText(row);
      if (text === '') return { scores: { relevance_score: 0, faithfulness_score: null, 'judge.unreadable': null } };
      const { relevance, faithfulness, unreadable } = await judgeWith(engine, {
        question: { text: row.question, askedAt },
        text,
        golds: [...(asked.reference === undefined ? [] : [asked.reference]), ...asked.answers],
        sources: row.sources,
        ...tools,
      });
      return {
        scores: {
          relevance_score: relevance?.score ?? null,
          faithfulness_score: faithfulness?.score ?? null,
          'judge.unreadable': unreadable,
        },
        details: { relevance: relevance?.reason ?? null, faithfulness: faithfulness?.reason ?? null },
      };
    },
  };
}

/** The model that serves the role: engine/chat-models.ts gives it to the same neighbours. */
export function judgeModel({ models: { judge, small } }: Pick<Config, 'models'>): string | undefined {
  return (judge ?? small)?.model;
}
