/**
 * An ingest with vectors that is killed again and again: what it reported is there, nothing is there twice, and in the
 * end it answers as one left alone.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { type Corpus, openCorpus } from '../src/engine/corpora/index.js';
import { seededRandom } from '../src/text/random.js';
import { normalise } from '../src/text/vectors.js';
import { folderWith, winnow } from './support/command.js';
import { DIMENSIONS, embeddingServer } from './support/embedding-server.js';

const full = process.env.WINNOW_FULL === '1';
const [RECORDS, KILLS] = full ? [4000, 50] : [600, 5];
const BATCH = 10;
const WORDS =
  'amber basin cedar delta ember fjord grove haven islet jetty knoll ledge marsh north orchard pier quarry ridge shore tower'.split(
    ' ',
  );
const random = seededRandom(process.env.WINNOW_SEED ?? 'ingest-kill');
const textOf = (): string => Array.from({ length: 12 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
const lines = Array.from({ length: RECORDS }, (_, at) =>
  JSON.stringify({ id: `r${at}`, title: `Record ${at}`, text: textOf() }),
);
const cwd = folderWith({ 'r.jsonl': `${lines.join('\n')}\n` });
const dataDirectory = join(cwd, 'data');
const server = await embeddingServer();
afterAll(() => {
  server.close();
  rmSync(cwd, { recursive: true });
});

type Killing = { readonly commits: number; readonly pauseMs: number };

/**
 * Runs the ingest, killed a moment after so many commits, or after its start where that is none. How many records it
 * said were safe.
 */
async function ingest(
  name: string,
  killing?: Killing,
): Promise<{ safe: number; ended: NodeJS.Signals | number | null }> {
  const args = [
    'ingest',
    'r.jsonl',
    '--corpus',
    name,
    '--batch',
    `${BATCH}`,
    '--json',
    '--quiet',
    '--data-directory',
    'data',
    ...server.flags,
  ];
  const { code, signal, stdout } = await winnow(args, {
    cwd,
    onStart: (running) => {
      if (!killing) return;
      let commits = 0;
      const kill = () => wait(killing.pauseMs).then(() => running.kill('SIGKILL'));
      if (killing.commits === 0) void kill();
      running.stdout?.on('data', (bytes: Buffer) => {
        const before = commits;
        commits += bytes.toString().split('\n').length - 1;
        if (before < killing.commits && commits >= killing.commits) void kill();
      });
    },
  });
  const whole = stdout.slice(0, stdout.lastIndexOf('\n') + 1).trim();
  const last =
    whole === ''
      ? undefined
      : (JSON.parse(whole.split('\n').at(-1) as string) as { documents: number; unchanged: number });
  return { safe: last ? last.documents + last.unchanged : 0, ended: signal ?? code };
}

/** Records are read in order: what is safe are the first ones. */
async function missing(corpus: Corpus, safe: number): Promise<string[]> {
  const gone: string[] = [];
  for (let at = 0; at < safe; at += 1) if (!(await corpus.document(`r${at}`))) gone.push(`r${at}`);
  return gone;
}

/** The same embedder as a library has it, for queries. */
const embedder = {
  name: `openai-compatible-words-${DIMENSIONS}`,
  dimensions: DIMENSIONS,
  embed: async (texts: readonly string[]) => texts.map((text) => normalise(server.vectorOf(text))),
};

async function answers(name: string): Promise<unknown[]> {
  const corpus = await openCorpus({ dataDirectory, name }, { embedder });
  expect(corpus.describe()).toMatchObject({ passages: RECORDS, vectors: RECORDS });
  const { signal } = new AbortController();
  const found: unknown[] = [];
  for (const [at, word] of WORDS.entries()) {
    for (const mode of ['sparse', 'dense', 'hybrid'] as const) {
      const { hits } = await corpus.search({ query: `${word} ${WORDS[(at + 7) % WORDS.length]}`, mode, k: 20, signal });
      expect(hits).toHaveLength(20);
      found.push(hits.map(({ id, score }) => ({ id, score })));
    }
  }
  await corpus.close();
  return found;
}

test(`${RECORDS} records, killed at ${KILLS} random moments and resumed`, {
  timeout: full ? 3_600_000 : 300_000,
}, async () => {
  const endings: unknown[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const atStart = random() < 0.3;
    const commits = atStart ? 0 : 1 + Math.floor(random() * 0.8 * (RECORDS / BATCH / KILLS));
    const { safe, ended } = await ingest('killed', { commits, pauseMs: random() * (atStart ? 600 : 12) });
    endings.push(ended);
    if (safe === 0) continue;
    const corpus = await openCorpus({ dataDirectory, name: 'killed' });
    expect(await missing(corpus, safe)).toEqual([]);
    const { documents, passages } = corpus.describe();
    expect(passages).toBe(documents);
    await corpus.close();
  }
  expect(endings).toEqual(Array<string>(KILLS).fill('SIGKILL'));
  expect(await ingest('killed')).toEqual({ safe: RECORDS, ended: 0 });
  const asked = server.asked();
  expect(await ingest('calm')).toEqual({ safe: RECORDS, ended: 0 });
  // Every vector of the killed ingests that was safe comes from the cache, and is right: the answers are the same
  // without it.
  expect(server.asked()).toBe(asked);
  rmSync(join(dataDirectory, `vectors-${embedder.name}.cache`));
  expect(await ingest('anew')).toEqual({ safe: RECORDS, ended: 0 });
  expect(server.asked()).toBe(asked + RECORDS);
  const undisturbed = await answers('anew');
  expect(await answers('killed')).toEqual(undisturbed);
  expect(await answers('calm')).toEqual(undisturbed);
});
