/** A server over two small pages, without models, on any free port. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { definePipeline } from '../../src/core/parts.js';
import { pipeline } from '../../src/core/pipeline.js';
import { stage } from '../../src/core/stage.js';
import { type ConfigInput, configSchema } from '../../src/engine/config.js';
import { type RunningServer, type ServerInput, startServer } from '../../src/server/index.js';

export type TestServer = RunningServer & { readonly dataDirectory: string };

const PAGES = {
  'bridge.md':
    '# Kestrel Bridge\n\nThe Kestrel Bridge was built by Tobias Wrenfield in 1934. It crosses the Sallow at Tovrick.\n',
  'weir.md': '# Luthmere Weir\n\nThe Luthmere Weir was finished in 1941 and holds back the Sallow.\n',
};

/** Answers after a while, or when it is told to stop. */
export const slowPipeline = definePipeline({
  name: 'slow',
  summary: 'waits',
  options: z.strictObject({ ms: z.number().default(300) }),
  create: (_, { ms }) =>
    pipeline('slow', 'none', async (question, run) => {
      await stage('wait', async (time: number, within) => wait(time, undefined, { signal: within.signal }))(ms, run);
      return { answer: { status: 'answered', text: question.text, claims: [] }, sources: [] };
    }),
});

export async function bridgeServer({
  config,
  ...rest
}: Omit<Partial<ServerInput>, 'config'> & { config?: ConfigInput } = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-server-'));
  const docs = join(folder, 'docs');
  mkdirSync(docs);
  for (const [name, text] of Object.entries(PAGES)) writeFileSync(join(docs, name), text);
  const dataDirectory = config?.dataDirectory ?? join(folder, 'data');
  const server = await startServer({
    local: {},
    pipelines: [slowPipeline],
    ...rest,
    config: configSchema.parse({
      docs,
      ...config,
      dataDirectory,
      server: { port: 0, logs: 'off', graceSeconds: 2, labFolder: join(folder, 'lab'), ...config?.server },
    }),
  });
  return {
    ...server,
    dataDirectory,
    close: async () => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into replies of every kind.
type Json = any;

export async function jsonOf(response: Response | Promise<Response>): Promise<Json> {
  return (await response).json();
}

export type StreamEvent = { readonly id: string; readonly event: string; readonly data: Json };

export async function eventsOf(response: Response): Promise<StreamEvent[]> {
  const blocks = (await response.text()).split('\n\n').filter((block) => block.startsWith('id:'));
  return blocks.map((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
    return { id: field('id'), event: field('event'), data: JSON.parse(field('data')) };
  });
}
