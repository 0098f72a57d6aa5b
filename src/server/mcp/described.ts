/** What /openapi.json says of /mcp. What it can do is listed by MCP itself (tools/list). */
import { z } from 'zod';
import type { Description } from '../endpoint.js';

const message = z.looseObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string().optional(),
});

export const MCP_DESCRIBED: readonly Description[] = [
  {
    method: 'post',
    path: '/mcp',
    tag: 'MCP',
    summary: 'The Model Context Protocol over streamable HTTP: send "Accept: application/json, text/event-stream"',
    body: message.describe('a JSON-RPC message'),
    reply: {
      schema: message,
      types: ['text/event-stream'],
      description: 'The reply as a JSON-RPC message, or as events with progress before it',
    },
  },
];
