/** Rows of cells as aligned text: the first column to the left, figures to the right where asked. */
import type { Style } from './terminal.js';

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

/** The same with its first row as the title. */
export function titledRows(rows: readonly (readonly string[])[], style: Style, figures?: Alignment): string[] {
  const [title = '', ...lines] = alignedRows(rows, figures);
  return [style.bold(title), ...lines];
}

export const figure = (value: number | null | undefined, digits: number): string => value?.toFixed(digits) ?? '-';
export const signed = (value: number): string => `${value < 0 ? '' : '+'}${value.toFixed(3)}`;
/** Of a test: "0.0312", "<0.0001". */
export const probability = (value: number): string => (value < 0.0001 ? '<0.0001' : value.toFixed(4));
/** After correction for the number of tests; a star below 0.05. */
export const corrected = (value: number): string => `${probability(value)}${value < 0.05 ? '*' : ''}`;
