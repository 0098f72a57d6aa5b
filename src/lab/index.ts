/** The lab: asks question sets of pipelines, scores the answers and keeps the record. The command line's `winnow eval` is made of this. */
export { type QuestionSet, type ReadOptions, readQuestions } from './datasets/questions.js';
export type { QuestionRow } from './datasets/rows.js';
export { type Estimate, estimateRun } from './estimate.js';
export { type EvaluateInput, evaluate } from './evaluate.js';
export { goldPages, type PageOf } from './gold-pages.js';
export type { Grade, Grader } from './grade.js';
export { type GradingChoice, openGraders } from './graders.js';
export { METRICS } from './metrics.js';
export { type PipelineChoice, parsePipelineChoice } from './pipelines.js';
export type { RunRecord } from './record.js';
export { type EvalRow, rowKey } from './row.js';
export { openRunFolder, type RunFolder } from './run-folder.js';
export { openSession, type Session, type SessionInput } from './session.js';
export { metricNamed, type Summary, summarise } from './summary.js';
