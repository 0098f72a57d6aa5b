/** The OpenAI-compatible API, to be mounted at /v1. docs/clients.md shows the clients that are tested with it. */
import { Hono } from 'hono';
import type { AnsweringFor } from '../answering.js';
import type { ServerEnv } from '../endpoint.js';
import { chatCompletion, unixSeconds } from './chat-completions.js';
import { badRequest, errorResponse } from './errors.js';
import { modelsOf, noModel } from './models.js';
import { createResponse } from './responses.js';
import { embeddings, rerank } from './small-models.js';

/** `onError` is told of what is no fault of the client's. */
export function openAiApp(
  answeringFor: AnsweringFor,
  onError: (error: unknown, path: string) => void = () => undefined,
): Hono<ServerEnv> {
  const started = unixSeconds();
  return new Hono<ServerEnv>()
    .get('/models', (c) => c.json({ object: 'list', data: modelsOf(answeringFor(c), started) }))
    .get('/models/:id', (c) => {
      const found = modelsOf(answeringFor(c), started).find(({ id }) => id === c.req.param('id'));
      if (!found) throw noModel(c.req.param('id'), 'GET /v1/models lists those there are.');
      return c.json(found);
    })
    .post('/chat/completions', (c) => chatCompletion(c.req.raw, answeringFor(c)))
    .post('/responses', (c) => createResponse(c.req.raw, answeringFor(c)))
    .post('/rerank', (c) => rerank(c.req.raw, answeringFor(c)))
    .post('/embeddings', (c) => embeddings(c.req.raw, answeringFor(c)))
    .all('*', (c) => {
      throw badRequest(`There is no ${c.req.method} ${c.req.path}.`, null, 404);
    })
    .onError(async (error, c) => {
      const response = await errorResponse(error);
      if (response.status >= 500) onError(error, c.req.path);
      return response;
    });
}
