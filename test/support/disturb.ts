/**
 * Runs an ingest of generated passages with vectors and kills it again and again; then lets it finish. For
 * durability.test.ts and bench/retrieval/kill.ts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openIndex } from '../../src/providers/index/open.js';
import type { Index } from '../../src/providers/index/types.js';

const RUN = fileURLToPath(new URL('../../bench/run.mjs', import.meta.url));

/**
 * Runs once, killed `delayMs` after its first sign of life if given. Returns the last number of passages it reported as
 * safe.
 */
async function runChild(
  directory: string,
  passages: number,
  delayMs: number | undefined,
): Promise<{ reported: number; killed: boolean }> {
  const child = spawn(process.execPath, [RUN, '../test/support/disturbed-ingest', directory, String(passages)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on('data', (bytes: Buffer) => {
    output += bytes.toString();
    if (delayMs !== undefined) timer ??= setTimeout(() => child.kill('SIGKILL'), delayMs);
  });
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  // The last line may be cut off by the kill.
  const lines = output
    .slice(0, output.lastIndexOf('\n') + 1)
    .trim()
    .split('\n');
  return { reported: Number(lines.at(-1) ?? 0), killed: code === null };
}

export type Disturbance = {
  readonly directory: string;
  readonly passages: number;
  readonly kills: number;
  readonly delayMs: () => number;
};

async function missing(index: Index, reported: number): Promise<number> {
  let lost = 0;
  for (let number = 0; number < reported; number += 1) if (!(await index.passage(`p${number}`))) lost += 1;
  return lost;
}

export async function disturb({
  directory,
  passages,
  kills,
  delayMs,
}: Disturbance): Promise<{ kills: number; lost: number; doubled: number; passages: number }> {
  let [killed, lost] = [0, 0];
  for (let round = 0; round <= kills; round += 1) {
    const { reported, killed: wasKilled } = await runChild(directory, passages, round < kills ? delayMs() : undefined);
    killed += wasKilled ? 1 : 0;
    const index = openIndex({ directory });
    lost += await missing(index, reported);
    await index.close();
  }
  const index = openIndex({ directory });
  const all = index.describe().passages;
  await index.close();
  return { kills: killed, lost, doubled: all - passages, passages: all };
}

/** How many queries two indexes answer differently, in each mode. */
export async function sameAnswers(
  left: Index,
  right: Index,
  queries: readonly { text: string; vector: Float32Array }[],
): Promise<number> {
  let differing = 0;
  for (const query of queries) {
    for (const mode of ['sparse', 'dense', 'hybrid'] as const) {
      const [one, other] = await Promise.all(
        [left, right].map(async (index) =>
          (await index.search({ ...query, mode, k: 10 })).map(({ id, score }) => [id, score]),
        ),
      );
      if (JSON.stringify(one) !== JSON.stringify(other)) differing += 1;
    }
  }
  return differing;
}
