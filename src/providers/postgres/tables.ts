/** Makes the tables of a schema where they are not there yet. */
import type { Database } from './connect.js';

export async function prepareTables(database: Database, schema: string, statements: readonly string[]): Promise<void> {
  await database.transaction(async (query) => {
    await query('select pg_advisory_xact_lock(hashtext($1))', [`winnow tables ${schema}`]); // two processes may start at once
    await query(`create schema if not exists "${schema}"`);
    await query(`set local search_path to "${schema}"`);
    for (const statement of statements) await query(statement);
  });
}
