/**
 * CRAG: what was retrieved is graded first. Right: its useful strips are used; wrong: the web is searched instead; in
 * between: both.
 */
import { z } from 'zod';
import type { Passage, Question, Scored } from '../../core/data.js';
import { wholeNumber } from '../../core/option.js';
import type { Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import type { Run } from '../../core/run.js';
import { formulateQueries } from '../../stages/formulate-queries.js';
import { retrievePassages } from '../../stages/retrieve-passages.js';
import { keepRareTokens } from '../../text/keep-rare.js';
import { writeAndConclude } from './answer.js';
import { type GradedPassages, gradePassages } from './crag-grade.js';
import { refineKnowledge } from './crag-strips.js';
import { abstainOption, modeOption, pageOptions } from './options.js';
import { keywordsPrompt } from './prompts.js';
import { rankPassages } from './rank.js';
import { browseWeb } from './web.js';

const threshold = z.number().nullable().default(null);

export const cragOptions = z
  .strictObject({
    ...pageOptions,
    // All passages are graded in one turn.
    concurrency: pageOptions.concurrency.default(16),
    passages: wholeNumber([1, 100], 10, 'passages retrieved and graded'),
    upper: threshold.describe(
      'a passage graded at or above this is right; null: the value fitted for the evaluator that grades',
    ),
    lower: threshold.describe(
      'a passage graded below this is wrong; null: the value fitted for the evaluator that grades',
    ),
    strips: wholeNumber([1, 100], 8, 'strips kept at most'),
    mode: modeOption,
    abstain: abstainOption,
  })
  // One passage could be right and wrong at once.
  .refine(({ upper, lower }) => upper === null || lower === null || lower <= upper, {
    path: ['lower'],
    message: 'must be at most upper',
  });

/** Of the pages read; as many as strips are kept by default. Each section costs a call to choose its strips. */
const SECTIONS_READ = 8;

export type CragOptions = z.infer<typeof cragOptions>;

export type Verdict = 'right' | 'wrong' | 'in between';

export function crag(parts: Parts, options: CragOptions): Pipeline {
  const { models, local } = parts;
  const { mode, passages: limit } = options;
  const retrieve = retrievePassages(parts);
  const grade = gradePassages(parts, options);
  const toKeywords = formulateQueries({ models, prompt: keywordsPrompt, maxQueries: 1 });
  const browse = browseWeb(parts, options);
  const rank = rankPassages({ local, keep: SECTIONS_READ });
  const refine = refineKnowledge({ models, local, keep: options.strips, concurrency: options.concurrency });
  const answer = writeAndConclude(parts, options);

  async function searchInstead(question: Question, run: Run): Promise<Passage[]> {
    const [query = question.text] = await toKeywords(question, run);
    return rank({ question, passages: await browse([keepRareTokens(question.text, query)], run) }, run);
  }

  return pipeline('crag', 'arXiv:2401.15884', async (question, run) => {
    const [retrieved = []] = await retrieve([{ query: question.text, mode, limit }], run);
    const { passages: graded, upper, lower } = await grade({ question, passages: retrieved }, run);
    const verdict = verdictOn({ passages: graded, upper, lower });
    run.emit({ type: 'note', text: `what was retrieved is ${verdict}` });

    const inside = verdict === 'wrong' ? [] : graded.filter(({ score }) => score >= lower);
    const outside = verdict === 'right' ? [] : await searchInstead(question, run);
    const found = inside.length + outside.length > 0 ? [...inside, ...outside] : keepBest(graded, run);
    return answer({ question, passages: await refine({ question, passages: found }, run) }, run);
  });
}

/** Right when one passage is clearly right, wrong when all are clearly wrong. */
export function verdictOn({ passages, upper, lower }: GradedPassages): Verdict {
  if (passages.some(({ score }) => score >= upper)) return 'right';
  return passages.every(({ score }) => score < lower) ? 'wrong' : 'in between';
}

function keepBest(graded: readonly Scored<Passage>[], run: Run): Scored<Passage>[] {
  if (graded.length > 0)
    run.emit({ type: 'fallback', reason: 'the web brought nothing; the best of what was retrieved is used' });
  return graded.slice(0, 1);
}
