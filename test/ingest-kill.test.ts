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

/** When it is killed, by what it said it had committed, and how long after. */
type Killing = { readonly when: (lines: readonly Counts[]) => boolean; readonly pauseMs: number };
type Counts = {
  readonly documents: number;
  readonly unchanged: number;
  readonly vectors: number;
  readonly withoutVector: number;
};
type Ended = { readonly said: readonly Counts[]; readonly ended: NodeJS.Signals | number | null };

async function ingest(name: string, killing?: Killing): Promise<Ended> {
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
      let [seen, isKilled] = ['', false];
      const look = () => {
        if (isKilled || !killing.when(countsIn(seen))) return;
        isKilled = true;
        void wait(killing.pauseMs).then(() => running.kill('SIGKILL'));
      };
      look();
      running.stdout?.on('data', (bytes: Buffer) => {
        seen += bytes.toString();
        look();
      });
    },
  });
  return { said: countsIn(stdout), ended: signal ?? code };
}

const countsIn = (stdout: string): Counts[] =>
  stdout
    .slice(0, stdout.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Counts);

/** Records it said were safe. */
const safeIn = ({ said }: Ended): number => (said.at(-1)?.documents ?? 0) + (said.at(-1)?.unchanged ?? 0);
const WHOLE = { documents: RECORDS, unchanged: 0, vectors: RECORDS, withoutVector: 0 };

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
    const commits = atStart ? 0 : 1 + Math.floor(random() * 0.8 * ((2 * RECORDS) / BATCH / KILLS));
    const when = (lines: readonly Counts[]) => lines.length >= commits;
    const killed = await ingest('killed', { when, pauseMs: random() * (atStart ? 600 : 12) });
    const safe = safeIn(killed);
    endings.push(killed.ended);
    if (safe === 0) continue;
    const corpus = await openCorpus({ dataDirectory, name: 'killed' });
    expect(await missing(corpus, safe)).toEqual([]);
    const { documents, passages } = corpus.describe();
    expect(passages).toBe(documents);
    await corpus.close();
  }
  expect(endings).toEqual(Array<string>(KILLS).fill('SIGKILL'));
  const last = await ingest('killed');
  expect(last.ended).toBe(0);
  expect(safeIn(last)).toBe(RECORDS);
  expect(last.said.at(-1)).toMatchObject({ vectors: RECORDS, withoutVector: 0 });
  const asked = server.asked();
  expect((await ingest('calm')).said.at(-1)).toMatchObject(WHOLE);
  // Every vector of the killed ingests that was safe comes from the cache, and is right: the answers are the same
  // without it.
  expect(server.asked()).toBe(asked);
  rmSync(join(dataDirectory, `vectors-${embedder.name}.cache`));
  expect((await ingest('anew')).said.at(-1)).toMatchObject(WHOLE);
  expect(server.asked()).toBe(asked + RECORDS);
  const undisturbed = await answers('anew');
  expect(await answers('killed')).toEqual(undisturbed);
  expect(await answers('calm')).toEqual(undisturbed);
});

test('killed half-way through the vectors: all words are found, and only what is missing is computed', {
  timeout: 120_000,
}, async () => {
  const half = (lines: readonly Counts[]) => (lines.at(-1)?.vectors ?? 0) >= RECORDS / 2;
  expect((await ingest('half', { when: half, pauseMs: 5 })).ended).toBe('SIGKILL');
  const corpus = await openCorpus({ dataDirectory, name: 'half' }, { embedder });
  const { passages, vectors } = corpus.describe();
  expect(passages).toBe(RECORDS);
  expect(vectors).toBeGreaterThanOrEqual(RECORDS / 2);
  expect(vectors).toBeLessThan(RECORDS);
  expect(await missing(corpus, RECORDS)).toEqual([]);
  const { signal } = new AbortController();
  expect((await corpus.search({ query: 'amber basin', mode: 'hybrid', k: 20, signal })).hits).toHaveLength(20);
  await corpus.close();
  rmSync(join(dataDirectory, `vectors-${embedder.name}.cache`)); // the corpus alone knows what it has
  const asked = server.asked();
  const { said } = await ingest('half');
  expect(said.at(-1)).toMatchObject({ documents: 0, unchanged: RECORDS, vectors: RECORDS, withoutVector: 0 });
  expect(server.asked()).toBe(asked + RECORDS - vectors);
  expect(await answers('half')).toEqual(await answers('anew'));
});
