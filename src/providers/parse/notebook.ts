/**
 * A Jupyter notebook: cells of Markdown as they are, cells of code with the text they printed; each with its number.
 */
import { z } from 'zod';
import type { Document } from '../../core/data.js';
import { type Block, markdownBlocks, type ParseOptions, toPagedDocument } from '../../text/page/index.js';

const lines = z
  .union([z.string(), z.array(z.string())])
  .transform((text) => (typeof text === 'string' ? text : text.join('')));
const output = z.object({
  text: lines.optional(),
  data: z.record(z.string(), z.unknown()).optional(),
  ename: z.string().optional(),
  evalue: z.string().optional(),
});
const notebook = z.object({
  cells: z.array(z.object({ cell_type: z.string(), source: lines, outputs: z.array(output).optional() })),
  metadata: z
    .object({ title: z.string().optional(), language_info: z.object({ name: z.string() }).optional() })
    .optional(),
});

const MOST_OUTPUT = 4000;

/** A file named like one is one, also where it is cut off: that is said instead of quoting its JSON. */
export function isNotebook(text: string, url: string): boolean {
  if (/\.ipynb(?:[?#]|$)/i.test(url)) return true;
  return /^\s*\{/.test(text) && /"cells"\s*:/.test(text) && /"nbformat"\s*:/.test(text);
}

export function parseNotebook(text: string, options: ParseOptions): Document {
  const { cells, metadata } = notebook.parse(jsonOf(text));
  const language = metadata?.language_info?.name ?? '';
  const blocks = cells.flatMap((cell, at) =>
    cellBlocks(cell, language).map((block) => ({
      ...block,
      place: { unit: 'cell' as const, first: `${at + 1}`, last: `${at + 1}` },
    })),
  );
  const title = metadata?.title ?? blocks.find(({ level }) => level === 1)?.text ?? '';
  return toPagedDocument(blocks, { title }, options);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error('the notebook is cut off or damaged', { cause: error });
  }
}

function cellBlocks(
  { cell_type: type, source, outputs = [] }: z.infer<typeof notebook>['cells'][number],
  language: string,
): Block[] {
  if (type === 'markdown') return markdownBlocks(source, 0).map((block) => ({ ...block, start: 0, end: 0 }));
  const printed = outputs.map(outputText).join('\n').trim().slice(0, MOST_OUTPUT);
  const code =
    source.trim() === '' ? [] : [type === 'code' ? `\`\`\`${language}\n${source.trim()}\n\`\`\`` : source.trim()];
  return [...code, ...(printed === '' ? [] : [`\`\`\`\n${printed}\n\`\`\``])].map((text) => ({
    level: 0,
    text,
    start: 0,
    end: 0,
  }));
}

function outputText({ text = '', data, ename, evalue = '' }: z.infer<typeof output>): string {
  const plain = lines.safeParse(data?.['text/plain']);
  return `${text}${plain.success ? plain.data : ''}${ename === undefined ? '' : `${ename}: ${evalue}`}`;
}
