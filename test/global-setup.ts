/** Some tests start child processes, which need compiled code. A run of tests under src/ alone does not wait for it. */
import { buildIfStale } from '../scripts/fresh-build.mjs';

export function setup(): void {
  const chosen = process.argv.slice(2).filter((argument) => /\.test\.ts$|^(?:\.\/)?(?:src|test)\b/.test(argument));
  if (chosen.length === 0 || !chosen.every((argument) => /^(?:\.\/)?src\b/.test(argument))) buildIfStale();
}
