/** All of what is piped in, up to a size: a device has no end. */
import { usageError } from '../core/errors.js';

const MOST_BYTES = 16 * 1024 * 1024;

export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  let total = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk as Buffer | string);
    total += bytes.length;
    if (total > MOST_BYTES)
      throw usageError(
        `More than ${MOST_BYTES / 1024 / 1024} MB came in on stdin. Pipe in the text alone, or give a file.`,
      );
    chunks.push(bytes);
  }
  return Buffer.concat(chunks, total).toString('utf8');
}
