/** What DOCX, PPTX and XLSX share: parts that name others by relationships, and properties of the whole. */
import { type Archive, besides, openArchive } from '../archive.js';
import { findAll, findFirst, parseXml, textIn, type XmlNode } from '../xml.js';

export type OfficePackage = {
  readonly part: (path: string) => XmlNode | undefined;
  /** Path of what a part calls by this id. */
  readonly target: (part: string, id: string) => string | undefined;
  /** Paths of all targets of one type, e.g. "notesSlide". */
  readonly targets: (part: string, type: string) => string[];
  readonly title: string;
  readonly date: string | undefined;
};

type Relation = { readonly id: string; readonly type: string; readonly path: string };

export function openOffice(bytes: Uint8Array): OfficePackage {
  const archive = openArchive(bytes);
  const part = (path: string) => {
    const text = archive.text(path);
    return text === undefined ? undefined : parseXml(text);
  };
  const relations = (path: string) => relationsOf(archive, path);
  const core = part('docProps/core.xml');
  const field = (name: string) => (core ? textIn(findFirst(core, name) ?? core).trim() : '');
  return {
    part,
    target: (path, id) => relations(path).find((relation) => relation.id === id)?.path,
    targets: (path, type) =>
      relations(path).flatMap((relation) => (relation.type.endsWith(`/${type}`) ? [relation.path] : [])),
    title: core && findFirst(core, 'dc:title') ? field('dc:title') : '',
    date:
      core && findFirst(core, 'dcterms:modified') ? /^\d{4}-\d\d-\d\d/.exec(field('dcterms:modified'))?.[0] : undefined,
  };
}

function relationsOf(archive: Archive, path: string): Relation[] {
  const at = path.lastIndexOf('/') + 1;
  const text = archive.text(`${path.slice(0, at)}_rels/${path.slice(at)}.rels`);
  if (text === undefined) return [];
  return findAll(parseXml(text), 'Relationship').map(({ attributes: { Id = '', Type = '', Target = '' } }) => ({
    id: Id,
    type: Type,
    path: besides(path, Target),
  }));
}
