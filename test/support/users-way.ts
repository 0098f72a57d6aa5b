/**
 * What a user does with an index on a server: a configuration file, the commands, the server over HTTP. Each kind of
 * index runs the same.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonOf } from '../server/start.js';
import { folderWith, winnow } from './command.js';

const BRIDGES = 120;
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** Every document says a year of the century, so that what was read when can be told. */
const bridges = (century: number): string =>
  Array.from({ length: BRIDGES }, (_, at) => {
    const text = `Bridge number ${at} was opened in ${century}${String(at % 100).padStart(2, '0')} by Ada Lund.`;
    return JSON.stringify({ id: `d${at}`, title: `Bridge ${at}`, text });
  }).join('\n');

export function describeUsersWay(kind: string, index: object, env: Readonly<Record<string, string>> = {}): void {
  describe(`${kind}: the user's way`, () => {
    const local = { embedder: false, reranker: false, verifier: false, reader: false };
    const question = {
      id: 'q1',
      question: 'When was bridge number 4 opened?',
      answers: ['1804'],
      gold_doc_ids: ['d4'],
    };
    const cwd = folderWith({
      'old.jsonl': bridges(18),
      'new.jsonl': bridges(19),
      'questions.jsonl': JSON.stringify(question),
    });
    const run = (...args: string[]) => winnow([...args, '--config', 'winnow.config.json'], { cwd, env });
    let child: ChildProcess;
    let url: string;
    beforeAll(async () => {
      writeFileSync(
        join(cwd, 'winnow.config.json'),
        JSON.stringify({ index, local, dataDirectory: join(cwd, 'data') }),
      );
      child = spawn(process.execPath, [main, 'serve', '--port', '0', '--config', 'winnow.config.json'], {
        cwd,
        env: { ...process.env, ...env },
      });
      const [said] = (await once(child.stdout!, 'data')) as [Buffer];
      url = /http:\S+/.exec(`${said}`)![0];
    });
    afterAll(async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      rmSync(cwd, { recursive: true });
    });
    const post = (path: string, body: object) =>
      fetch(`${url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });

    test('ingest, search --explain, ask, eval, corpora and a rebuild are as with the embedded index', {
      timeout: 120_000,
    }, async () => {
      const read = await run('ingest', 'old.jsonl', '--corpus', 'bridges');
      expect(read, read.stderr).toMatchObject({
        code: 0,
        stderr: expect.stringContaining(`${BRIDGES} documents read (${BRIDGES} passages)`),
      });
      expect((await run('ingest', 'old.jsonl', '--corpus', 'bridges')).stderr).toContain(`${BRIDGES} unchanged`);
      const hits = await run('search', 'bridge', '+1807', '--syntax', 'lucene', '--explain', '--corpus', 'bridges');
      expect(hits.stdout).toMatch(/d7[\s\S]*idf: in 2 passages/);
      const asked = await run('ask', 'When was bridge number 4 opened?', '--set', 'corpus=bridges');
      expect(asked.stdout, asked.stderr).toContain('1804');
      const evaluated = await run(
        'eval',
        '--data',
        'questions.jsonl',
        '--out',
        'run',
        '--pipeline',
        'hifi-rag',
        '--set',
        'corpus=bridges',
      );
      expect(evaluated, evaluated.stderr).toMatchObject({ code: 0 });
      expect((await run('ingest', 'old.jsonl', '--corpus', 'bridges', '--rebuild')).stderr).toContain(
        `${BRIDGES} documents read`,
      );
      const listed = JSON.parse((await run('corpora', '--json')).stdout);
      expect(listed).toContainEqual(
        expect.objectContaining({ name: 'bridges', documents: BRIDGES, passages: BRIDGES }),
      );
    });

    test('the server reads files into a corpus, searches it with reasons, answers from it and deletes it', {
      timeout: 60_000,
    }, async () => {
      const form = new FormData();
      form.append('files', new Blob(['# Old Mill\n\nThe Old Mill was built by Per Holm in 1802.\n']), 'mill.md');
      const { id } = await jsonOf(fetch(`${url}/api/corpora/mills/jobs`, { method: 'POST', body: form }));
      const job = await (await fetch(`${url}/api/jobs/${id}`, { headers: { accept: 'text/event-stream' } })).text();
      expect(job).toContain('"status":"done"');
      const { hits } = await jsonOf(post('/api/corpora/mills/search', { query: 'mill', explain: true }));
      expect(hits).toMatchObject([
        { document: { title: 'Old Mill' }, explanation: { value: expect.closeTo(hits[0].score) } },
      ]);
      expect(
        (await jsonOf(post('/api/ask', { question: 'Who built the Old Mill?', corpus: 'mills' }))).answer.text,
      ).toContain('Per Holm');
      expect(await jsonOf(fetch(`${url}/api/corpora/mills`, { method: 'DELETE' }))).toEqual({ deleted: true });
      expect((await post('/api/corpora/mills/search', { query: 'mill' })).status).toBe(404);
    });

    test('a corpus is re-indexed while it is searched and asked: every reply is of the old one or the new one, none fails', {
      timeout: 120_000,
    }, async () => {
      await run('ingest', 'old.jsonl', '--corpus', 'swapped');
      const seen: string[] = [];
      let isOver = false;
      const search = async () => {
        const reply = await post('/api/corpora/swapped/search', { query: 'opened', k: 50 });
        const { hits = [], error } = (await reply.json()) as { hits?: { text: string }[]; error?: { message: string } };
        const centuries = new Set(hits.map(({ text }) => /in (\d\d)\d\d/.exec(text)?.[1]));
        seen.push(
          hits.length === 50
            ? [...centuries].join(' and ')
            : `${reply.status} with ${hits.length} hits, ${error?.message}`,
        );
      };
      const ask = async () => {
        const { answer, error } = await jsonOf(
          post('/api/ask', { question: 'When was bridge number 4 opened?', corpus: 'swapped' }),
        );
        seen.push(/(18|19)04/.exec(answer?.text ?? '')?.[1] ?? `no year: ${answer?.text ?? error?.message}`);
      };
      const loop = async (work: () => Promise<void>) => {
        while (!isOver) await work();
      };
      const loops = [loop(search), loop(search), loop(ask)];
      const rebuilt = await run('ingest', 'new.jsonl', '--corpus', 'swapped', '--rebuild');
      expect(rebuilt, rebuilt.stderr).toMatchObject({ code: 0 });
      isOver = true;
      await Promise.all(loops);
      expect([...new Set(seen)].filter((one) => !/^1[89]$/.test(one))).toEqual([]);
      expect(seen).toContain('18');
      seen.length = 0;
      await Promise.all([search(), ask()]);
      expect(new Set(seen)).toEqual(new Set(['19']));
    });
  });
}
