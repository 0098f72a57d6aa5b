/** The memory of another Node process after a full garbage collection, asked of its inspector. */
import { WebSocket } from 'undici';

/**
 * `heapMb` is what lives, `heapTotalMb` what V8 holds for it, `outsideMb` what lives outside of the heap; the rest of
 * `rssMb` is the allocator's.
 */
export type Memory = {
  readonly heapMb: number;
  readonly heapTotalMb: number;
  readonly outsideMb: number;
  readonly rssMb: number;
};

/** `inspector` is the address that `node --inspect` prints. */
export async function collected(inspector: string): Promise<Memory> {
  const socket = new WebSocket(inspector);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = reject;
  });
  const call = (id: number, method: string, params = {}) =>
    new Promise<{ result?: { value?: string } }>((resolve) => {
      socket.onmessage = ({ data }) => {
        const reply = JSON.parse(String(data)) as { id: number; result: { result?: { value?: string } } };
        if (reply.id === id) resolve(reply.result);
      };
      socket.send(JSON.stringify({ id, method, params }));
    });
  await call(1, 'HeapProfiler.collectGarbage');
  const { result } = await call(2, 'Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' });
  socket.close();
  const { heapUsed, heapTotal, external, rss } = JSON.parse(result?.value ?? '{}') as NodeJS.MemoryUsage;
  const mb = (bytes: number) => Math.round(bytes / 2 ** 20);
  return { heapMb: mb(heapUsed), heapTotalMb: mb(heapTotal), outsideMb: mb(external), rssMb: mb(rss) };
}
