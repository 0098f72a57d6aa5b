import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEvents, type ServerEvent } from './sse.js';

async function eventsOf(pieces: readonly (string | Uint8Array)[]): Promise<ServerEvent[]> {
  async function* body() {
    for (const piece of pieces) yield typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
  }
  const events: ServerEvent[] = [];
  for await (const event of readEvents(body())) events.push(event);
  return events;
}

const said = (...data: string[]) => data.map((text) => ({ name: '', data: text }));

test.each([
  ['LF', 'data: a\n\ndata: b\n\n'],
  ['CR LF', 'data: a\r\n\r\ndata: b\r\n\r\n'],
  ['CR', 'data: a\r\rdata: b\r\r'],
  ['no blank after the colon', 'data:a\n\ndata:b\n\n'],
  ['comments and unknown fields', ': hi\n\ndata: a\nid: 7\nretry: 10\n\n:\n\ndata: b\n\n'],
  ['no blank line at the end', 'data: a\n\ndata: b'],
])('%s', async (_, text) => {
  expect(await eventsOf([text])).toEqual(said('a', 'b'));
});

test('data over several lines is joined; a second blank belongs to the data; an event has a name', async () => {
  expect(await eventsOf(['event: error\ndata: {"a":\ndata:  1}\n\n'])).toEqual([{ name: 'error', data: '{"a":\n 1}' }]);
  expect(await eventsOf(['event: ping\n\ndata\n\n'])).toEqual(said(''));
});

test('however the bytes are cut, the events are the same', async () => {
  const text =
    ': keep-alive\r\n\r\nevent: x\r\ndata: {"t": "\u00e9\u4e16\ud83d\udc4b\ud83c\udffd"}\r\n\r\ndata: two\rdata: lines\r\rdata: end\n\n';
  const whole = await eventsOf([text]);
  const bytes = new TextEncoder().encode(text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: bytes.length }), { maxLength: 12 }), async (cuts) => {
      const ordered = [0, ...cuts.sort((one, other) => one - other), bytes.length];
      const pieces = ordered.slice(1).map((end, at) => bytes.subarray(ordered[at], end));
      expect(await eventsOf(pieces)).toEqual(whole);
    }),
  );
  expect(whole.at(-2)).toEqual({ name: '', data: 'two\nlines' });
});
