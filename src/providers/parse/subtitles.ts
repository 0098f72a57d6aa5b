/** Subtitles (SRT, WebVTT): what is said, in paragraphs of some seconds, each with its time. */
import type { Document } from '../../core/data.js';
import { type Block, type ParseOptions, type Place, toPagedDocument } from '../../text/page/index.js';
import { fileName } from './file-name.js';

type Cue = { readonly from: string; readonly to: string; readonly text: string };

const TIMES = /^(?:(\d+):)?(\d\d):(\d\d)[.,]\d{1,3}\s*-->\s*(?:(\d+):)?(\d\d):(\d\d)[.,]\d{1,3}/;
/** A paragraph ends at a stop once it is this long, and anywhere at twice the length. */
const PARAGRAPH = 400;

export function parseSubtitles(text: string, options: ParseOptions): Document {
  return toPagedDocument(paragraphsOf(cuesOf(text)), { title: fileName(options.url) }, options);
}

function cuesOf(text: string): Cue[] {
  return text
    .replace(/\r/g, '')
    .split(/\n{2,}/)
    .flatMap((part) => {
      const lines = part.split('\n');
      const at = lines.findIndex((line) => TIMES.test(line));
      const times = TIMES.exec(lines[at] ?? '');
      const said = lines
        .slice(at + 1)
        .join(' ')
        .replace(/<[^<>]*>|\{\\[^{}]*\}/g, '')
        .replace(/\s+/g, ' ')
        .trim();
      if (!times || said === '') return [];
      const [, h = '0', m, s, toH = '0', toM, toS] = times;
      return [{ from: `${h.padStart(2, '0')}:${m}:${s}`, to: `${toH.padStart(2, '0')}:${toM}:${toS}`, text: said }];
    });
}

function paragraphsOf(cues: readonly Cue[]): Block[] {
  const blocks: Block[] = [];
  let open: Cue[] = [];
  const close = () => {
    const [first, last] = [open[0], open.at(-1)];
    if (!first || !last) return;
    const place: Place = { unit: 'time', first: first.from, last: last.to };
    blocks.push({ level: 0, text: open.map(({ text }) => text).join(' '), start: 0, end: 0, place });
    open = [];
  };
  for (const cue of cues) {
    if (cue.text === open.at(-1)?.text) continue; // captions that roll say a line twice
    open.push(cue);
    const length = open.reduce((sum, { text }) => sum + text.length + 1, 0);
    if ((length > PARAGRAPH && /[.!?]["”’]?$/.test(cue.text)) || length > PARAGRAPH * 2) close();
  }
  close();
  return blocks;
}
