/** The OpenAPI document of a list of endpoints. The schemas are the ones that requests are checked with. */
import { z } from 'zod';
import type { Description } from './endpoint.js';
import { errorSchema } from './refusal.js';

type Json = Readonly<Record<string, unknown>>;

export function openApiDocument(endpoints: readonly Description[], { version }: { readonly version: string }): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method]: operation(endpoint) };
  }
  const replies = endpoints.flatMap(({ reply: { schema } }) => (schema ? [schema] : []));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Winnow',
      version,
      description:
        'Answers from the web and your own documents; every sentence says which source carries it. See docs/http-api.md.',
      license: { name: 'Apache-2.0' },
    },
    security: [{}, { key: [] }],
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'made by "winnow keys create"; not needed on loopback' },
      },
      schemas: { Error: schemaOf(errorSchema, 'output'), ...Object.assign({}, ...replies.map(namedIn)) },
    },
    paths,
  };
}

function operation({ tag, summary, params, query, body, bodyType, reply }: Description): Json {
  const parameters = [...parametersOf(params, 'path'), ...parametersOf(query, 'query')];
  const types = [...(reply.schema ? ['application/json'] : []), ...(reply.types ?? [])];
  const content = types.map((type) => [
    type,
    type === 'application/json' && reply.schema ? { schema: schemaOf(reply.schema, 'output') } : {},
  ]);
  return {
    tags: [tag],
    summary,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
    }),
    ...(bodyType && { requestBody: { required: true, content: { [bodyType]: {} } } }),
    responses: {
      [reply.status ?? 200]: {
        description: reply.description,
        ...(types.length > 0 && { content: Object.fromEntries(content) }),
      },
      ...Object.fromEntries(
        Object.entries(reply.others ?? {}).map(([status, { schema, description }]) => [
          status,
          { description, content: { 'application/json': { schema: schemaOf(schema, 'output') } } },
        ]),
      ),
      default: {
        description: 'What failed, and what to do',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...own }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: own,
  }));
}

/** Schemas with a name stand in `$defs`, which has no place inside of a document: they are among its components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, $defs: __, ...rest } = jsonSchema(schema, io);
  return rest;
}

function namedIn(schema: z.ZodType): Json {
  return (jsonSchema(schema, 'output').$defs ?? {}) as Json;
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }));
  return JSON.parse(made.replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
}
