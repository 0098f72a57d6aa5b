/** Server-sent events of the API: a message with its number, its type and its data. */
import { frameResponse } from './frames.js';

export type StreamMessage = { readonly id?: string | number; readonly event?: string; readonly data: unknown };

/** `onGone` is called when the client goes away before the end. */
export function eventStream(messages: AsyncIterable<StreamMessage>, onGone: () => void = () => undefined): Response {
  async function* frames() {
    for await (const { data, ...rest } of messages) yield writtenMessage({ ...rest, json: JSON.stringify(data) });
  }
  return frameResponse(frames(), onGone);
}

export function writtenMessage({ id, event, json }: Omit<StreamMessage, 'data'> & { readonly json: string }): string {
  const head = `${id === undefined ? '' : `id: ${id}\n`}${event === undefined ? '' : `event: ${event}\n`}`;
  return `${head}data: ${json}\n\n`;
}
