/**
 * RTF: text with its paragraphs, headings by outline level and rows of tables; fonts, pictures and fields' instructions
 * left aside.
 */
import type { Document } from '../../core/data.js';
import { type Block, type ParseOptions, tableBlocks, toPagedDocument } from '../../text/page/index.js';
import { decodeAs } from './decode.js';

/** Groups that hold no text of the document. */
const NO_TEXT = new Set(
  `fonttbl colortbl stylesheet info pict header footer headerl headerr footerl footerr fldinst object themedata
  datastore generator listtable listoverridetable rsidtbl xmlnstbl latentstyles filetbl revtbl annotation`.split(/\s+/),
);
const SIGNS: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  '~': '\u00a0',
  _: '-',
};
const TOKEN = /\\([a-zA-Z]+)(-?\d+)? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+/g;

type State = { readonly isText: boolean; readonly skip: number; readonly level: number };

export function parseRtf(source: string, options: ParseOptions): Document {
  const encoding = encodingOf(source);
  const blocks: Block[] = [];
  let state: State = { isText: true, skip: 1, level: 0 };
  const outer: State[] = [];
  let [text, pending]: [string, number[]] = ['', []];
  let [cells, rows]: [string[], string[][]] = [[], []];
  let ahead = 0;
  const flushBytes = () => {
    if (pending.length > 0) text += decodeAs(Uint8Array.from(pending), encoding);
    pending = [];
  };
  const add = (piece: string) => {
    flushBytes();
    const shown = piece.slice(ahead);
    ahead = Math.max(0, ahead - piece.length);
    if (state.isText) text += shown;
  };
  const take = () => {
    flushBytes();
    const taken = text.replace(/[ \t]+/g, ' ').trim();
    text = '';
    return taken;
  };
  const endTable = () => {
    if (rows.length > 0) blocks.push(...tableBlocks(rows));
    rows = [];
  };
  const endParagraph = () => {
    const said = take();
    if (said === '') return;
    endTable();
    blocks.push({ level: state.level, text: said, start: 0, end: 0 });
  };
  for (const [, word, number, hex, symbol, brace, plain] of source.matchAll(TOKEN)) {
    if (brace === '{') outer.push(state);
    else if (brace === '}') state = outer.pop() ?? state;
    else if (hex !== undefined) {
      if (ahead > 0) ahead--;
      else if (state.isText) pending.push(Number.parseInt(hex, 16));
    } else if (plain !== undefined) add(plain);
    else if (symbol === '*') state = { ...state, isText: false };
    else if (symbol !== undefined) add(SIGNS[symbol] ?? (/[\\{}]/.test(symbol) ? symbol : ''));
    else if (word === undefined) continue;
    else if (NO_TEXT.has(word)) state = { ...state, isText: false };
    else if (word === 'u') {
      add(String.fromCharCode((Number(number) + 65_536) % 65_536));
      ahead = state.skip;
    } else if (word === 'uc') state = { ...state, skip: Number(number ?? 1) };
    else if (word === 'outlinelevel') state = { ...state, level: Math.min(6, Number(number ?? 0) + 1) };
    else if (word === 'pard') state = { ...state, level: 0 };
    else if (!state.isText) continue;
    else if (word === 'cell') cells.push(take());
    else if (word === 'row') [rows, cells] = [[...rows, cells], []];
    else if (word === 'par' || word === 'sect' || word === 'page') {
      if (cells.length === 0) endParagraph();
      else text += ' ';
    } else if (Object.hasOwn(SIGNS, word)) add(SIGNS[word] as string);
  }
  endParagraph();
  endTable();
  const title = /\{\\title ((?:[^{}\\]|\\[^{}])*)\}/.exec(source)?.[1]?.trim() ?? '';
  return toPagedDocument(blocks, { title: /\\/.test(title) ? '' : title }, options);
}

function encodingOf(source: string): string {
  const page = /\\ansicpg(\d+)/.exec(source)?.[1] ?? '1252';
  const names: Readonly<Record<string, string>> = {
    '932': 'shift_jis',
    '936': 'gbk',
    '949': 'euc-kr',
    '950': 'big5',
    '65001': 'utf-8',
  };
  return names[page] ?? `windows-${page}`;
}
