/** An e-book: its chapters in reading order, each a page of HTML that is all content. */
import type { Document } from '../../core/data.js';
import { type Block, contentBlocks, type ParseOptions, toPagedDocument } from '../../text/page/index.js';
import { type Archive, besides, openArchive } from './archive.js';
import { findAll, findFirst, parseXml, textIn, type XmlNode } from './xml.js';

export function parseEpub(bytes: Uint8Array, options: ParseOptions): Document {
  const archive = openArchive(bytes);
  const container = parseXml(archive.text('META-INF/container.xml') ?? '');
  const path = findFirst(container, 'rootfile')?.attributes['full-path'] ?? '';
  const book = archive.text(path);
  if (book === undefined) throw new Error('it does not say where its book is');
  const opf = parseXml(book);
  const blocks = chaptersOf(opf, path).flatMap((chapter) => chapterBlocks(archive, chapter));
  const field = (name: string) => textIn(findFirst(opf, name) ?? { name, attributes: {}, children: [] }).trim();
  return toPagedDocument(
    blocks,
    {
      title: field('dc:title'),
      date: /^\d{4}(?:-\d\d-\d\d)?/.exec(field('dc:date'))?.[0],
      language: field('dc:language') || undefined,
    },
    options,
  );
}

/** The spine names them by id, in order; where there is none, all pages of the book. What is for navigation is left out. */
function chaptersOf(opf: XmlNode, path: string): string[] {
  const items = findAll(opf, 'item').map(({ attributes }) => attributes);
  const spine = findAll(opf, 'itemref').map(({ attributes: { idref = '' } }) => idref);
  const byId = new Map(items.map((item) => [item.id ?? '', item]));
  const chapters =
    spine.length > 0
      ? spine.map((id) => byId.get(id)).filter((item) => item !== undefined)
      : items.filter((item) => /html/i.test(item['media-type'] ?? ''));
  return chapters
    .filter(({ properties = '' }) => !/\bnav\b/.test(properties))
    .map(({ href = '' }) => besides(path, decodeURIComponent(href)));
}

/** Chapters have no addresses a reader knows; their headings tell them apart. */
function chapterBlocks(archive: Archive, path: string): Block[] {
  const html = archive.text(path);
  return html === undefined ? [] : contentBlocks(html).map((block) => ({ ...block, start: 0, end: 0 }));
}
