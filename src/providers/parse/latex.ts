/**
 * LaTeX to Markdown: headings, lists, tables and quotations as such, formulas as they stand, comments and commands for
 * the look gone.
 */
import type { Document } from '../../core/data.js';
import { markdownBlocks, type ParseOptions, toPagedDocument } from '../../text/page/index.js';

const HEADINGS: Readonly<Record<string, number>> = {
  part: 1,
  chapter: 1,
  section: 2,
  subsection: 3,
  subsubsection: 4,
  paragraph: 5,
};

export function parseLatex(source: string, options: ParseOptions): Document {
  const text = source.replace(/\r/g, '').replace(/(?<!\\)%.*$/gm, '');
  const title = plain(argumentOf(text, 'title'));
  const body = /\\begin\{document\}([\s\S]*?)(?:\\end\{document\}|$)/.exec(text)?.[1] ?? text;
  const blocks = markdownBlocks(toMarkdown(body), 0).map((block) => ({ ...block, start: 0, end: 0 }));
  return toPagedDocument(blocks, { title }, options);
}

function toMarkdown(body: string): string {
  const formulas: string[] = [];
  const keep = (formula: string) => `\ue000${formulas.push(formula) - 1}\ue001`;
  const text = body
    .replace(
      /\\begin\{(equation|align|gather|multline|eqnarray|displaymath)(\*?)\}([\s\S]*?)\\end\{\1\2\}/g,
      (_, __, ___, formula: string) =>
        `\n\n${keep(
          `$$${formula
            .replace(/\\label\{[^{}]*\}/g, '')
            .replace(/\s+/g, ' ')
            .trim()}$$`,
        )}\n\n`,
    )
    .replace(
      /\\\[([\s\S]*?)\\\]|\$\$([\s\S]*?)\$\$/g,
      (_, one?: string, other?: string) => `\n\n${keep(`$$${(one ?? other ?? '').replace(/\s+/g, ' ').trim()}$$`)}\n\n`,
    )
    .replace(/\\\(([\s\S]*?)\\\)|(?<!\\)\$((?:\\.|[^$\\])*)\$/g, (_, one?: string, other?: string) =>
      keep(`$${one ?? other ?? ''}$`),
    )
    .replace(
      /\\begin\{tabular\*?\}(?:\{[^{}]*\})?(?:\[[^\]]*\])?(?:\{(?:[^{}]|\{[^{}]*\})*\})?([\s\S]*?)\\end\{tabular\*?\}/g,
      (_, rows: string) => `\n\n${keep(tableOf(rows))}\n\n`,
    )
    .replace(
      /\\(part|chapter|section|subsection|subsubsection|paragraph)\*?(?:\[[^\]]*\])?\{((?:[^{}]|\{[^{}]*\})*)\}/g,
      (_, kind: string, heading: string) => `\n\n${'#'.repeat(HEADINGS[kind] ?? 6)} ${plain(heading)}\n\n`,
    )
    .replace(/\\item(?:\[([^\]]*)\])?\s*/g, (_, term?: string) => `\n- ${term === undefined ? '' : `**${term}** `}`)
    .replace(/\\caption(?:\[[^\]]*\])?\{((?:[^{}]|\{[^{}]*\})*)\}/g, '\n\n$1\n\n')
    .replace(/\\begin\{(?:abstract)\}/g, '\n\n## Abstract\n\n')
    .replace(/\\(?:begin|end)\{[^{}]*\}(?:\[[^\]]*\]|\{[^{}]*\})*/g, '\n\n');
  return plain(text)
    .replace(/\ue000(\d+)\ue001/g, (_, at: string) => formulas[Number(at)] ?? '')
    .replace(/\n[ \t]+/g, '\n')
    .replace(/\n{3,}/g, '\n\n');
}

/** Rows end with \\, cells with &. */
function tableOf(rows: string): string {
  const cells = rows
    .replace(/\\(?:hline|toprule|midrule|bottomrule|cline\{[^{}]*\})/g, '')
    .split(/\\\\(?:\[[^\]]*\])?/)
    .map((row) => row.split(/(?<!\\)&/).map((cell) => plain(cell).replace(/\s+/g, ' ').trim()))
    .filter((row) => row.some((cell) => cell !== ''));
  const [head = [], ...body] = cells;
  const line = (row: readonly string[]) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...body.map(line)].join('\n');
}

/** Commands for the look go, what they hold stays; marks and notes that refer elsewhere go with what they hold. */
function plain(text: string): string {
  let flat = text.replace(
    /\\(?:cite\w*|label|ref|eqref|pageref|autoref|index|vspace|hspace|bibliography\w*|includegraphics|usepackage|documentclass|input|include|thanks)\*?(?:\[[^\]]*\])*\{[^{}]*\}/g,
    '',
  );
  for (let before = ''; before !== flat; ) {
    before = flat;
    flat = flat
      .replace(/\\(?:href|textcolor)\{[^{}]*\}\{([^{}]*)\}/g, '$1')
      .replace(/\\[a-zA-Z]+\*?(?:\[[^\]]*\])?\{([^{}]*)\}/g, '$1')
      .replace(/(?<!\\)\{([^{}]*)\}/g, '$1');
  }
  return flat
    .replace(/\\\\(?:\[[^\]]*\])?/g, '\n')
    .replace(/\\(?:ldots|dots)\b/g, '...')
    .replace(/\\[`'^"~=.uvHcdb](?=[a-zA-Z])/g, '')
    .replace(/\\[a-zA-Z]+\*?\s?/g, '')
    .replace(/\\([%&$#_{}])/g, '$1')
    .replace(/``|''/g, '"')
    .replace(/~/g, ' ')
    .replace(/---?/g, '–');
}

function argumentOf(text: string, command: string): string {
  return new RegExp(`\\\\${command}(?:\\[[^\\]]*\\])?\\{((?:[^{}]|\\{[^{}]*\\})*)\\}`).exec(text)?.[1] ?? '';
}
