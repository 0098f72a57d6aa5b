/** GET /api/pipelines: what can answer, and with which options. */
import { z } from 'zod';
import type { PipelineDefinition } from '../../core/parts.js';
import { type Endpoint, endpoint } from '../endpoint.js';

export function pipelinesEndpoint(
  pipelines: readonly PipelineDefinition[],
  { standard }: { readonly standard: string },
): Endpoint {
  const item = z.object({
    name: z.string(),
    summary: z.string(),
    isDefault: z.boolean(),
    options: z.record(z.string(), z.unknown()).describe('a JSON schema with defaults and descriptions'),
  });
  const listed = pipelines.map(({ name, summary, options }) => ({
    name,
    summary,
    isDefault: name === standard,
    options: z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' }) as Record<string, unknown>,
  }));
  return endpoint('GET /api/pipelines', {
    tag: 'Answers',
    summary: 'The pipelines and their options',
    reply: { schema: z.object({ pipelines: z.array(item) }), description: 'Pipelines' },
    handle: () => ({ pipelines: listed }),
  });
}
