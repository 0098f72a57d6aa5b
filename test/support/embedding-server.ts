/** An embedder on loopback that speaks OpenAI's API: every text always gets the same vector, made of its words. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { seededRandom } from '../../src/text/random.js';

export const DIMENSIONS = 32;

export type EmbeddingServer = {
  /** Options of a command that make it use this embedder. */
  readonly flags: readonly string[];
  readonly vectorOf: (text: string) => Float32Array;
  /** Texts it was asked for so far. */
  readonly asked: () => number;
  readonly close: () => void;
};

/** The sum of a direction for each word, so that texts with words in common are near each other. */
function vectorOf(text: string): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    const random = seededRandom(word);
    for (let at = 0; at < DIMENSIONS; at += 1) sum[at]! += random() - 0.5;
  }
  return sum;
}

export async function embeddingServer(): Promise<EmbeddingServer> {
  let asked = 0;
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += String(chunk);
    const { input } = JSON.parse(raw) as { input: string[] };
    asked += input.length;
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: [...vectorOf(text)] }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings = {
    'embedder.provider': 'openai-compatible',
    'embedder.baseUrl': `http://${host}/v1`,
    'embedder.model': 'words',
    'embedder.dimensions': `${DIMENSIONS}`,
    allowPrivateHosts: JSON.stringify([host]),
  };
  return {
    flags: Object.entries(settings).flatMap(([path, value]) => ['--set', `${path}=${value}`]),
    vectorOf,
    asked: () => asked,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
