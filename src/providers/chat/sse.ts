/**
 * Reads server-sent events out of bytes, as the HTML standard parses them (section 9.2.6): UTF-8 split anywhere, any
 * line ending, comments, data over several lines. It knows nothing of what the events say, and waits as long as the
 * bytes do.
 */

export type ServerEvent = { readonly name: string; readonly data: string };

/** An event without its closing blank line is given all the same: several servers end the connection right after it. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let fields: Fields = { name: '', data: [] };
  for await (const line of readLines(body)) {
    if (line !== '') {
      fields = withLine(fields, line);
      continue;
    }
    if (fields.data.length > 0) yield eventOf(fields);
    fields = { name: '', data: [] };
  }
  if (fields.data.length > 0) yield eventOf(fields);
}

type Fields = { readonly name: string; readonly data: readonly string[] };

function eventOf({ name, data }: Fields): ServerEvent {
  return { name, data: data.join('\n') };
}

/** ": keep-alive" is a comment, "data:x" and "data: x" say the same. */
function withLine(fields: Fields, line: string): Fields {
  const colon = line.indexOf(':');
  if (colon === 0) return fields;
  const field = colon < 0 ? line : line.slice(0, colon);
  const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (field === 'data') return { ...fields, data: [...fields.data, value] };
  return field === 'event' ? { ...fields, name: value } : fields;
}

/** Lines end with CR LF, LF or CR; a CR at the end of a piece may be half of a CR LF. */
async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = '';
  for await (const bytes of body) {
    pending += decoder.decode(bytes, { stream: true });
    const held = pending.endsWith('\r') ? '\r' : '';
    const lines = pending.slice(0, pending.length - held.length).split(/\r\n|\n|\r/);
    pending = (lines.pop() ?? '') + held;
    yield* lines;
  }
  pending += decoder.decode();
  if (pending !== '') yield* pending.replace(/\r$/, '').split(/\r\n|\n|\r/);
}
