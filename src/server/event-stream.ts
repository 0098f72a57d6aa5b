/** Server-sent events. A slow client holds back its own stream and nothing else: events are pulled as the connection takes them. */

export type StreamMessage = { readonly id?: string | number; readonly event?: string; readonly data: unknown };

/** Proxies close connections that are silent for longer. */
const HEARTBEAT_MS = 15_000;

/** `onGone` is called when the client goes away before the end. */
export function eventStream(messages: AsyncIterable<StreamMessage>, onGone: () => void = () => undefined): Response {
  const iterator = messages[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let pending: Promise<IteratorResult<StreamMessage>> | undefined;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      pending ??= iterator.next();
      const next = await orHeartbeat(pending);
      if (next === undefined) return controller.enqueue(encoder.encode(': still here\n\n'));
      pending = undefined;
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(written(next.value)));
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

function written({ id, event, data }: StreamMessage): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return `${head}data: ${JSON.stringify(data)}\n\n`;
}
