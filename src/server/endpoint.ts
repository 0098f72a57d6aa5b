/**
 * An endpoint as data: its path, what it takes and what it replies, from which requests are checked and /openapi.json
 * is made.
 */
import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { messageOf } from '../core/errors.js';
import { whatIsInvalid } from '../core/invalid.js';
import type { Caller } from './callers/caller.js';
import { refusal } from './refusal.js';

export type ServerEnv = { Variables: { caller: Caller } };

export type Request<Params, Query, Body> = {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  readonly c: Context<ServerEnv>;
};

export type Endpoint<Params = unknown, Query = unknown, Body = unknown, Reply = unknown> = {
  readonly method: 'get' | 'post' | 'delete';
  /** With parameters as ":id". */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly params?: z.ZodType<Params>;
  readonly query?: z.ZodType<Query>;
  /** JSON. An endpoint that reads something else reads `c.req` itself and says so in `bodyType`. */
  readonly body?: z.ZodType<Body>;
  readonly bodyType?: string;
  readonly reply: {
    readonly status?: number;
    readonly schema?: z.ZodType<Reply>;
    /** Other forms besides JSON, e.g. text/event-stream. */
    readonly types?: readonly string[];
    readonly description: string;
    /** Further statuses that are no errors. */
    readonly others?: Readonly<Record<number, { readonly schema: z.ZodType; readonly description: string }>>;
  };
  /** A value is sent as JSON. */
  readonly handle: (request: Request<Params, Query, Body>) => Promise<Reply | Response> | Reply | Response;
};

/** What /openapi.json says of a request that another application answers. */
export type Description = Omit<Endpoint, 'handle'>;

/** `endpoint('GET /api/jobs/:id', ...)`. Keeps the types inside the definition, so that all can stand in one list. */
export function endpoint<Params, Query, Body, Reply>(
  route: `${'GET' | 'POST' | 'DELETE'} /${string}`,
  definition: Omit<Endpoint<Params, Query, Body, Reply>, 'method' | 'path'>,
): Endpoint {
  const [method = '', path = ''] = route.split(' ');
  return { method: method.toLowerCase(), path, ...definition } as unknown as Endpoint;
}

export function appOf(endpoints: readonly Endpoint[]): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  for (const { method, path, ...definition } of endpoints) {
    app.on(method.toUpperCase(), path, async (c) => {
      const params = definition.params && checked(definition.params, c.req.param(), 'path');
      const query = definition.query && checked(definition.query, c.req.query(), 'query');
      const body = definition.body && checked(definition.body, await jsonBody(c), 'body');
      const request = { params, query, body, caller: c.get('caller'), signal: c.req.raw.signal, c };
      const reply = await definition.handle(request);
      return reply instanceof Response ? reply : Response.json(reply, { status: definition.reply.status ?? 200 });
    });
  }
  return app;
}

/** The value as the schema reads it; what is wrong with it is told to the client. */
export function checked<T>(schema: z.ZodType<T>, value: unknown, where: 'path' | 'query' | 'body'): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusal(400, {
    code: 'usage',
    message: `The ${where} is not valid. ${whatIsInvalid(parsed.error, value, schema)}`,
  });
}

async function jsonBody(c: Context<ServerEnv>): Promise<unknown> {
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw refusal(415, {
      code: 'usage',
      message: 'The body must be JSON: send it with "Content-Type: application/json".',
    });
  const bytes = await c.req.arrayBuffer();
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw refusal(400, {
      code: 'usage',
      message: `The body is not valid JSON in UTF-8: ${messageOf(error).slice(0, 200)}`,
    });
  }
}
