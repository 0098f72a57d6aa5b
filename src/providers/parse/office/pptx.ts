/** Slides in their order: the title is a heading, then its lines, tables and the speaker's notes. */
import type { Document } from '../../../core/data.js';
import { type Block, type ParseOptions, type Place, tableBlocks, toPagedDocument } from '../../../text/page/index.js';
import { findAll, findFirst, textIn, type XmlNode } from '../xml.js';
import { type OfficePackage, openOffice } from './package.js';

const PRESENTATION = 'ppt/presentation.xml';

export function parsePptx(bytes: Uint8Array, options: ParseOptions): Document {
  const office = openOffice(bytes);
  const presentation = office.part(PRESENTATION);
  if (!presentation) throw new Error('it holds no presentation');
  const slides = findAll(presentation, 'p:sldId').flatMap(
    ({ attributes }) => office.target(PRESENTATION, attributes['r:id'] ?? '') ?? [],
  );
  const blocks = slides.flatMap((path, at) => slideBlocks(office, path, at + 1));
  const title = office.title || (blocks.find(({ level }) => level > 0)?.text ?? '');
  return toPagedDocument(blocks, { title, date: office.date }, options);
}

function slideBlocks(office: OfficePackage, path: string, number: number): Block[] {
  const slide = office.part(path);
  if (!slide) return [];
  const place: Place = { unit: 'slide', first: `${number}`, last: `${number}` };
  const shapes = findAll(slide, 'p:sp');
  const title = shapes.find(isTitle);
  const body = shapes.filter((shape) => shape !== title).flatMap(paragraphsOf);
  const tables = findAll(slide, 'a:tbl').flatMap((table) => tableBlocks(rowsOf(table), place));
  const notes = office.targets(path, 'notesSlide').flatMap((notesPath) => notesIn(office.part(notesPath)));
  return [
    {
      level: 2,
      text: title ? flat(paragraphsOf(title).join(' ')) || `Slide ${number}` : `Slide ${number}`,
      start: 0,
      end: 0,
      place,
    },
    ...[...(body.length > 0 ? [body.join('\n')] : []), ...(notes.length > 0 ? [`Notes: ${notes.join('\n')}`] : [])].map(
      (text): Block => ({ level: 0, text, start: 0, end: 0, place }),
    ),
    ...tables,
  ];
}

const placeholderOf = (shape: XmlNode): string | undefined => findFirst(shape, 'p:ph')?.attributes.type;

function isTitle(shape: XmlNode): boolean {
  return ['title', 'ctrTitle'].includes(placeholderOf(shape) ?? '');
}

/** The body of the notes; not the small picture of the slide nor its number. */
function notesIn(notes: XmlNode | undefined): string[] {
  if (!notes) return [];
  return findAll(notes, 'p:sp')
    .filter((shape) => placeholderOf(shape) === 'body')
    .flatMap(paragraphsOf);
}

function paragraphsOf(shape: XmlNode): string[] {
  return findAll(shape, 'a:p').flatMap((paragraph) => {
    const text = flat(runsOf(paragraph));
    const level = Number(findFirst(paragraph, 'a:pPr')?.attributes.lvl ?? 0);
    return text === '' ? [] : [`${'  '.repeat(Math.min(level, 5))}${level > 0 ? '- ' : ''}${text}`];
  });
}

function runsOf(paragraph: XmlNode): string {
  return paragraph.children
    .map((child) => {
      if (typeof child === 'string') return '';
      if (child.name === 'a:br') return ' ';
      return child.name === 'a:r' || child.name === 'a:fld' ? findAll(child, 'a:t').map(textIn).join('') : '';
    })
    .join('');
}

function rowsOf(table: XmlNode): string[][] {
  return findAll(table, 'a:tr').map((row) =>
    findAll(row, 'a:tc').map((cell) => flat(findAll(cell, 'a:p').map(runsOf).join(' '))),
  );
}

const flat = (text: string): string => text.replace(/\s+/g, ' ').trim();
