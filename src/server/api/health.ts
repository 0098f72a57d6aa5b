/** /healthz says that the process lives, /readyz that it takes questions. */
import { z } from 'zod';
import { type Endpoint, endpoint } from '../endpoint.js';
import type { Metrics } from '../metrics.js';
import { refusal } from '../refusal.js';

export function healthEndpoints({
  isReady,
  metrics,
}: {
  readonly isReady: () => boolean;
  readonly metrics: Metrics;
}): Endpoint[] {
  const schema = z.object({ status: z.literal('ok') });
  const tag = 'Operation';
  return [
    endpoint('GET /metrics', {
      tag,
      summary: 'Numbers for Prometheus',
      reply: { types: ['text/plain'], description: 'Metrics in the text format' },
      handle: async () => new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }),
    }),
    endpoint('GET /healthz', {
      tag,
      summary: 'Whether the process lives',
      reply: { schema, description: 'It does' },
      handle: () => ({ status: 'ok' as const }),
    }),
    endpoint('GET /readyz', {
      tag,
      summary: 'Whether questions are taken: the documents are indexed and the server is not shutting down',
      reply: { schema, description: 'They are; else 503' },
      handle: () => {
        if (isReady()) return { status: 'ok' as const };
        throw refusal(503, {
          code: 'not-ready',
          message: 'The documents are being indexed, or the server is shutting down.',
          headers: { 'retry-after': '2' },
        });
      },
    }),
  ];
}
