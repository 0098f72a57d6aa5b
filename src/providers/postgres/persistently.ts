/** What must be written in the end, though the database may be away for a moment. */
import { setTimeout as sleep } from 'node:timers/promises';

const TRIES = 5;
const AGAIN_MS = 1000;

export async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === TRIES) throw error;
      await sleep(AGAIN_MS);
    }
  }
}
