/**
 * The points of a grid: every combination of its axes, each with a name of its own, and which of them are the same
 * pipeline.
 */
import { createHash } from 'node:crypto';
import { usageError } from '../../core/errors.js';
import type { PipelineChoice } from '../run/pipelines.js';
import type { GridFile } from './file.js';

export type GridPoint = {
  /** Its settings joined by "_", as the folder of its run is called. */
  readonly name: string;
  /** The axes' values. */
  readonly settings: Readonly<Record<string, unknown>>;
};

type Design = Pick<GridFile, 'axes' | 'options' | 'pipeline'>;

/** The last axis turns fastest. */
export function pointsOf({ axes }: Pick<Design, 'axes'>): GridPoint[] {
  const combined = Object.entries(axes).reduce<readonly Readonly<Record<string, unknown>>[]>(
    (points, [axis, { values }]) => points.flatMap((point) => values.map((value) => ({ ...point, [axis]: value }))),
    [{}],
  );
  const plain = combined.map((settings) => plainName(settings));
  return combined.map((settings, at) => ({ name: distinctName(plain, at, settings), settings }));
}

/** "none", 50, true as they are; lists and objects as JSON. As the cells of a table and the parts of a name. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function plainName(settings: GridPoint['settings']): string {
  const parts = Object.values(settings).map((value) =>
    valueText(value)
      .replace(/[^\p{L}\p{N}.+-]+/gu, '-')
      .replace(/^[-.]+|-+$/g, ''),
  );
  return parts.join('_');
}

/** Below the 255 bytes that file systems allow. */
const LONGEST_NAME = 120;

function distinctName(plain: readonly string[], at: number, settings: GridPoint['settings']): string {
  const name = plain[at] as string;
  const lowered = name.toLowerCase(); // some file systems know no case
  const alone = plain.filter((other) => other.toLowerCase() === lowered).length === 1;
  if (alone && name !== '' && Buffer.byteLength(name) <= LONGEST_NAME) return name;
  const hash = createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 8);
  return `${[...name].slice(0, LONGEST_NAME / 4).join('')}-${hash}`;
}

export function choiceOf({ name, settings }: GridPoint, { pipeline, options }: Design): PipelineChoice {
  return { label: name, name: pipeline, options: { ...options, ...settings } };
}

/**
 * Points that differ only in options without effect, together: the same pipeline more than once, so that their scores
 * differ by noise alone.
 * `optionsOf` gives a point's full options, defaults included.
 */
export function identicalPoints(
  points: readonly GridPoint[],
  { axes }: Pick<Design, 'axes'>,
  optionsOf: OptionsOf,
): GridPoint[][] {
  const groups = new Map<string, GridPoint[]>();
  for (const point of points) {
    const options = optionsOf(point);
    const effective = Object.entries(point.settings).filter(([axis]) => !isIdle(axes[axis]?.without ?? {}, options));
    const key = JSON.stringify(effective);
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  return [...groups.values()];
}

export type OptionsOf = (point: GridPoint) => Readonly<Record<string, unknown>>;

function isIdle(
  without: Readonly<Record<string, readonly unknown[]>>,
  options: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(without).some(([option, values]) => {
    if (!Object.hasOwn(options, option))
      throw usageError(
        `axes: without names "${option}", which the pipeline does not have. It has: ${Object.keys(options).join(', ')}.`,
      );
    return values.some((value) => JSON.stringify(value) === JSON.stringify(options[option]));
  });
}
