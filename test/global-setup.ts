/** The small models and some tests run in processes of their own, which need compiled code. */
import { buildIfStale } from '../scripts/fresh-build.mjs';

export const setup = (): Promise<void> => buildIfStale();
