/** Tables as text: CSV after RFC 4180, and TSV with the same quoting (pandas writes it so). */

export type Delimiter = ',' | '\t';
export type TableLine =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly problem: string };

/** Rows, with the number of the line each begins on. Blank lines are passed over. */
export function* tableLines(text: string, delimiter: Delimiter): Generator<TableLine, void> {
  const readRow = rowReader(text, delimiter);
  let place = 0;
  let line = 1;
  while (place < text.length) {
    const { cells, problem, end } = readRow(place);
    if (problem !== undefined) yield { line, problem };
    else if (cells.length > 1 || cells[0]?.trim() !== '') yield { line, cells };
    line += text.slice(place, end).split('\n').length - 1;
    place = end;
  }
}

type Row = { readonly cells: readonly string[]; readonly problem: string | undefined; readonly end: number };
type Cell = { readonly value: string; readonly end: number; readonly problem?: string };

function rowReader(text: string, delimiter: Delimiter): (start: number) => Row {
  const readCell = cellReader(text, delimiter);
  return (start) => {
    const cells: string[] = [];
    let cell: Cell = { value: '', end: start - 1 };
    do {
      cell = readCell(cell.end + 1);
      cells.push(cell.value);
    } while (cell.problem === undefined && text[cell.end] === delimiter);
    const lineEnd = text.indexOf('\n', cell.end);
    return { cells, problem: cell.problem, end: lineEnd < 0 ? text.length : lineEnd + 1 };
  };
}

/**
 * A quoted cell may hold delimiters, line ends and, doubled, quotes. A quote further inside is a letter like any other.
 */
function cellReader(text: string, delimiter: Delimiter): (start: number) => Cell {
  const letters = `[^${delimiter}\\r\\n]*`;
  const plain = new RegExp(`${letters}(?:\\r(?!\\n|$)${letters})*`, 'y'); // a lone carriage return is a letter too
  const quoted = /"([^"]*(?:""[^"]*)*)"/y;
  const boundary = new RegExp(`${delimiter}|\\r?(?:\\n|$)`, 'y');
  const isEnd = (place: number): boolean => {
    boundary.lastIndex = place;
    return boundary.test(text);
  };
  return (start) => {
    const pattern = text[start] === '"' ? quoted : plain;
    pattern.lastIndex = start;
    const match = pattern.exec(text);
    if (!match) return { value: '', end: text.length, problem: 'expected a closing quote, got the end of the file' };
    const end = start + match[0].length;
    const value = match[1]?.replaceAll('""', '"') ?? match[0];
    return isEnd(end)
      ? { value, end }
      : { value, end, problem: 'expected the cell to end with its quote, got more text (double inner quotes)' };
  };
}
