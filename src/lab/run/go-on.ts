/** What was asked of a run, from its record: enough to go on with it without being told again. */
import type { Config } from '../../engine/config.js';
import type { QuestionFormat } from '../datasets/detect.js';
import type { PipelineChoice } from './pipelines.js';
import type { RunRecord } from './record.js';
import type { SessionInput } from './session.js';

const CORPUS = /^corpus (.+), commit \d+$/;

export function sessionInputOf(record: RunRecord, config: Config): SessionInput {
  const { data, docs, seed } = record;
  const corpus = CORPUS.exec(docs.folder)?.[1];
  return {
    ...(record.options as Partial<SessionInput>),
    config: { ...config, corpus: corpus ?? '' },
    ...(corpus === undefined && { docs: docs.folder }),
    data: data.path,
    format: data.format as QuestionFormat,
    seed,
    pipelines: Object.entries(record.pipelines).map(
      ([label, { name, options }]) => ({ label, name, options }) as PipelineChoice,
    ),
  };
}
