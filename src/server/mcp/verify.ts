import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { verifyText } from '../../engine/verify.js';
import type { AnswerEngine } from '../answering.js';
import { performTool, toolResult } from './tool.js';

const verdict = z.enum(['supported', 'partial', 'contradicted', 'unsupported', 'unchecked']);

const outputSchema = z.object({
  claims: z.array(
    z.object({
      text: z.string(),
      start: z.number(),
      end: z.number(),
      verdict,
      sources: z.array(z.object({ source: z.string(), quote: z.string(), start: z.number(), end: z.number() })),
    }),
  ),
  summary: z.record(verdict, z.number()),
});

export function registerVerify(server: McpServer, answering: AnswerEngine): void {
  server.registerTool(
    'verify',
    {
      title: 'Verify a text',
      description:
        'Checks every claim of a text against the given sources and quotes what they say. A text with marks like [1] is checked mark by mark, one without against all sources. Without sources, each claim is held against what a search of the configured documents brings.',
      inputSchema: z.object({
        text: z.string().min(1).describe('Markdown or plain text'),
        sources: z
          .array(z.object({ text: z.string().min(1), url: z.string().optional() }))
          .min(1)
          .max(100)
          .optional()
          .describe('[n] in the text is the nth'),
      }),
      outputSchema,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ text, sources }, context) =>
      performTool(
        answering,
        { name: 'verify', about: text.slice(0, 200), context, asksModels: true },
        async ({ local, models, retriever }, { signal, emit }) => {
          const against = sources ? { given: sources } : { retriever };
          const { config } = answering;
          const verification = await verifyText({ text, ...against, config, local, models, signal, onEvent: emit });
          const lines = verification.claims.map((claim) => `${claim.verdict}: ${claim.text}${quotes(claim.sources)}`);
          return toolResult({ ...verification }, lines.length === 0 ? 'The text claims nothing.' : lines.join('\n'));
        },
      ),
  );
}

function quotes(sources: readonly { readonly source: string; readonly quote: string }[]): string {
  return sources.map(({ source, quote }) => `\n  ${source}: "${quote.replace(/\s+/g, ' ')}"`).join('');
}
