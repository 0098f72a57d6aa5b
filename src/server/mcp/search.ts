import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Parts } from '../../core/parts.js';
import { searchesOwn } from '../../engine/web.js';
import type { AnswerEngine } from '../answering.js';
import { performTool, toolResult } from './tool.js';

const found = z.object({
  url: z.string(),
  title: z.string(),
  headings: z.array(z.string()),
  text: z.string(),
  start: z
    .number()
    .optional()
    .describe('where the passage stands in its document, for "read"; absent for a result of the web'),
  end: z.number().optional(),
  score: z.number().optional().describe('higher is better; comparable within this list'),
});

const outputSchema = z.object({ results: z.array(found) });
type FoundPassage = z.infer<typeof found>;

export function registerSearch(server: McpServer, answering: AnswerEngine): void {
  server.registerTool(
    'search',
    {
      title: 'Search',
      description:
        'Finds passages of the configured documents by words and meaning; pages of the web where the web is what is searched.',
      inputSchema: z.object({
        query: z.string().min(1),
        limit: z.number().int().min(1).max(50).default(8).describe('how many at most'),
        mode: z.enum(['sparse', 'dense', 'hybrid']).default('hybrid').describe('by words, by meaning, or both'),
      }),
      outputSchema,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    ({ query, limit, mode }, context) =>
      performTool(answering, { name: 'search', about: query, context }, async (parts, { signal }) => {
        const way = searchesOwn(answering.config.search) ? passages : pages;
        const results = await way(parts, { query, limit, mode, signal });
        return toolResult({ results }, results.length === 0 ? 'Nothing was found.' : results.map(asText).join('\n\n'));
      }),
  );
}

type Search = {
  readonly query: string;
  readonly limit: number;
  readonly mode: 'sparse' | 'dense' | 'hybrid';
  readonly signal: AbortSignal;
};

async function passages({ retriever }: Parts, { query, ...options }: Search): Promise<FoundPassage[]> {
  const { passages: hits } = await retriever.retrieve(query, options);
  return hits.map(({ source, headings, text, start, end, score }) => ({
    url: source.url,
    title: source.title,
    headings: [...headings],
    text,
    start,
    end,
    score,
  }));
}

async function pages({ search }: Parts, { query, limit, signal }: Search): Promise<FoundPassage[]> {
  const hits = await search.search(query, { limit, signal });
  return hits.map(({ url, title, snippet }) => ({ url, title, headings: [], text: snippet }));
}

function asText({ url, title, text, start, end }: FoundPassage, at: number): string {
  return `${at + 1}. ${title || url}\n${url}${start === undefined ? '' : ` (${start}-${end})`}\n${text}`;
}
