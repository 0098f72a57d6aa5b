/**
 * Which pipelines are compared, and with which options: `hifi-rag` or `hifi-rag,refine=false,maxQueries=1`. Checked
 * before anything runs.
 */
import { usageError } from '../../core/errors.js';
import type { Engine } from '../../engine/index.js';
import { readValue } from '../../engine/layers.js';
import { resolvePipeline } from '../../engine/pipelines.js';

export type PipelineChoice = {
  /** How rows and tables call it. */
  readonly label: string;
  readonly name: string;
  /** Over the configured options. */
  readonly options?: Readonly<Record<string, unknown>>;
};

/** The text is the label too. A value is read as JSON where it is JSON, else as text. */
export function parsePipelineChoice(text: string): PipelineChoice {
  const [name = '', ...settings] = text.trim().split(/,(?=\w+=)/);
  if (name === '' || name.includes('=')) {
    throw usageError(`A pipeline is a name, then options if any, e.g. hifi-rag,refine=false; got "${text}".`);
  }
  const options = Object.fromEntries(settings.map(readSetting));
  return { label: text.trim(), name, ...(settings.length > 0 && { options }) };
}

function readSetting(setting: string): [string, unknown] {
  const equals = setting.indexOf('=');
  return [setting.slice(0, equals), readValue(setting.slice(equals + 1))];
}

/** The full options of each pipeline by label, defaults included. A name or an option that does not exist ends it. */
export function checkPipelines(
  { pipelines, config }: Pick<Engine, 'pipelines' | 'config'>,
  choices: readonly PipelineChoice[],
): CheckedPipelines {
  const labels = choices.map(({ label }) => label);
  const twice = labels.find((label, at) => labels.indexOf(label) !== at);
  if (twice !== undefined)
    throw usageError(`The pipeline "${twice}" is named twice. Name it once, or with other options.`);
  return Object.fromEntries(
    choices.map(({ label, name, options }) => {
      return [label, { name, options: resolvePipeline({ pipelines, config }, { name, options }).options }];
    }),
  );
}

export type CheckedPipelines = Readonly<Record<string, { readonly name: string; readonly options: unknown }>>;
