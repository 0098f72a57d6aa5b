/** What all formats share: the options, and how blocks and metadata become a Document. */
import type { Document, LeftOut } from '../../core/data.js';
import { type Block, placeText, shortTitle } from './blocks.js';
import { detectLanguage } from './language.js';
import { toSections } from './sections.js';

export type ParseOptions = {
  readonly url: string;
  /** Default: the url. */
  readonly id?: string;
  /** Keep reader comments. Default: false. */
  readonly comments?: boolean;
  /** Characters of the raw page that are read; the rest is cut and `leftOut` says so. Default: 5 million. */
  readonly maxCharacters?: number;
  /** Longer sections are split at paragraphs. Default: 2,000. */
  readonly maxSectionCharacters?: number;
};

export type Facts = {
  readonly title: string;
  readonly description?: string | undefined;
  readonly date?: string | undefined;
  readonly language?: string | undefined;
  readonly leftOut?: readonly LeftOut[];
};

/** As the limits that large crawlers use for HTML (Googlebot reads 2 to 15 MB). */
const defaultMaxCharacters = 5_000_000;

/** Cuts an overlong page and says so. */
export function cutPage(
  raw: string,
  { maxCharacters = defaultMaxCharacters }: ParseOptions,
): { raw: string; leftOut: LeftOut[] } {
  if (raw.length <= maxCharacters) return { raw, leftOut: [] };
  const why = `the page is longer than ${maxCharacters} characters`;
  return {
    raw: raw.slice(0, maxCharacters),
    leftOut: [{ what: 'end of the page', why, characters: raw.length - maxCharacters }],
  };
}

export function toDocument(
  blocks: readonly Block[],
  facts: Facts | ((text: string) => Facts),
  options: ParseOptions,
): Document {
  const { text, sections } = toSections(blocks, options.maxSectionCharacters);
  const {
    title,
    description,
    date,
    language = detectLanguage(text),
    leftOut = [],
  } = typeof facts === 'function' ? facts(text) : facts;
  return {
    id: options.id ?? options.url,
    url: options.url,
    title: title === '' ? (sections[0]?.headings[0] ?? '') : shortTitle(title),
    text,
    sections,
    ...(description && { description }),
    ...(date && { date }),
    ...(language && { language }),
    ...(leftOut.length > 0 && { leftOut }),
  };
}

/** Sections of a text file are found by the numbers of its lines. */
export function withLineNumbers(document: Document, raw: string): Document {
  const ends: number[] = [];
  for (let end = raw.indexOf('\n'); end >= 0; end = raw.indexOf('\n', end + 1)) ends.push(end);
  const lineAt = (place: number): number => {
    let [from, to] = [0, ends.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (ends[middle]! < place) from = middle + 1;
      else to = middle;
    }
    return from + 1;
  };
  const sections = document.sections.map((section) => {
    if (section.raw === undefined || section.location !== undefined) return section;
    const [first, last] = [lineAt(section.raw.start), lineAt(section.raw.end)].map(String) as [string, string];
    return { ...section, location: placeText({ unit: 'line', first, last }) };
  });
  return { ...document, sections };
}

/** For formats without offsets into a raw text, such as PDF. */
export function toPagedDocument(blocks: readonly Block[], facts: Facts, options: ParseOptions): Document {
  const document = toDocument(blocks, facts, options);
  return { ...document, sections: document.sections.map(({ raw: _, ...section }) => section) };
}
