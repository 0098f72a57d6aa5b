import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { configSchema } from '../../engine/config.js';
import { configuredEmbedder } from './embedder.js';

let asked = 0;
const server = createServer((request, response) => {
  asked += 1;
  request.resume();
  if (asked === 1) response.writeHead(503).end('busy');
  else
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"data": [{"index": 0, "embedding": [0, 1]}]}');
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
const dataDirectory = mkdtempSync(join(tmpdir(), 'winnow-flags-'));

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(dataDirectory, { recursive: true });
});

test('an embedder behind an API that fails for a moment is asked again; a corpus is not recorded', async () => {
  const config = configSchema.parse({
    dataDirectory,
    embedder: { provider: 'openai-compatible', baseUrl: `http://${host}/v1`, model: 'team-embed', dimensions: 2 },
    allowPrivateHosts: [host],
    calls: { retry: { firstDelayMs: 1 }, record: join(dataDirectory, 'run.jsonl') },
  });
  const embedder = configuredEmbedder(config);
  const vectors = await embedder?.embed(['a'], { keep: true, signal: new AbortController().signal });
  expect(vectors).toEqual([Float32Array.from([0, 1])]);
  expect(asked).toBe(2);
  expect(readdirSync(dataDirectory)).not.toContain('run.jsonl');
});
