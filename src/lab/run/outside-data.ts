/** Paths into the folder of outside data, which the variable WINNOW_DATA names. */
import { processEnvironment } from '../../engine/environment.js';

const VARIABLE = /\$\{WINNOW_DATA\}/g;

/** The path with `${WINNOW_DATA}` filled in; nothing where it is needed and the variable is not set. */
export function withOutsideData(path: string): string | undefined {
  if (path.search(VARIABLE) < 0) return path;
  const { WINNOW_DATA } = processEnvironment();
  return WINNOW_DATA ? path.replace(VARIABLE, () => WINNOW_DATA) : undefined;
}
