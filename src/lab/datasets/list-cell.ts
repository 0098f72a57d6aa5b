/**
 * A list in one cell of a table: `a|b`, a JSON list, or a list as Python prints it (`['a', "b's"]`, as DataMorgana's
 * TSV export has).
 */
import { z } from 'zod';

/** `undefined` when the cell is in list brackets but is no list of texts. */
export function parseListCell(cell: string): readonly string[] | undefined {
  if (!(cell.startsWith('[') && cell.endsWith(']'))) return splitCell(cell);
  return parseJsonList(cell) ?? parsePythonList(cell);
}

const splitCell = (cell: string): readonly string[] =>
  cell
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');

function parseJsonList(cell: string): readonly string[] | undefined {
  try {
    return z.array(z.union([z.string(), z.number().transform(String)])).safeParse(JSON.parse(cell)).data;
  } catch {
    return undefined;
  }
}

const pythonText = String.raw`'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"`;
const pythonList = new RegExp(String.raw`^\[\s*(?:(?:${pythonText})\s*(?:,\s*(?:${pythonText})\s*)*,?)?\s*\]$`, 's');
const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

function parsePythonList(cell: string): readonly string[] | undefined {
  if (!pythonList.test(cell)) return undefined;
  const texts = cell.match(new RegExp(pythonText, 'gs')) ?? [];
  return texts.map((quoted) =>
    quoted.slice(1, -1).replace(/\\(.)/gs, (_, letter: string) => escapes[letter] ?? letter),
  );
}
