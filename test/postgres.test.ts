/** PostgreSQL with pgvector as the index: the contract of every index, and what a user is told when it cannot be had. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { postgresIndexes } from '../src/providers/postgres/index.js';
import { BARE, winnow } from './support/command.js';
import { startEngine } from './support/engines.js';
import { describeIndexes, entry, found } from './support/index-contract.js';

const engine = await startEngine('postgres', 54_470);
const [connection = ''] = engine.addresses;
const settings = { connection, schema: 'test', timeoutMs: 30_000 };
afterAll(engine.stop);

describe.skipIf(engine.skipped)(`PostgreSQL${engine.skipped}`, () => {
  describeIndexes('postgres', async () => ({
    indexes: await postgresIndexes(settings),
    elsewhere: await postgresIndexes(settings),
    close: async () => undefined,
  }));

  test('text that cannot be stored as it is keeps its length, and is found', async () => {
    const indexes = await postgresIndexes(settings);
    const index = await indexes.open('odd');
    const text = 'a \u0000 b \ud83d c \\u0000 d \\ud83d "quoted" \'single\' back\\slash unusual';
    await index.add([entry('o', text, { title: "it's" })]);
    await index.commit();
    const [hit] = await index.passagesOf('o');
    expect(hit?.text).toBe(
      text
        .replace('\u0000', '\ufffd')
        .replace(/\ud83d(?! c \\)/u, '\ufffd')
        .replace('\ud83d', '\ufffd'),
    );
    expect(await found(index, 'unusual')).toEqual(['o']);
    await index.close();
    await indexes.remove('odd');
  });

  test('ingest, search and corpora are as with the embedded index, by the connection string of a variable', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'winnow-postgres-'));
    const bridges = Array.from({ length: 9 }, (_, at) => ({
      id: `d${at}`,
      title: `Bridge ${at}`,
      text: `Bridge number ${at}, of 180${at}.`,
    }));
    writeFileSync(join(cwd, 'corpus.jsonl'), bridges.map((row) => JSON.stringify(row)).join('\n'));
    const options = { cwd, env: { DATABASE_URL: connection } };
    const flags = ['--corpus', 'bridges', '--set', 'index.kind=postgres', ...BARE];
    const read = await winnow(['ingest', 'corpus.jsonl', ...flags], options);
    expect(read, read.stderr).toMatchObject({ code: 0, stderr: expect.stringContaining('9 documents read') });
    expect((await winnow(['ingest', 'corpus.jsonl', ...flags], options)).stderr).toContain('9 unchanged');
    const hits = await winnow(['search', 'bridge of 1807', '--explain', ...flags], options);
    expect(hits.stdout).toMatch(/d7[\s\S]*idf: in 1 passages/);
    expect((await winnow(['search', 'x', ...flags], { cwd, isAlone: true })).stderr).toContain(
      'The environment variable DATABASE_URL is not set',
    );
    rmSync(cwd, { recursive: true });
  });

  test('nobody answers, or the password is wrong: a clear error without the password', async () => {
    const nobody = postgresIndexes({ ...settings, connection: 'postgres://ann:secret@127.0.0.1:9/db' });
    await expect(nobody).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/PostgreSQL cannot be reached at 127\.0\.0\.1:9\/db/),
    });
    await expect(nobody).rejects.not.toThrow(/secret/);
    await expect(postgresIndexes({ ...settings, connection: `${connection}_not_there` })).rejects.toMatchObject({ code: 'usage' });
  });
});
