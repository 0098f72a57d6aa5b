/** Text of a source as it stands there: its tables as tables, stretches of it marked. Text nodes only. */
import type { ComponentChildren } from 'preact';
import { isTableRow, type Line, linesOf, tableOf } from './table.js';

export type Mark = { readonly start: number; readonly end: number };

export function PassageText({ text, marks = [] }: { text: string; marks?: readonly Mark[] }) {
  const piece = (start: number, end: number) => withMarks(text, { start, end }, marks);
  return (
    <>
      {groupsOf(text).map(({ isTable, lines }) => {
        const [start, end] = [lines[0]?.start ?? 0, lines.at(-1)?.end ?? 0];
        if (isTable) return <TableView text={text} lines={lines} piece={piece} />;
        return text.slice(start, end).trim() === '' ? null : <p>{piece(start, end)}</p>;
      })}
    </>
  );
}

type TableViewProps = {
  text: string;
  lines: readonly Line[];
  piece: (start: number, end: number) => ComponentChildren;
};

export function TableView({ text, lines, piece }: TableViewProps) {
  const { head, rows } = tableOf(text, lines);
  return (
    <div class="table">
      <table>
        {head.length > 0 && (
          <thead>
            <tr>
              {head.map(({ start, end }) => (
                <th scope="col">{piece(start, end)}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells) => (
            <tr>
              {cells.map(({ start, end }) => (
                <td>{piece(start, end)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Group = { readonly isTable: boolean; readonly lines: Line[] };

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  for (const line of linesOf(text)) {
    const isTable = isTableRow(text.slice(line.start, line.end));
    const last = groups.at(-1);
    if (last?.isTable === isTable) last.lines.push(line);
    else groups.push({ isTable, lines: [line] });
  }
  return groups;
}

function withMarks(text: string, { start, end }: Mark, marks: readonly Mark[]): ComponentChildren[] {
  const nodes: ComponentChildren[] = [];
  let at = start;
  for (const mark of marks) {
    const [from, to] = [Math.max(at, mark.start), Math.min(end, mark.end)];
    if (to <= from) continue;
    nodes.push(text.slice(at, from), <mark>{text.slice(from, to)}</mark>);
    at = to;
  }
  return [...nodes, text.slice(at, end)];
}
