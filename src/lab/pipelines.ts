/** Which pipelines are compared, and with which options: `hifi-rag` or `hifi-rag,refine=false,maxQueries=1`. Checked before anything runs. */
import { z } from 'zod';
import { WinnowError } from '../core/errors.js';
import type { Engine } from '../engine/index.js';

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
    throw new WinnowError('usage', `A pipeline is a name, then options if any, e.g. hifi-rag,refine=false; got "${text}".`);
  }
  const options = Object.fromEntries(settings.map(readSetting));
  return { label: text.trim(), name, ...(settings.length > 0 && { options }) };
}

function readSetting(setting: string): [string, unknown] {
  const equals = setting.indexOf('=');
  const value = setting.slice(equals + 1);
  try {
    return [setting.slice(0, equals), JSON.parse(value) as unknown];
  } catch {
    return [setting.slice(0, equals), value];
  }
}

/** The full options of each pipeline by label, defaults included. A name or an option that does not exist ends it. */
export function checkPipelines({ pipelines, config }: Pick<Engine, 'pipelines' | 'config'>, choices: readonly PipelineChoice[]): Checked {
  const labels = choices.map(({ label }) => label);
  const twice = labels.find((label, at) => labels.indexOf(label) !== at);
  if (twice !== undefined) throw new WinnowError('usage', `The pipeline "${twice}" is named twice. Name it once, or with other options.`);
  return Object.fromEntries(
    choices.map(({ label, name, options }) => {
      const definition = pipelines.findLast((known) => known.name === name);
      if (!definition)
        throw new WinnowError('usage', `There is no pipeline "${name}". There are: ${pipelines.map((one) => one.name).join(', ')}.`);
      const parsed = definition.options.safeParse({ ...config.pipelines[name], ...options });
      if (!parsed.success) throw new WinnowError('usage', `Options of ${label}: ${z.prettifyError(parsed.error)}`);
      return [label, { name, options: parsed.data }];
    }),
  );
}

export type Checked = Readonly<Record<string, { readonly name: string; readonly options: unknown }>>;
