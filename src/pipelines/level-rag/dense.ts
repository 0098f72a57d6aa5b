/**
 * The dense searcher: the question; then the question and a pseudo-document; then the question and a pseudo-document
 * written in the light of what was found. Verdict and next pseudo-document are one call, so that the first
 * pseudo-document sees passages too, which the paper's does not. Without a model nothing is imagined: the question
 * alone is searched.
 */
import { askOr } from '../../core/ask.js';
import type { Run } from '../../core/run.js';
import { stage } from '../../core/stage.js';
import { counted } from '../../english/counted.js';
import { type PassageList, retrievePassages } from '../../stages/retrieve-passages.js';
import { keepRareTokens } from '../../text/keep-rare.js';
import { judgeByReading } from './judge.js';
import type { LevelRagOptions } from './options.js';
import { type AssessVars, imaginePrompt } from './prompts.js';
import {
  type Finding,
  isGrounded,
  joined,
  type Searcher,
  type SearcherParts,
  type SearcherResult,
} from './searcher.js';

export function denseSearcher(parts: SearcherParts, { documents: limit, pseudoDocuments }: LevelRagOptions): Searcher {
  const retrieve = retrievePassages(parts);
  return stage('search-dense', async ({ question, atomic }, run): Promise<SearcherResult> => {
    const queries: string[] = [];
    const lists: PassageList[] = [];
    const outcome = (passages: PassageList, stopped: string): SearcherResult => ({
      searcher: 'dense',
      queries,
      passages,
      stopped,
    });
    for (let query = atomic; ; ) {
      const [passages = []] = await retrieve([{ query, mode: 'dense', limit }], run);
      queries.push(query);
      lists.push(passages);
      if (queries.length > pseudoDocuments) return outcome(joined(lists, limit), 'no pseudo-document is left');
      const { finding, passage } = await imagine({ question, atomic, passages, query }, parts, run);
      if (finding)
        return {
          ...outcome(passages, `verified after ${counted(queries.length, 'search', 'searches')}`),
          finding,
        };
      if (passage === '') return outcome(joined(lists, limit), 'no pseudo-document was written');
      query = keepRareTokens(atomic, `${atomic} ${passage}`);
    }
  });
}

async function imagine(
  vars: AssessVars,
  { models, local }: SearcherParts,
  run: Run,
): Promise<{ finding?: Finding; passage: string }> {
  const byReading = () => judgeByReading({ atomic: vars.atomic, passages: vars.passages }, local, run);
  const asked = await askOr({ models, role: 'small', prompt: imaginePrompt, vars }, byReading, run);
  if (!asked.byModel) return asked.value?.isSure ? { finding: asked.value.finding, passage: '' } : { passage: '' };
  const { enough, answer, summary, passage } = asked.value;
  return enough && isGrounded(answer, vars.passages)
    ? { finding: { answer, summary: summary || answer }, passage: '' }
    : { passage };
}
