/**
 * OpenSearch as the index: the contract, the commands, and what a user is told when the cluster cannot do what it
 * should.
 */
import { tmpdir } from 'node:os';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openSearchIndexes } from '../src/providers/opensearch/index.js';
import { startProxy } from './support/cluster-proxy.js';
import { BARE, winnow } from './support/command.js';
import { startEngine } from './support/engines.js';
import { describeIndexes, entry, found } from './support/index-contract.js';
import { selfSigned } from './support/self-signed.js';
import { describeUsersWay } from './support/users-way.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 }); // a server that was just started on a busy machine is slow
const engine = await startEngine('opensearch');
const [node = ''] = engine.addresses;
const settings = { nodes: [node], prefix: 'test', shards: 1, replicas: 1, timeoutMs: 90_000 };
afterAll(engine.stop);

describe.skipIf(engine.skipped)(`OpenSearch${engine.skipped}`, () => {
  describeIndexes('opensearch', async () => ({
    indexes: await openSearchIndexes(settings),
    elsewhere: await openSearchIndexes(settings),
    close: async () => undefined,
  }));
  describeIndexes('opensearch on three shards', async () => {
    const sharded = { ...settings, shards: 3, prefix: 'sharded' };
    return {
      indexes: await openSearchIndexes(sharded),
      elsewhere: await openSearchIndexes(sharded),
      close: async () => undefined,
    };
  });

  describe('what a user is told', () => {
    const ask = (path: string, body: object, method = 'PUT') =>
      fetch(`${node}${path}`, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

    test('nobody answers, or something else does', async () => {
      await expect(openSearchIndexes({ ...settings, nodes: ['http://127.0.0.1:9'] })).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(/cannot be reached at http:\/\/127\.0\.0\.1:9 .*index\.nodes/),
      });
      const other = await startProxy({
        target: node,
        intercept: (_, reply) => Boolean(reply.end('{"version":{"number":"8.1.0"}}')),
      });
      await expect(openSearchIndexes({ ...settings, nodes: [other.url] })).rejects.toThrow(/is not OpenSearch/);
      await other.close();
    });

    test.each([
      ['read_only_allow_delete', /short of disk space.*What was committed is safe/],
      ['write', /OpenSearch is read-only/],
    ])('an index blocked by %s takes nothing, loses nothing, and goes on when it is opened', async (block, said) => {
      const indexes = await openSearchIndexes(settings);
      const name = `blocked_by_${block}`;
      const index = await indexes.open(name);
      await index.add([entry('a', 'before')]);
      await index.commit();
      await ask(`/test-corpus-${name}/_settings`, { [`index.blocks.${block}`]: true });
      await index.add([entry('b', 'during')]);
      await expect(index.commit()).rejects.toThrow(said);
      expect(await found(index, 'before')).toEqual(['a']);
      await ask(`/test-corpus-${name}/_settings`, { [`index.blocks.${block}`]: null });
      await index.commit();
      expect(await found(index, 'during')).toEqual(['b']);
      await index.close();
      await indexes.remove(name);
    });

    test('a name that an index of somebody else has', async () => {
      await ask('/test-corpus-theirs', { mappings: { properties: { words: { type: 'integer' } } } });
      const index = await (await openSearchIndexes(settings)).open('theirs');
      await expect(index.commit()).rejects.toMatchObject({
        message: expect.stringMatching(/another version or program.*index\.prefix/),
      });
      await index.close();
      await ask('/test-corpus-theirs', {}, 'DELETE');
    });

    test('a corpus of another format', async () => {
      const indexes = await openSearchIndexes(settings);
      const index = await indexes.open('newer');
      await index.add([entry('a', 'x')]);
      await index.commit();
      await index.close();
      const record = '/test-corpora/_doc/newer?refresh=true';
      const { _source } = (await (await fetch(`${node}/test-corpora/_doc/newer`)).json()) as {
        _source: { current: object };
      };
      await ask(record, { ..._source, current: { ..._source.current, format: 99 } });
      await expect(indexes.open('newer')).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringMatching(/in format 99.*--rebuild/),
      });
      await indexes.remove('newer');
    });

    test('an index that was deleted behind our back', async () => {
      const indexes = await openSearchIndexes(settings);
      const index = await indexes.open('gone');
      await index.add([entry('a', 'x')]);
      await index.commit();
      await index.close();
      const { current } = (
        (await (await fetch(`${node}/test-corpora/_doc/gone`)).json()) as { _source: { current: { index: string } } }
      )._source;
      await ask(`/${current.index}`, {}, 'DELETE');
      await expect(found(await indexes.open('gone'), 'x')).rejects.toThrow(/no longer has this corpus.*--rebuild/);
      await indexes.remove('gone');
    });

    test('a slow cluster', async () => {
      let isSlow = false;
      const slow = await startProxy({ target: node, intercept: ({ path }) => isSlow && path.includes('_search') });
      const indexes = await openSearchIndexes(settings);
      const index = await indexes.open('slow');
      await index.add([entry('a', 'x')]);
      await index.commit();
      const hasty = await (await openSearchIndexes({ ...settings, nodes: [slow.url], timeoutMs: 3000 })).open('slow');
      isSlow = true; // an answer that never comes
      await expect(found(hasty, 'x')).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('within 3 s'),
      });
      await index.close();
      await indexes.remove('slow');
      await slow.close();
    });
  });

  test('a cluster that refuses some is given time, and only those are sent again', async () => {
    const sent: number[] = [];
    const busy = await startProxy({
      target: node,
      intercept: async ({ path, body }, reply) => {
        if (!path.includes('_bulk')) return false;
        const lines = body.trimEnd().split('\n');
        sent.push(lines.length / 2);
        if (sent.length > 1) return false;
        const kept = lines.filter((_, at) => Math.floor(at / 2) % 2 === 0);
        await fetch(`${node}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-ndjson' },
          body: `${kept.join('\n')}\n`,
        });
        const items = Array.from({ length: lines.length / 2 }, (_, at) => ({
          index: { status: at % 2 === 0 ? 201 : 429 },
        }));
        reply.setHeader('content-type', 'application/json');
        reply.end(JSON.stringify({ errors: true, items }));
        return true;
      },
    });
    const indexes = await openSearchIndexes({ ...settings, nodes: [busy.url] });
    const index = await indexes.open('busy');
    await index.add(Array.from({ length: 100 }, (_, at) => entry(`p${at}`, 'word', { document: `d${at}` })));
    await index.commit();
    expect(sent).toEqual([100, 50]);
    expect(index.describe()).toMatchObject({ passages: 100, documents: 100 });
    await index.close();
    await indexes.remove('busy');
    await busy.close();
  });

  describe('what a writer that died had written of a document', () => {
    const cutOff = async (name: string): Promise<void> => {
      let bulks = 0;
      const dying = await startProxy({
        target: node,
        intercept: ({ path }, reply) => {
          if (!path.includes('_bulk') || ++bulks !== 2) return false;
          reply.writeHead(400, { 'content-type': 'application/json' }).end('{}');
          return true;
        },
      });
      const cut = await (await openSearchIndexes({ ...settings, nodes: [dying.url] })).open(name);
      await cut.add(['a', 'b', 'c'].map((id) => entry(id, 'left', { document: 'd' })));
      await expect(cut.commit()).rejects.toThrow();
      expect(bulks).toBe(2); // the first passage of the document was to come with the second
      await cut.close();
      await dying.close();
    };

    test('goes when the document is written again', async () => {
      const indexes = await openSearchIndexes(settings);
      const index = await indexes.open('cut');
      await index.add([entry('k', 'kept')]);
      await index.commit();
      await index.close();
      await cutOff('cut');
      await index.replace('d', [entry('e', 'whole', { document: 'd' })]);
      await index.commit();
      expect([await found(index, 'left'), await found(index, 'whole')]).toEqual([[], ['e']]);
      expect(index.describe()).toMatchObject({ passages: 2, documents: 2 });
      await index.close();
      await indexes.remove('cut');
    });

    test('goes at once where nothing was committed before: the same command begins anew', async () => {
      await cutOff('begun');
      const indexes = await openSearchIndexes(settings);
      const index = await indexes.open('begun');
      await index.commit();
      expect(index.describe()).toMatchObject({ passages: 0, documents: 0 });
      expect(await found(index, 'left')).toEqual([]);
      await index.close();
      await indexes.remove('begun');
    });
  });

  test("TLS with an authority of one's own, basic authentication and keys", async () => {
    const tls = selfSigned();
    const allowed = [`Basic ${Buffer.from('ann:secret').toString('base64')}`, 'Bearer k1', 'ApiKey k2'];
    const guarded = await startProxy({
      target: node,
      tls,
      intercept: ({ headers }, reply) => {
        if (allowed.includes(headers.authorization ?? '')) return false;
        reply
          .writeHead(401, { 'content-type': 'application/json' })
          .end('{"error":{"type":"security_exception","reason":"no"}}');
        return true;
      },
    });
    const own = { ...settings, nodes: [guarded.url], ca: tls.cert };
    for (const credentials of [{ basic: { user: 'ann', password: 'secret' } }, { key: 'k1' }, { key: 'ApiKey k2' }])
      expect(await (await openSearchIndexes({ ...own, ...credentials })).names()).toEqual([]);
    const wrong = openSearchIndexes({ ...own, basic: { user: 'ann', password: 'wrong-one' } });
    await expect(wrong).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/refuses us \(401.*index\.user/),
    });
    await expect(wrong).rejects.not.toThrow(/wrong-one/);
    await expect(openSearchIndexes({ ...settings, nodes: [guarded.url], key: 'k1' })).rejects.toThrow(
      /cannot be reached.*index\.ca/,
    );
    await guarded.close();
  });

  describeUsersWay('opensearch', { kind: 'opensearch', nodes: [node], prefix: 'cli', timeoutMs: 90_000 });

  test('a cluster that is not there is one clear line', async () => {
    const away = ['--set', 'index.kind=opensearch', '--set', 'index.nodes=["http://127.0.0.1:9"]', ...BARE];
    const ended = await winnow(['search', 'x', '--corpus', 'c', ...away], { cwd: tmpdir() });
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toContain('OpenSearch cannot be reached at http://127.0.0.1:9');
  });
});
