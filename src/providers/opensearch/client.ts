/**
 * Requests to an OpenSearch cluster through its official client, which knows the nodes, tries the next when one fails,
 * and speaks TLS.
 */
import { hostname } from 'node:os';
import { Client } from '@opensearch-project/opensearch';
import { explained } from './failures.js';

export type ClusterSettings = {
  readonly nodes: readonly string[];
  /** What the names of our indexes begin with. */
  readonly prefix: string;
  readonly shards: number;
  readonly replicas: number;
  readonly timeoutMs: number;
  readonly basic?: { readonly user: string; readonly password: string };
  readonly key?: string;
  /** PEM of the authority that vouches for the nodes. */
  readonly ca?: string;
};

export type Call = {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'HEAD';
  readonly path: string;
  readonly body?: object | undefined;
  /** Lines of a bulk or multiple request, each a JSON text. */
  readonly lines?: string;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  /** Statuses that are answers, not failures. */
  readonly allow?: readonly number[];
};

export type Reply<T> = { readonly status: number; readonly body: T };

export type Cluster = {
  readonly settings: ClusterSettings;
  readonly call: <T = Record<string, unknown>>(call: Call) => Promise<Reply<T>>;
  /** Who this process is, for those who find its lock. */
  readonly self: string;
};

/** Tried on other nodes so often before it is a failure. */
const RETRIES = 2;

export function connectTo(settings: ClusterSettings): Cluster {
  const { nodes, timeoutMs, basic, key, ca } = settings;
  const client = new Client({
    nodes: [...nodes],
    requestTimeout: timeoutMs,
    maxRetries: RETRIES,
    ...(basic && { auth: { username: basic.user, password: basic.password } }),
    ...(key !== undefined && { headers: { authorization: /\s/.test(key) ? key : `Bearer ${key}` } }),
    ...(ca !== undefined && { ssl: { ca } }),
  });
  return {
    settings,
    self: `process ${process.pid} on ${hostname()}`,
    call: async ({ method, path, body, lines, query = {}, allow = [] }) => {
      try {
        const asked = {
          method,
          path,
          querystring: query,
          ...(body && { body }),
          ...(lines !== undefined && { bulkBody: lines }),
        };
        const reply = await client.transport.request(asked, { ignore: [...allow] });
        return { status: reply.statusCode ?? 0, body: reply.body };
      } catch (error) {
        throw explained(error, settings);
      }
    },
  };
}
