/**
 * Where the sources of a text are found: in a folder, by number, name or address; or on the web, through the guarded
 * fetcher.
 */
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Document, Passage } from '../../core/data.js';
import { messageOf, usageError } from '../../core/errors.js';
import { readFileBytes } from '../../core/files.js';
import type { Fetcher } from '../../core/ports.js';
import { endsRun, type Run } from '../../core/run.js';
import { listPages } from '../../providers/folder/files.js';
import { decode } from '../../providers/parse/decode.js';
import { documentLimits, parseDocument } from '../../providers/parse/index.js';
import type { Mark } from '../../text/claims/marks.js';
import { canonicalUrl } from '../../text/urls.js';

/** `undefined` when there is no such source. */
export type FindSource = (mark: Mark, run: Run) => Promise<readonly Passage[] | undefined>;

const NUMBERED = new Set(['.txt', '.md', '.html', '.htm', '.markdown']);

/** The file that a text is in is no source of it. */
export function folderSources(folder: string, file?: string): FindSource {
  const root = resolve(folder);
  if (!existsSync(root) || !statSync(root).isDirectory())
    throw usageError(
      `There is no folder ${folder}. Give as sources a folder with the sources as txt, md or html files.`,
    );
  const own = file !== undefined && existsSync(file) ? realpathSync(file) : undefined;
  const files = sourceFiles(root).filter((path) => realpathSync(path) !== own);
  if (files.length === 0) throw usageError(`The folder ${folder} holds no txt, md or html file to check against.`);
  const byAddress = addressesIn(root);
  const read = once(async (path: string) => passagesOf(await readSource(path), relative(root, path)));
  return async (mark) => {
    const path = 'n' in mark ? numbered(mark.n, files) : linked(mark.link, { root, file, files, byAddress });
    return path === undefined ? undefined : read(path);
  };
}

/** Files beside each other are counted; only a folder without any is looked into further. */
function sourceFiles(root: string): string[] {
  const all = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && NUMBERED.has(extname(entry.name).toLowerCase()) && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const beside = all.filter((path) => dirname(path) === root);
  return beside.length > 0 ? beside : all;
}

/** "3.txt", "03-bridge.md"; else the third by name. */
function numbered(n: number, files: readonly string[]): string | undefined {
  return files.find((path) => new RegExp(`^0*${n}(?!\\d)`).test(basename(path))) ?? files[n - 1];
}

/** A folder with a manifest knows its pages by their addresses, as the sample corpus does. */
function addressesIn(root: string): ReadonlyMap<string, string> {
  if (!existsSync(join(root, 'manifest.jsonl'))) return new Map();
  return new Map(listPages(root).pages.map(({ url, file }) => [canonicalUrl(url), file]));
}

type Places = {
  readonly root: string;
  readonly file?: string | undefined;
  readonly files: readonly string[];
  readonly byAddress: ReadonlyMap<string, string>;
};

/** A link to a file: beside the text, in the folder, or by its name alone. Nothing outside the folder is read. */
function linked(link: string, { root, file, files, byAddress }: Places): string | undefined {
  if (/^https?:/i.test(link))
    return byAddress.get(canonicalUrl(link)) ?? files.find((path) => basename(path) === lastPart(link));
  const bare = unescaped(link.replace(/[?#].*$/, ''));
  const path = /^file:/i.test(bare) ? fileURLToPath(bare) : bare;
  const wanted = [resolve(root, path), ...(file === undefined ? [] : [resolve(dirname(file), path)])];
  return files.find((known) => wanted.includes(known)) ?? files.find((known) => basename(known) === basename(path));
}

function lastPart(link: string): string {
  return unescaped(basename(new URL(link).pathname));
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A source handed in with the text that is checked. */
export type GivenSource = { readonly text: string; readonly url?: string | undefined };

/** [n] is the nth of them, a link the one of that address. */
export function givenSources(sources: readonly GivenSource[]): {
  readonly find: FindSource;
  readonly all: () => Promise<readonly Passage[]>;
} {
  const nameOf = (at: number) => sources[at]?.url ?? `[${at + 1}]`;
  const read = once(async (key: string) => {
    const at = Number(key);
    return passagesOf(await parsedText(Buffer.from(sources[at]?.text ?? ''), 'file:///source.md'), nameOf(at));
  });
  const placeOf = (mark: Mark) =>
    'n' in mark
      ? mark.n - 1
      : sources.findIndex(({ url }) => url !== undefined && canonicalUrl(url) === canonicalUrl(mark.link));
  return {
    find: async (mark) => (sources[placeOf(mark)] ? read(String(placeOf(mark))) : undefined),
    all: async () => (await Promise.all(sources.map((_, at) => read(String(at))))).flat(),
  };
}

async function readSource(path: string): Promise<Document> {
  return parsedText(readFileBytes(path, documentLimits), pathToFileURL(path).href);
}

async function parsedText(bytes: Uint8Array, url: string): Promise<Document> {
  const document = await parseDocument({ bytes, url });
  return /\.html?$/i.test(url) ? document : asWritten(document, decode(bytes));
}

/** Of text and Markdown the file's own characters are quoted, so that offsets are those of the file. */
function asWritten(document: Document, raw: string): Document {
  const sections = document.sections.flatMap((section) => {
    if (!section.raw) return [];
    const { start, end } = section.raw;
    return [{ ...section, start, end, text: raw.slice(start, end) }];
  });
  const isWhole = sections.length === document.sections.length && sections.length > 0;
  const whole = { headings: [], text: raw, start: 0, end: raw.length };
  return { ...document, text: raw, sections: isWhole ? sections : [whole] };
}

function passagesOf({ title, url, sections }: Document, name: string): Passage[] {
  return sections.map(({ headings, text, start, end }, at) => ({
    id: `${name}#${at}`,
    source: { id: name, url: name || url, title },
    headings,
    text,
    start,
    end,
  }));
}

export type WebSourcesParts = {
  readonly fetcher: Fetcher;
  /** What the text's own list of sources says a number stands for. */
  readonly links: ReadonlyMap<number, string>;
  readonly onNote: (note: string) => void;
};

/** A page that cannot be read supports nothing, and the reason is noted. */
export function webSources({ fetcher, links, onNote }: WebSourcesParts): FindSource {
  const readers = new Map<Run, (url: string) => Promise<readonly Passage[] | undefined>>();
  const readerFor = (run: Run) =>
    once(async (url: string) => {
      try {
        return passagesOf(await fetcher.fetch(url, { signal: run.signal }), url);
      } catch (error) {
        if (endsRun(error, run)) throw error;
        onNote(`${url} could not be read: ${messageOf(error)}`);
        return undefined;
      }
    });
  return async (mark, run) => {
    const url = 'n' in mark ? links.get(mark.n) : mark.link;
    if (url === undefined || !/^https?:/i.test(url)) return undefined;
    const read = readers.get(run) ?? readerFor(run);
    readers.set(run, read);
    return read(url.replace(/#.*$/, ''));
  };
}

function once<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (key) => {
    const reading = known.get(key) ?? read(key);
    known.set(key, reading);
    return reading;
  };
}
