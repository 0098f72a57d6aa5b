/**
 * What /openapi.json says of /v1. The requests' schemas are the ones they are checked with; replies have OpenAI's
 * shape, and more in `winnow`.
 */
import { z } from 'zod';
import { clientAnswerSchema } from '../client-answer.js';
import type { Description } from '../endpoint.js';
import { chatSchema, responsesSchema } from './requests.js';
import { embeddingsSchema, rerankSchema } from './small-models.js';

const tag = 'OpenAI';
const model = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number(),
  owned_by: z.string(),
  description: z.string(),
});
const tokens = z.number().int();
const urlCitation = z.object({
  url: z.string(),
  title: z.string(),
  start_index: z.number().int(),
  end_index: z.number().int(),
});

const completion = z.looseObject({
  id: z.string(),
  object: z.literal('chat.completion'),
  model: z.string(),
  choices: z.array(
    z.looseObject({
      message: z.looseObject({
        role: z.literal('assistant'),
        content: z.string(),
        annotations: z.array(z.object({ type: z.literal('url_citation'), url_citation: urlCitation })),
      }),
      finish_reason: z.literal('stop'),
    }),
  ),
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens, total_tokens: tokens }),
  winnow: clientAnswerSchema,
});

const response = z.looseObject({
  id: z.string(),
  object: z.literal('response'),
  status: z.string(),
  output: z.array(z.looseObject({ type: z.literal('message') })),
  output_text: z.string(),
  usage: z.looseObject({ input_tokens: tokens, output_tokens: tokens, total_tokens: tokens }),
  winnow: clientAnswerSchema,
});

const ranked = z.object({
  model: z.string(),
  results: z.array(
    z.object({
      index: z.number().int(),
      relevance_score: z.number(),
      document: z.object({ text: z.string() }).optional(),
    }),
  ),
});

const embedded = z.object({
  object: z.literal('list'),
  model: z.string(),
  data: z.array(
    z.object({
      object: z.literal('embedding'),
      index: z.number().int(),
      embedding: z.union([z.array(z.number()), z.string()]),
    }),
  ),
  usage: z.object({ prompt_tokens: tokens, total_tokens: tokens }).describe('0 for an embedder behind an API'),
});

const types = ['text/event-stream'];

export const OPENAI_DESCRIBED: readonly Description[] = [
  {
    method: 'get',
    path: '/v1/models',
    tag,
    summary: 'The pipelines and small models as models',
    reply: { schema: z.object({ object: z.literal('list'), data: z.array(model) }), description: 'Models' },
  },
  {
    method: 'get',
    path: '/v1/models/:id',
    tag,
    summary: 'One of them',
    params: z.object({ id: z.string() }),
    reply: { schema: model, description: 'The model' },
  },
  {
    method: 'post',
    path: '/v1/chat/completions',
    tag,
    summary: 'Answer the last message; with "stream": true in chunks',
    body: chatSchema,
    reply: { schema: completion, types, description: 'The answer, its citations as annotations' },
  },
  {
    method: 'post',
    path: '/v1/responses',
    tag,
    summary: 'The same in the shape of the Responses API',
    body: responsesSchema,
    reply: { schema: response, types, description: 'The answer' },
  },
  {
    method: 'post',
    path: '/v1/rerank',
    tag,
    summary: 'Score texts by their relevance to a query (the shape of Cohere and Jina)',
    body: rerankSchema,
    reply: { schema: ranked, description: 'Best first' },
  },
  {
    method: 'post',
    path: '/v1/embeddings',
    tag,
    summary: 'Vectors of texts',
    body: embeddingsSchema,
    reply: { schema: embedded, description: 'A vector for each text' },
  },
];
