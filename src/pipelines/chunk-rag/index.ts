/**
 * ChunkRAG (arXiv:2410.19572): cuts what was found into small chunks, judges every chunk, and answers strictly from
 * those that are worth it. Follows the paper's Algorithm 1; README.md maps its lines to this code and names every
 * deviation.
 */
import type { Outcome, Passage, Question, Scored } from '../../core/data.js';
import { definePipeline, type Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import type { Run } from '../../core/run.js';
import { trustPrompts } from '../../prompts/verify.js';
import { conclude } from '../../stages/conclude.js';
import { retrievePassages } from '../../stages/retrieve-passages.js';
import { writeAnswer } from '../../stages/write-answer.js';
import { chunkRagAblation } from './ablation.js';
import { cutChunks, firstChunks, rankChunks } from './chunks.js';
import { type ChunkRagOptions, chunkRagOptions } from './options.js';
import { answerAtEndsPrompt, answerPrompt } from './prompts.js';
import { dropRedundant, filterByTfIdf } from './redundancy.js';
import { rewriteQuery } from './rewrite.js';
import { combineScores, criticiseScores, reflectOnScores, scoreRelevance } from './score.js';
import { cutAtThreshold, rerankChunks } from './threshold.js';

type Chunk = Scored<Passage>;

export function chunkRag(parts: Parts, options: ChunkRagOptions): Pipeline {
  const { models, local } = parts;
  const { gather, distinct } = chunkGathering(parts, options);
  const score = scoreRelevance(parts, options);
  const reflect = reflectOnScores(parts, options);
  const criticise = criticiseScores(parts, options);
  const cut = cutAtThreshold<Chunk>({ models }, options);
  const rerank = rerankChunks<Chunk>({ local });
  const prompt = options.arrange === 'best-at-ends' ? answerAtEndsPrompt : answerPrompt;
  const write = writeAnswer({ models, local, prompt, abstain: options.abstain });
  const finish = conclude({ ...parts, prompts: trustPrompts });

  /** Lines 11 to 22: three opinions of each chunk, combined; what lies below the threshold goes. */
  async function judge(question: Question, { query, chunks }: GatheredChunks, run: Run): Promise<Chunk[]> {
    let judged = await score({ question, query, chunks }, run);
    if (options.reflect) judged = await reflect({ question, query, chunks: judged }, run);
    if (options.critic) judged = await criticise({ question, query, chunks: judged }, run);
    const scored = combineScores(judged, options.weights);
    const kept = await cut({ question, chunks: scored }, run);
    // A bad filter must not hurt a good writer: what the search itself puts first is read in any case.
    const first = models.small ? scored.slice(0, options.keepBest) : [];
    return [...kept, ...first.filter(({ id }) => !kept.some((chunk) => chunk.id === id))];
  }

  return pipeline('chunk-rag', 'arXiv:2410.19572', async (question, run): Promise<Outcome> => {
    const { query, chunks: found } = await gather(question, run); //                            lines 1 to 3
    const chunks = await distinct({ query, chunks: found }, run); //                            lines 4 to 10
    const kept = options.scoring === 'off' ? chunks : await judge(question, { query, chunks }, run);
    run.emit({ type: 'count', name: 'sectionsKept', value: kept.length });
    const passages = options.rerank ? await rerank({ query, chunks: kept }, run) : kept; //     lines 23 to 25
    const written = await write({ question, passages }, run);
    return finish({ question, passages, written }, run);
  });
}

export type GatheredChunks = { readonly query: string; readonly chunks: readonly Chunk[] };

/** The first half of the algorithm, before anything is judged. */
export function chunkGathering({ models, local, retriever }: Parts, options: ChunkRagOptions) {
  const rewrite = rewriteQuery({ models });
  const retrieve = retrievePassages({ retriever });
  const cutUp = cutChunks({ local }, options);
  const rank = rankChunks({ local }, options);
  const prefilter = filterByTfIdf<Chunk>({ atLeast: options.tfIdfAtLeast });
  const dropRepeated = dropRedundant<Chunk>({ local }, options);

  async function gather(question: Question, run: Run): Promise<GatheredChunks> {
    const query = options.rewrite ? await rewrite(question, run) : question.text;
    const search = { query, mode: options.retrieval, limit: options.passages, fusion: options.fusion };
    const [passages = []] = await retrieve([search], run);
    const pieces = options.chunk === 'semantic' ? await cutUp(passages, run) : passages;
    run.emit({ type: 'count', name: 'sections', value: pieces.length });
    return {
      query,
      chunks:
        options.chunk === 'semantic' ? await rank({ query, chunks: pieces }, run) : firstChunks(passages, options, run),
    };
  }

  async function distinct({ query, chunks }: GatheredChunks, run: Run): Promise<readonly Chunk[]> {
    const filtered = options.tfIdfAtLeast > 0 ? await prefilter({ query, chunks }, run) : chunks;
    return options.redundantAbove < 1 ? dropRepeated(filtered, run) : filtered;
  }

  return { gather, distinct };
}

export const chunkRagDefinition = definePipeline({
  name: 'chunk-rag',
  summary: 'cut into small chunks, judge each, answer from those worth it (arXiv:2410.19572)',
  options: chunkRagOptions,
  create: chunkRag,
  ablation: chunkRagAblation,
});
