/** API keys in PostgreSQL, by their hashes: a key that was revoked anywhere is refused everywhere at once. */
import type { Database } from '../../../providers/postgres/connect.js';
import { callerWith, hashOf, type Keys, makeKey, noSuchKey, type StoredKey } from '../../callers/keys.js';

type Row = { kept: StoredKey };

export function openKeysIn({ query }: Database): Keys {
  return {
    isEmpty: async () => (await query('select 1 from keys limit 1')).length === 0,
    list: async () => (await query<Row>('select kept from keys order by created_at, id')).map(({ kept }) => kept),
    create: async (wanted) => {
      const { key, stored } = makeKey(wanted);
      await query('insert into keys (id, hash, kept) values ($1, $2, $3)', [
        stored.id,
        stored.hash,
        JSON.stringify(stored),
      ]);
      return { key, id: stored.id };
    },
    revoke: async (id) => {
      const text = `delete from keys where id = (select id from keys where id = $1 or kept->>'name' = $1 order by created_at limit 1) returning kept`;
      const [row] = await query<Row>(text, [id]);
      if (!row) throw noSuchKey(id);
      return row.kept;
    },
    callerOf: async (key) => {
      const [row] = await query<Row>('select kept from keys where hash = $1', [hashOf(key)]);
      return row && callerWith(row.kept);
    },
  };
}
