/** The files of a folder that can be read as pages, the URL each goes by, and what is left out. */

import { closeSync, type Dirent, existsSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { LeftOut } from '../../core/data.js';
import { usageError } from '../../core/errors.js';
import { kindOf, readFileText, whyOf } from '../../core/files.js';
import { parseJson } from '../../core/json.js';
import { isKnownName, isText } from '../parse/format.js';

export type PageFile = { readonly file: string; readonly url: string };

/**
 * What was given, file by file: those to be read, and those that are left out with the reason. Hidden files and
 * node_modules count as neither.
 */
export type Listing = { readonly pages: readonly PageFile[]; readonly skipped: readonly LeftOut[] };

const EXPECTED = 'Give a file or a folder with documents; docs/formats.md lists what can be read.';

/**
 * A `manifest.jsonl` with lines `{url, file}` gives pages their own URLs, as in the sample corpus; else every file
 * counts.
 */
export function listPages(given: string): Listing {
  const root = resolve(given);
  const found = statSync(root, { throwIfNoEntry: false });
  if (!found) throw usageError(`There is no file or folder ${given}. ${EXPECTED}`);
  if (!found.isFile() && !found.isDirectory()) throw usageError(`${given} is ${kindOf(found)}. ${EXPECTED}`);
  if (found.isFile()) return { pages: [pageOf(root)], skipped: [] };
  const manifest = join(root, 'manifest.jsonl');
  const listing = existsSync(manifest) ? { pages: readManifest(manifest, root), skipped: [] } : walk(root);
  if (listing.pages.length > 0) return listing;
  const [first] = listing.skipped;
  const left = first ? ` Left out: ${listing.skipped.length}, the first ${first.what} (${first.why}).` : '';
  throw usageError(`The folder ${given} holds no file that can be read.${left} ${EXPECTED}`);
}

const pageOf = (file: string): PageFile => ({ file, url: pathToFileURL(file).href });

const manifestLine = z.object({ url: z.url({ protocol: /^(?:https?|file)$/ }), file: z.string().min(1) });

function readManifest(manifest: string, root: string): PageFile[] {
  const lines = readFileText(manifest, { advice: 'Remove it, or split the folder.' }).split('\n');
  return lines.flatMap((line, at) =>
    line.trim() === '' ? [] : [readManifestLine(line, { root, where: `${manifest}, line ${at + 1}` })],
  );
}

/** A folder may come from strangers: what its manifest names must lie inside it. */
function readManifestLine(line: string, { root, where }: { root: string; where: string }): PageFile {
  const parsed = manifestLine.safeParse(parseJson(line));
  if (!parsed.success) throw usageError(`${where}: expected {"url": "https://...", "file": "path in this folder"}.`);
  const file = join(root, parsed.data.file);
  const real = existsSync(file) ? realpathSync(file) : undefined;
  if (real === undefined || !statSync(real).isFile())
    throw usageError(`${where}: there is no file ${parsed.data.file}.`);
  if (!real.startsWith(realpathSync(root) + sep))
    throw usageError(`${where}: ${parsed.data.file} lies outside the folder.`);
  return { url: parsed.data.url, file };
}

function walk(root: string): Listing {
  const [pages, skipped]: [PageFile[], LeftOut[]] = [[], []];
  const visit = (folder: string): void => {
    for (const entry of entriesOf(folder, skipped)) {
      const path = join(folder, entry.name);
      if (isHidden(entry.name) || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) visit(path);
      else {
        const why = whyNotRead(path, root);
        if (why === undefined) pages.push(pageOf(path));
        else skipped.push({ what: path, why, characters: 0 });
      }
    }
  };
  visit(root);
  const byName = (one: PageFile, other: PageFile) => (one.file < other.file ? -1 : 1);
  return { pages: pages.sort(byName), skipped };
}

/** A folder that may not be looked into costs its own files alone. */
function entriesOf(folder: string, skipped: LeftOut[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    skipped.push({ what: folder, why: whyOf(error), characters: 0 });
    return [];
  }
}

/**
 * `undefined` for what can be read: by its name, or because it begins like text. A link may lead to a file of this
 * folder and no further.
 */
function whyNotRead(path: string, root: string): string | undefined {
  try {
    const real = realpathSync(path);
    const found = statSync(real);
    if (!real.startsWith(realpathSync(root) + sep)) return 'a link that leads out of the folder';
    if (!found.isFile()) return `${kindOf(found)}${found.isDirectory() ? ' behind a link' : ''}`;
    return isKnownName(path) || isText(beginningOf(real)) ? undefined : 'neither text nor of a kind that can be read';
  } catch (error) {
    return path.includes('\uFFFD') ? 'its name is not UTF-8; rename it' : whyOf(error);
  }
}

const BEGINNING_BYTES = 4096;

function beginningOf(file: string): Uint8Array {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = new Uint8Array(BEGINNING_BYTES);
    return bytes.subarray(0, readSync(descriptor, bytes, 0, BEGINNING_BYTES, 0));
  } finally {
    closeSync(descriptor);
  }
}

function isHidden(name: string): boolean {
  return name.length > 1 && name.startsWith('.');
}
