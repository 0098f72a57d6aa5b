/**
 * G-RAG (arXiv:2506.14516), winner of LiveRAG 2025: imagine an answer, search for it beside the question, keep the
 * documents of which the model is more sure than not that they help, answer. README.md maps the paper's sections to
 * this code and names every deviation.
 */
import type { Outcome, Question } from '../../core/data.js';
import { definePipeline, type Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import type { Run } from '../../core/run.js';
import { trustPrompts } from '../../prompts/verify.js';
import { conclude } from '../../stages/conclude.js';
import { rerankByYes } from '../../stages/rerank-by-yes.js';
import { retrievePassages } from '../../stages/retrieve-passages.js';
import { writeAnswer } from '../../stages/write-answer.js';
import { gRagAblation } from './ablation.js';
import { condenseAnswer } from './condense-answer.js';
import { expandQuestion, writeHypotheticalAnswer } from './expand.js';
import { type GRagOptions, gRagOptions } from './options.js';
import { answerPromptFor, yesPrompt } from './prompts.js';
import { askingsFor, joinRankings, searchesFor, type ToAsk } from './rankings.js';
import { takeTurns } from './take-turns.js';

/** "The first ten when nothing passes": the public code. */
const WHEN_NONE_PASSES = 10;

export function gRag(parts: Parts, options: GRagOptions): Pipeline {
  const { retriever, models, local } = parts;
  const expand = expandQuestion({ models }, options);
  const imagine = writeHypotheticalAnswer({ models });
  const retrieve = retrievePassages({ retriever });
  const join = joinRankings(options);
  const rerank = rerankByYes({
    models,
    local,
    prompt: yesPrompt,
    normalised: options.yesProbability === 'normalised',
    threshold: options.threshold,
    contextWords: options.contextWords,
    whenNone: WHEN_NONE_PASSES,
    alwaysKept: options.keepBest,
    concurrency: options.concurrency,
  });
  const turns = takeTurns(options);
  const write = writeAnswer({ models, local, prompt: answerPromptFor(options), abstain: options.abstain });
  const condense = condenseAnswer({ models }, options);
  const finish = conclude({ ...parts, prompts: trustPrompts });

  async function search(wanted: ToAsk, run: Run) {
    const askings = askingsFor(wanted, options);
    const lists = await retrieve(
      askings.flatMap((asking) => searchesFor(asking, options)),
      run,
    );
    return join({ askings, lists }, run);
  }

  return pipeline('g-rag', 'arXiv:2506.14516', async (question: Question, run): Promise<Outcome> => {
    const [{ queries, judgedBy }, imagined] = await Promise.all([
      expand(question, run), //                                                        2.1: variants or sub-questions, if any
      options.hyde === 'off' ? undefined : imagine(question, run), //                  2.1: an answer that could be true
    ]);
    const lists = await search({ queries, imagined }, run); //                         2.2: words and meaning, one list per query

    const passages = // 2.3: those that help, surest first
      options.rerank === 'yes'
        ? await rerank({ question: judgedBy, passages: lists.flat() }, run)
        : await turns(lists, run);

    const written = await write({ question, passages }, run); //                       2.4: the question as it was asked
    const answer = options.condense === 'off' ? written : await condense({ question, written }, run);
    return finish({ question, passages, written: answer }, run);
  });
}

export const gRagDefinition = definePipeline({
  name: 'g-rag',
  summary: 'imagine an answer, search for both, keep what helps, answer (arXiv:2506.14516)',
  options: gRagOptions,
  create: gRag,
  ablation: gRagAblation,
});
