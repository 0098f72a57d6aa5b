/** The library: `import { createEngine } from 'winnow-rag'`. */

export { ask, askOr } from './core/ask.js';
export { mapConcurrent } from './core/concurrent.js';
export type * from './core/data.js';
export { type ErrorCode, WinnowError } from './core/errors.js';
export { definePipeline, type NamedPipeline, type Parts, type PipelineDefinition } from './core/parts.js';
export { type Pipeline, pipeline, runPipeline } from './core/pipeline.js';
export type * from './core/ports.js';
export { definePrompt, FENCE_RULE, type Prompt, proseReply } from './core/prompt.js';
export type { Run, RunOptions } from './core/run.js';
export { type Stage, stage } from './core/stage.js';
export type { TraceDetail, TraceEvent } from './core/trace.js';
export type { AnswerStream } from './engine/answer-stream.js';
export type { Config, ConfigInput } from './engine/config.js';
export { type CheckedFact, checkFactsWith, type Judgement, judgeWith } from './engine/grading.js';
export {
  type AskOptions,
  type BuiltInPipeline,
  createEngine,
  type Engine,
  type EngineInput,
  type Task,
} from './engine/index.js';
export { type RetrieveOptions, retrieve } from './engine/retrieve.js';
export { type Verification, type VerifyInput, verifyText } from './engine/verify.js';
export { openTokenEncoder, type TokenEncoder } from './providers/local/token-encoder.js';
export { type DocumentInput, type ParseDocumentOptions, parseDocument } from './providers/parse/index.js';
export {
  type BertScore,
  bertScore,
  bestBertScore,
  idfWeights,
  rescaled,
  type TokenVectors,
} from './text/metrics/bert-score.js';
export { type FactScore, type FactScores, factScore, factScores } from './text/metrics/fact-score.js';
