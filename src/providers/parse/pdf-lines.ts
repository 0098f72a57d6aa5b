/**
 * Pieces of text with positions to lines. Reading order is that of the file, which for most PDFs is column by column.
 */

export type PdfItem = {
  readonly str: string;
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly hasEOL: boolean;
};
export type PdfLine = { readonly text: string; readonly size: number; readonly x: number; readonly y: number };

type OpenLine = { text: string; size: number; x: number; y: number; end: number };

export function toLines(items: readonly PdfItem[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: OpenLine | undefined;
  const finish = () => {
    if (line !== undefined && line.text.trim() !== '')
      lines.push({ text: line.text.replace(/\s+/g, ' ').trim(), size: line.size, x: line.x, y: line.y });
    line = undefined;
  };
  for (const { str, transform, width, height, hasEOL } of items) {
    const [, , , scaleY = 0, x = 0, y = 0] = transform;
    const size = height || Math.abs(scaleY);
    if (line !== undefined && Math.abs(line.y - y) > Math.max(line.size, size) * 0.5 && str.trim() !== '') finish();
    if (str !== '') {
      line ??= { text: '', size, x, y, end: x };
      const hasGap = x - line.end > size * 0.15 && !line.text.endsWith(' ');
      line.text += `${hasGap ? ' ' : ''}${str}`;
      if (str.trim() !== '') line.size = Math.max(line.size, size);
      line.end = x + width;
    }
    if (hasEOL) finish();
  }
  finish();
  return lines;
}
