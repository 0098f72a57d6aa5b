/** A line and where it begins. */
export type Line = { readonly text: string; readonly start: number };

export function linesOf(raw: string, from = 0): Line[] {
  const lines: Line[] = [];
  for (let start = from; start < raw.length; ) {
    const newline = raw.indexOf('\n', start);
    const end = newline < 0 ? raw.length : newline;
    lines.push({ text: raw.slice(start, end).replace(/\r$/, ''), start });
    start = end + 1;
  }
  return lines;
}
