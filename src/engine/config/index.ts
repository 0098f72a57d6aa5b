/** Where corpora are kept and searched. docs/scale.md says which kind serves what. */
import { z } from 'zod';
import { choice, wholeNumber } from '../../core/option.js';
import { bareUrl, variableName } from './models.js';

export const connectionVariable = variableName
  .default('DATABASE_URL')
  .describe(
    'NAME of the environment variable that holds the connection string of PostgreSQL: postgres://user:password@host/database',
  );

export const indexSchema = z
  .strictObject({
    kind: choice(
      ['embedded', 'opensearch', 'postgres'],
      'embedded',
      '"embedded" for files in the data directory, else the server that keeps the corpora',
    ),
    nodes: z
      .array(bareUrl)
      .default([])
      .describe('OpenSearch: addresses of its nodes, e.g. https://search-1.internal:9200'),
    prefix: z
      .string()
      .regex(/^[a-z][a-z0-9_-]{0,40}$/, 'must begin with a small letter, then small letters, digits, "-" and "_"')
      .default('winnow')
      .describe('what the names of indexes (OpenSearch) begin with, or the schema of the tables (PostgreSQL)'),
    shards: wholeNumber([1, 1024], 1, 'OpenSearch: shards of a new corpus; 10 to 50 GB each is usual'),
    replicas: wholeNumber([0, 10], 1, 'OpenSearch: copies of each shard, as far as there are nodes for them'),
    user: z.string().optional().describe('OpenSearch: user name for basic authentication'),
    passwordVariable: variableName
      .default('OPENSEARCH_PASSWORD')
      .describe('NAME of the environment variable that holds the password'),
    keyVariable: variableName
      .optional()
      .describe(
        'NAME of the environment variable that holds a key or token; sent as "Bearer ..." unless it names its scheme, e.g. "ApiKey ..."',
      ),
    ca: z.string().optional().describe('OpenSearch: file with the certificate (PEM) that vouches for its nodes'),
    connectionVariable,
    timeoutMs: z.number().int().min(100).default(30_000).describe('time for one request to the index server'),
  })
  .prefault({})
  .describe('where corpora are kept and searched');

export type IndexConfig = z.infer<typeof indexSchema>;
