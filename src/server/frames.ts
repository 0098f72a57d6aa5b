/**
 * A stream of server-sent events, frame by frame. A slow client holds back its own stream and nothing else: frames are
 * pulled as the connection takes them.
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
  const iterator = gathered(frames);
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
      void iterator.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  });
}

/** Frames that come at the same moment go out together: each write of its own costs as much as many at once. */
async function* gathered(frames: AsyncIterable<string>): AsyncGenerator<string> {
  const iterator = frames[Symbol.asyncIterator]();
  try {
    for (let next = iterator.next(); ; ) {
      const first = await next;
      if (first.done) return;
      let text = first.value;
      next = iterator.next();
      for (
        let more = await orTurn(next);
        more && !more.done && text.length < MOST_GATHERED;
        more = await orTurn(next)
      ) {
        text += more.value;
        next = iterator.next();
      }
      yield text;
    }
  } finally {
    await iterator.return?.();
  }
}

/** A slow client must not make us hold more. */
const MOST_GATHERED = 64 * 1024;

/** What is there before the event loop's next turn. */
function orTurn<T>(next: Promise<T>): Promise<T | undefined> {
  return Promise.race([next, new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))]);
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
