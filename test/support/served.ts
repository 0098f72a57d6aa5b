/** A web app on a real server of the loopback, on a port of its own, and an engine over three small pages. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { createEngine, type Engine, type EngineInput } from '../../src/engine/index.js';
import { folderWith, TINY_DOCS } from './command.js';

export type Served = { readonly url: string; readonly close: () => Promise<void> };

export function served(app: Pick<Hono, 'fetch'>): Promise<Served> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }: AddressInfo) => {
      const close = () =>
        new Promise<void>((done) => {
          server.close(() => done());
          (server as Server).closeAllConnections(); // idle ones of keep-alive clients would be waited for
        });
      resolve({ url: `http://127.0.0.1:${port}`, close });
    });
  });
}

/** Answers "When was the Old Bridge opened?"; without the models that run in-process unless they are handed in. */
export function tinyEngine(input: Omit<EngineInput, 'config'> = {}): Engine {
  const folder = folderWith(TINY_DOCS);
  const local = { embedder: false, reranker: false, verifier: false, reader: false };
  return createEngine({
    config: {
      docs: join(folder, 'docs'),
      dataDirectory: join(folder, 'data'),
      pipeline: 'naive-sparse',
      ...(!input.local && { local }),
    },
    ...input,
  });
}
