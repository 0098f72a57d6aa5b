/**
 * A stream of server-sent events, frame by frame. A slow client holds back its own stream and nothing else: frames are pulled as the
 * connection takes them.
 */

/** How OpenAI ends a stream of chat completions. */
export const DONE = 'data: [DONE]\n\n';

export function dataFrame(data: unknown, event?: string): string {
  return `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** Proxies close connections that are silent for longer. */
const HEARTBEAT_MS = 15_000;

/** `onGone` is called when the client goes away before the end. */
export function frameResponse(frames: AsyncIterable<string>, onGone: () => void): Response {
  const iterator = frames[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let pending: Promise<IteratorResult<string>> | undefined;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      pending ??= iterator.next();
      const next = await orHeartbeat(pending);
      if (next === undefined) return controller.enqueue(encoder.encode(': still here\n\n'));
      pending = undefined;
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value));
    },
    cancel: () => {
      onGone();
      void iterator.return?.();
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
  });
}

async function orHeartbeat<T>(next: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), HEARTBEAT_MS);
  });
  try {
    return await Promise.race([next, silence]);
  } finally {
    clearTimeout(timer);
  }
}
