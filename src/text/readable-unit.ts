/**
 * A unit of a section as a sentence one can read on its own: list marks off, table rows with their column names, a full
 * stop at the end. A row that is a section of its own has its columns among the headings, as "Signal | Action".
 */
export function readableUnit(unit: string, section: string, headings: readonly string[] = []): string {
  const text = unit.startsWith('|') ? readRow(unit, section, headings) : unit;
  const flat = stripMarks(withoutQuoteMarks(text).replace(/^\s*(?:[-*+]|\d{1,2}[.)]|#{1,6})\s+(?:\[[ xX]\]\s+)?/, ''));
  return flat === '' || /[.!?…。！？]["'”’)\]]?$/.test(flat) ? flat : `${flat.replace(/[,;:]$/, '')}.`;
}

/** `> ` before each line of a quotation, nested ones too. */
const withoutQuoteMarks = (text: string): string => text.replace(/^(?:[ \t]*>)+(?:[ \t]+|$)/gm, '');

/** Without the marks of Markdown inside a line: emphasis, code, links. */
export function stripMarks(text: string): string {
  return text
    .replace(/\*\*|(?<![\p{L}\p{N}])__|__(?![\p{L}\p{N}])|`/gu, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** `| --- | --- |`, the line below the names of a table's columns. */
export const isTableRule = (line: string): boolean => /^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(line);

/** "| City bike | 9 pells |" under "| Bike | Day |" -> "Bike: City bike; Day: 9 pells" */
function readRow(row: string, section: string, headings: readonly string[]): string {
  const lines = section.split('\n');
  const at = lines.findIndex((line) => line.trim() === row.trim());
  const rule = lines.slice(0, Math.max(0, at)).findLastIndex(isTableRule);
  const names =
    rule > 0 ? cells(lines[rule - 1] as string) : cells(headings.findLast((heading) => heading.includes(' | ')) ?? '');
  const own = cells(row);
  // A fact box: two columns under one title. "| Opened | 1934 |" -> "Opened: 1934"
  if (own.length === 2 && (names.length !== 2 || names[0] === names[1] || names.includes('')))
    return own.filter(Boolean).join(': ').replace(/:: /g, ': ');
  return own
    .map((cell, column) => (names[column] && cell ? `${names[column]}: ${cell}` : cell))
    .filter(Boolean)
    .join('; ');
}

function cells(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}

/** Lines that say nothing by themselves: table rules, headings, a lone label. */
export function isEmptyUnit(unit: string): boolean {
  return /^[\s|:#>*_=-]*$/.test(unit) || /^#{1,6}\s/.test(unit);
}
