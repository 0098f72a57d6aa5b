/**
 * The lab: asks question sets of pipelines, scores the answers and keeps the record. The command line's `winnow eval`
 * is made of this.
 */
export { type QuestionSet, type ReadOptions, readQuestions } from './datasets/questions.js';
export type { QuestionRow } from './datasets/rows.js';
export type { Grader } from './grade/grade.js';
export { type GradingChoice, openGraders } from './grade/graders.js';
export { defineMetric, type MetricDefinition, type MetricInput } from './grade/metric.js';
export { type Estimate, estimateRun } from './run/estimate.js';
export { type EvaluateInput, evaluate } from './run/evaluate.js';
export { goldPages, type PageOf } from './run/gold-pages.js';
export { METRICS } from './run/metrics.js';
export { type PipelineChoice, parsePipelineChoice } from './run/pipelines.js';
export type { RunRecord } from './run/record.js';
export { type EvalRow, type Grade, rowKey } from './run/row.js';
export { openRunFolder, type RunFolder } from './run/run-folder.js';
export { openSession, type Session, type SessionInput, summariseSession } from './run/session.js';
export { metricNamed, type Summary, summarise } from './run/summary.js';
