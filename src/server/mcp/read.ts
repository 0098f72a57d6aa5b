import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { usageError } from '../../core/errors.js';
import type { AnswerEngine } from '../answering.js';
import { performTool, toolResult } from './tool.js';

const MOST_CHARACTERS = 20_000;

const outputSchema = z.object({
  url: z.string(),
  title: z.string(),
  date: z.string().optional(),
  text: z.string(),
  start: z.number().describe("offset of the text in the document's text"),
  end: z.number(),
  length: z.number().describe('characters of the whole document'),
});

export function registerRead(server: McpServer, answering: AnswerEngine): void {
  server.registerTool(
    'read',
    {
      title: 'Read a passage',
      description:
        'Reads a document that "ask" or "search" named, by its address: the passage from "start" to "end" with some text around it, or the document from its beginning.',
      inputSchema: z.object({
        url: z.string().min(1),
        start: z.number().int().min(0).default(0),
        end: z.number().int().min(0).optional().describe(`at most ${MOST_CHARACTERS} characters are returned`),
        around: z.number().int().min(0).max(5000).default(0).describe('characters before and after as well'),
      }),
      outputSchema,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    ({ url, start, end, around }, context) =>
      performTool(answering, { name: 'read', about: url, context }, async ({ fetcher }, { signal }) => {
        const { title, date, text } = await fetcher.fetch(url, { signal });
        if (start >= text.length && start > 0)
          throw usageError(`The document has ${text.length} characters. Give a "start" below that.`);
        const from = Math.max(0, start - around);
        const part = text.slice(from, Math.min(end === undefined ? text.length : end + around, from + MOST_CHARACTERS));
        const read = {
          url,
          title,
          ...(date !== undefined && { date }),
          text: part,
          start: from,
          end: from + part.length,
          length: text.length,
        };
        return toolResult(read, part);
      }),
  );
}
