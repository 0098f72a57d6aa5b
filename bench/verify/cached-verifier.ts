/** Our verifier with its scores kept on disk: the same pair is asked once, however often a limit is tried. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entailment, Verifier } from '../../src/core/ports.js';
import { createLocalModels } from '../../src/providers/local/models.js';

const FILE = join(tmpdir(), 'winnow-verifier-2-scores.jsonl');

export function cachedVerifier(): Verifier {
  const known = new Map<string, Entailment>(
    existsSync(FILE)
      ? readFileSync(FILE, 'utf8')
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as [string, Entailment])
      : [],
  );
  const { verifier } = createLocalModels(['verifier']);
  const keyOf = (claim: string, passage: string) => createHash('sha256').update(`${claim}\0${passage}`).digest('base64').slice(0, 20);
  const scoreOf = async (claim: string, passage: string, options: { signal: AbortSignal }) => {
    const key = keyOf(claim, passage);
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const [odds = { supported: 0, contradicted: 0 }] = (await verifier?.entail(claim, [passage], options)) ?? [];
    known.set(key, odds);
    appendFileSync(FILE, `${JSON.stringify([key, odds])}\n`);
    return odds;
  };
  return {
    name: 'winnow-verifier, kept',
    entail: async (claim, passages, options) => {
      const odds: Entailment[] = [];
      for (const passage of passages) odds.push(await scoreOf(claim, passage, options));
      return odds;
    },
  };
}
