/** Our verifier with its scores kept on disk: the same pair is asked once, however often a limit is tried. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Verifier } from '../../src/core/ports.js';
import { createLocalModels } from '../../src/providers/local/models.js';

const FILE = join(tmpdir(), 'winnow-verifier-scores.jsonl');

export function cachedVerifier(): Verifier {
  const known = new Map<string, number>(
    existsSync(FILE)
      ? readFileSync(FILE, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as [string, number])
      : [],
  );
  const { verifier } = createLocalModels(['verifier']);
  const keyOf = (claim: string, passage: string) => createHash('sha256').update(`${claim}\0${passage}`).digest('base64').slice(0, 20);
  const scoreOf = async (claim: string, passage: string, options: { signal: AbortSignal }) => {
    const key = keyOf(claim, passage);
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const [odds = 0] = (await verifier?.support(claim, [passage], options)) ?? [];
    known.set(key, odds);
    appendFileSync(FILE, `${JSON.stringify([key, odds])}\n`);
    return odds;
  };
  return {
    name: 'winnow-verifier, kept',
    support: async (claim, passages, options) => {
      const odds: number[] = [];
      for (const passage of passages) odds.push(await scoreOf(claim, passage, options));
      return odds;
    },
  };
}
