/**
 * PostgreSQL with pgvector as the index: the contract of every index, and what a user is told when it cannot be had.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { TLSSocket } from 'node:tls';
import { afterAll, describe, expect, test } from 'vitest';
import { connectPostgres } from '../src/providers/postgres/connect.js';
import { postgresIndexes } from '../src/providers/postgres/index.js';
import { BARE, winnow } from './support/command.js';
import { startEngine } from './support/engines.js';
import { describeIndexes, entry, found } from './support/index-contract.js';
import { selfSigned } from './support/self-signed.js';
import { describeUsersWay } from './support/users-way.js';

const engine = await startEngine('postgres');
const [connection = 'postgres://127.0.0.1:9/skipped'] = engine.addresses;
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

  describeUsersWay('postgres', { kind: 'postgres', prefix: 'cli' }, { DATABASE_URL: connection });

  test('the variable that names the server is not set', async () => {
    const { stderr } = await winnow(['search', 'x', '--corpus', 'c', '--set', 'index.kind=postgres', ...BARE], {
      cwd: tmpdir(),
    });
    expect(stderr).toContain('The environment variable DATABASE_URL is not set');
  });

  test('nobody answers, or the password is wrong: a clear error without the password', async () => {
    const nobody = postgresIndexes({ ...settings, connection: 'postgres://ann:secret@127.0.0.1:9/db' });
    await expect(nobody).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/PostgreSQL cannot be reached at 127\.0\.0\.1:9\/db/),
    });
    await expect(nobody).rejects.not.toThrow(/secret/);
    await expect(postgresIndexes({ ...settings, connection: `${connection}_not_there` })).rejects.toMatchObject({
      code: 'usage',
    });
  });

  test('a certificate that nobody here vouches for', async () => {
    const tls = selfSigned();
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('S'); // willing to speak TLS
        new TLSSocket(socket, { isServer: true, ...tls }).on('error', () => undefined);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const asked = postgresIndexes({ ...settings, connection: `postgres://ann@127.0.0.1:${port}/db?sslmode=require` });
    await expect(asked).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/certificate that is not trusted.*sslrootcert/),
    });
    server.close();
  });

  describe('what a user is told', () => {
    const administrator = connectPostgres({ connection, timeoutMs: 10_000 });
    afterAll(administrator.close);
    const filled = async (name: string, more: object = {}) => {
      const indexes = await postgresIndexes({ ...settings, ...more });
      const index = await indexes.open(name);
      await index.add([entry('a', 'before')]);
      await index.commit();
      return { indexes, index };
    };
    const put = (name: string, wanted: string) =>
      administrator.query(`update test.corpora set ${wanted} where name = $1`, [name]);

    test('a database that is read-only, as a replica is, can be searched, takes nothing and loses nothing', async () => {
      const { indexes, index } = await filled('blocked');
      await index.close();
      const replica = `${connection}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
      const reader = await (await postgresIndexes({ ...settings, connection: replica })).open('blocked');
      expect(await found(reader, 'before')).toEqual(['a']);
      await reader.add([entry('b', 'during')]);
      await expect(reader.commit()).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringMatching(/is read-only.*to the primary/),
      });
      expect(await found(reader, 'before')).toEqual(['a']);
      await reader.close();
      await indexes.remove('blocked');
    });

    test('a corpus of another format', async () => {
      const { indexes, index } = await filled('newer');
      await index.close();
      await put('newer', `current = jsonb_set(current, '{format}', '99')`);
      await expect(indexes.open('newer')).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringMatching(/in format 99.*--rebuild/),
      });
      await put('newer', `current = jsonb_set(current, '{format}', '1')`);
      await indexes.remove('newer');
    });

    test('a database that is slow', async () => {
      const { indexes, index } = await filled('slow');
      await index.close();
      const hasty = await (await postgresIndexes({ ...settings, timeoutMs: 3000 })).open('slow');
      await administrator.transaction(async (query) => {
        const [row] = await query<{ id: string }>(`select current->>'id' as id from test.corpora where name = 'slow'`);
        await query(`lock table test.passages_${row?.id} in access exclusive mode`);
        const waiting = found(hasty, 'before');
        await expect(waiting).rejects.toMatchObject({
          code: 'unavailable',
          message: expect.stringContaining('within 3 s'),
        });
      });
      expect(await found(await indexes.open('slow'), 'before')).toEqual(['a']);
      await indexes.remove('slow');
    });
  });
});
