/** Rows of cells as aligned text: the first column to the left, figures to the right where asked. */

export type Alignment = 'left' | 'right';

export function alignedRows(rows: readonly (readonly string[])[], figures: Alignment = 'left'): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, column) =>
        figures === 'right' && column > 0 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
