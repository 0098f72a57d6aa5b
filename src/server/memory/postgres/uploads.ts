/** Uploaded files in PostgreSQL: whichever server reads them into a corpus, or shows one, has them. */
import type { Database } from '../../../providers/postgres/connect.js';
import type { UploadStore } from '../../library/uploads.js';

export function uploadsIn({ query }: Database): UploadStore {
  return {
    write: async (corpus, path, bytes) => {
      const text =
        'insert into uploads (corpus, path, bytes) values ($1, $2, $3) on conflict (corpus, path) do update set bytes = excluded.bytes';
      await query(text, [corpus, path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)]);
    },
    read: async (corpus, path) => {
      const [row] = await query<{ bytes: Buffer }>('select bytes from uploads where corpus = $1 and path = $2', [
        corpus,
        path,
      ]);
      if (!row) throw new Error('the uploaded file is no longer there');
      return row.bytes;
    },
    remove: async (corpus) => void (await query('delete from uploads where corpus = $1', [corpus])),
  };
}
