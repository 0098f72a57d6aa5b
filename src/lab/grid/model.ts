/**
 * The model of a grid that names none: all main effects, then two-way interactions in the order of the axes, while a
 * degree of freedom is left for noise.
 */
import type { GridFile } from './file.js';

/** `null` when not even the main effects leave one. */
export function defaultModel(axes: GridFile['axes']): string | null {
  const factors = Object.entries(axes)
    .map(([name, { values }]) => ({ name, free: values.length - 1 }))
    .filter(({ free }) => free > 0);
  const points = factors.reduce((product, { free }) => product * (free + 1), 1);
  let left = points - 1 - factors.reduce((sum, { free }) => sum + free, 0);
  if (factors.length === 0 || left < 1) return null;
  const terms = factors.map(({ name }) => quoted(name));
  for (const [at, first] of factors.entries()) {
    for (const second of factors.slice(at + 1)) {
      if (left - first.free * second.free < 1) continue;
      left -= first.free * second.free;
      terms.push(`${quoted(first.name)}:${quoted(second.name)}`);
    }
  }
  return terms.join(' + ');
}

function quoted(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? name : `\`${name}\``;
}
