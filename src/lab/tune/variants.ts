/** What is tried: settings of one pipeline, each against the settings as they are. */

import { basename } from 'node:path';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { usageError, WinnowError } from '../../core/errors.js';
import { readFileText } from '../../core/files.js';
import { readProblem } from '../../core/invalid.js';
import { readValue } from '../../engine/layers.js';
import type { PipelineChoice } from '../run/pipelines.js';

/** The label of the settings as they are. */
export const BASELINE = 'as it is';

type Options = Readonly<Record<string, unknown>>;

export type Vary = { readonly option: string; readonly values: readonly unknown[] };

/** "sectionsKept=4,8,20"; a value that holds a comma is given as a JSON list: `examples=[[...],[...]]`. */
export function parseVary(text: string): Vary {
  const equals = text.indexOf('=');
  const [option, list] = [text.slice(0, Math.max(equals, 0)).trim(), text.slice(equals + 1).trim()];
  const whole = readValue(list);
  const values = Array.isArray(whole) ? whole : list.split(',').map((part) => readValue(part.trim()));
  if (option === '' || list === '')
    throw usageError(`It must look like option=value,value, e.g. sectionsKept=4,8; got "${text}".`);
  return { option, values };
}

/** A file of variants: a name, and the options it sets. For prompts and lists that do not fit a command line. */
export function readVariants(file: string): Readonly<Record<string, Options>> {
  try {
    return z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .parse(parseYaml(readFileText(file, { advice: 'Give a YAML file of variants.' })));
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    const said = `${basename(file)}: ${readProblem(error)}. It must read "name: { option: value }".`;
    throw usageError(said, { cause: error });
  }
}

export type TuneVariants = { readonly vary: readonly Vary[]; readonly named: Readonly<Record<string, Options>> };

/** The baseline first. One option is changed at a time: every variant more is one more chance to be lucky. */
export function choicesOf(pipeline: string, { vary, named }: TuneVariants): PipelineChoice[] {
  const single = vary.flatMap(({ option, values }) =>
    values.map((value) => ({
      label: `${option}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
      options: { [option]: value },
    })),
  );
  const all = [...single, ...Object.entries(named).map(([label, options]) => ({ label, options }))];
  if (all.length === 0) throw usageError('What should be tried? Give --vary option=value,value or --variants FILE.');
  return [{ label: BASELINE, name: pipeline }, ...all.map((variant) => ({ ...variant, name: pipeline }))];
}
