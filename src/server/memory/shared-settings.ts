/** Where several processes meet. */
import { WinnowError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import { processEnvironment } from '../../engine/environment.js';

export type SharedSettings = ReturnType<typeof sharedSettings>;

export function sharedSettings({ server: { connectionVariable, schema, history } }: Config) {
  const connection = processEnvironment()[connectionVariable];
  if (connection) return { connection, schema, history };
  throw new WinnowError(
    'usage',
    `The environment variable ${connectionVariable} is not set. It holds the connection string of PostgreSQL: postgres://user:password@host/database`,
  );
}
