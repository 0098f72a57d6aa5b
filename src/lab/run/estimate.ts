/**
 * What a run would cost, without asking any model: a few questions run with stand-ins that count. A stand-in answers
 * prose with prose, so that the stages behind the draft run too, and withholds JSON, so that stages take their
 * deterministic way after one call: each prompt is counted once, repeated asking after an unreadable reply is not. How
 * long real replies are is a guess.
 */
import type { Usage } from '../../core/data.js';
import type { ChatModel } from '../../core/ports.js';
import { modelsByRole } from '../../engine/chat-models.js';
import type { ModelConfig } from '../../engine/config.js';
import { createEngine } from '../../engine/index.js';
import { evaluate } from './evaluate.js';
import type { PipelineChoice } from './pipelines.js';
import type { EvalRow } from './row.js';
import type { Session } from './session.js';

export type Estimate = { readonly pipeline: string; readonly sampled: number; readonly questions: number } & Omit<
  Usage,
  'ms'
>;

const SAMPLE = 3;
/** The usual rule of thumb for English. */
const CHARACTERS_PER_TOKEN = 4;
/** A paragraph; a short list. */
export const ASSUMED_TOKENS = { prose: 150, json: 60 };

export async function estimateRun(
  session: Session,
  pipelines: readonly PipelineChoice[],
  signal: AbortSignal,
): Promise<Estimate[]> {
  const { local, pageOf } = session;
  // Stand-ins must get into no recording.
  const { record: _, replay: __, ...calls } = session.config.calls;
  const config = { ...session.config, calls };
  const engine = createEngine({ config, local, models: modelsByRole(config, standIn) });
  const rows: EvalRow[] = [];
  try {
    await engine.prepare(signal);
    await evaluate({ engine, rows: session.rows.slice(0, SAMPLE), pipelines, pageOf, signal }, (row) => rows.push(row));
  } finally {
    await engine.close();
  }
  return pipelines.map(({ label }) =>
    scale(
      label,
      rows.filter((row) => row.pipeline === label),
      session.rows.length,
    ),
  );
}

function scale(pipeline: string, rows: readonly EvalRow[], questions: number): Estimate {
  const total = (value: (usage: Usage) => number) =>
    Math.round((rows.reduce((sum, { usage }) => sum + value(usage), 0) / rows.length) * questions);
  const known = rows.every(({ usage }) => usage.costUsd !== null);
  const costUsd = rows.reduce((sum, { usage }) => sum + (usage.costUsd ?? 0), 0) / rows.length;
  return {
    pipeline,
    sampled: rows.length,
    questions,
    calls: total(({ calls }) => calls),
    inputTokens: total(({ inputTokens }) => inputTokens),
    outputTokens: total(({ outputTokens }) => outputTokens),
    costUsd: known ? costUsd * questions : null,
  };
}

export function standIn({ model, price }: Pick<ModelConfig, 'model' | 'price'>): ChatModel {
  return {
    name: model,
    format: 'schema', // so that prose and JSON prompts can be told apart by the format they ask for
    ...(price && { price }),
    complete: async ({ messages, format }) => {
      const prose = format.type === 'text';
      const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
      const usage = {
        inputTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
        outputTokens: prose ? ASSUMED_TOKENS.prose : ASSUMED_TOKENS.json,
      };
      return prose ? { text: STAND_IN_PROSE, finish: 'stop', usage } : { text: '', finish: 'filter', usage };
    },
  };
}

const STAND_IN_PROSE = 'Stand-in sentence of an answer. '
  .repeat((ASSUMED_TOKENS.prose * CHARACTERS_PER_TOKEN) / 32)
  .trim();
