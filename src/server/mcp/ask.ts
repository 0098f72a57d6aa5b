import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Result } from '../../core/data.js';
import { markedAnswer, shortBefore } from '../../text/marked-answer.js';
import type { AnswerEngine } from '../answering.js';
import { clientAnswer, clientAnswerSchema } from '../client-answer.js';
import { progressTo, signalOf, toolResult, withToolErrors } from './tool.js';

export function registerAsk(server: McpServer, answering: AnswerEngine): void {
  const { pipelines, config } = answering;
  server.registerTool(
    'ask',
    {
      title: 'Ask a question',
      description:
        'Answers a question from the configured documents or the web. Every sentence of the answer carries the sources that support it and a verdict; "abstained" means that the sources do not hold the answer.',
      inputSchema: z.object({
        question: z.string().min(1).describe('a whole question that stands alone'),
        pipeline: z
          .enum(pipelines.map(({ name }) => name))
          .optional()
          .describe(`how it is answered; ${config.pipeline} where left out`),
      }),
      outputSchema: clientAnswerSchema,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    ({ question, pipeline }, context) =>
      withToolErrors(async () => {
        const asking = answering.ask(question, { signal: signalOf(context), ...(pipeline && { pipeline }) });
        const tell = progressTo(context);
        for await (const event of asking) tell(event);
        const result = await asking;
        return toolResult(clientAnswer(result), asText(result));
      }),
  );
}

/** The answer with marks, and below it what they stand for. */
function asText(result: Result): string {
  const sources = result.sources.map(({ n, title, url }) => `[${n}] ${title || url} (${url})`);
  const short = shortBefore(result.answer);
  const text = markedAnswer(result, 'numbers').text.trim();
  return [
    ...(short === undefined ? [] : [short, '']),
    text,
    ...(sources.length > 0 ? ['', 'Sources:', ...sources] : []),
  ].join('\n');
}
