/** The files of a folder that can be read as pages, and the URL each goes by. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { extname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { WinnowError } from '../../core/errors.js';
import { parseJson } from '../../core/json.js';

export type PageFile = { readonly file: string; readonly url: string };

const READABLE = new Set(['.html', '.htm', '.xhtml', '.md', '.markdown', '.txt', '.text', '.json', '.pdf', '.docx']);

/** A `manifest.jsonl` with lines `{url, file}` gives pages their own URLs, as in the sample corpus; else every readable file counts. */
export function listPages(folder: string): PageFile[] {
  const root = resolve(folder);
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    throw new WinnowError('usage', `There is no folder ${folder}. Give a folder with HTML, Markdown, text, PDF or DOCX files.`);
  }
  const manifest = join(root, 'manifest.jsonl');
  const pages = existsSync(manifest) ? readManifest(manifest, root) : walk(root);
  if (pages.length === 0) throw new WinnowError('usage', `The folder ${folder} holds no HTML, Markdown, text, PDF or DOCX file.`);
  return pages;
}

const manifestLine = z.object({ url: z.url({ protocol: /^(?:https?|file)$/ }), file: z.string().min(1) });

function readManifest(manifest: string, root: string): PageFile[] {
  const lines = readFileSync(manifest, 'utf8').split('\n');
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [readManifestLine(line, { root, where: `${manifest}, line ${at + 1}` })]));
}

/** A folder may come from strangers: what its manifest names must lie inside it. */
function readManifestLine(line: string, { root, where }: { root: string; where: string }): PageFile {
  const parsed = manifestLine.safeParse(parseJson(line));
  if (!parsed.success) throw new WinnowError('usage', `${where}: expected {"url": "https://...", "file": "path in this folder"}.`);
  const file = join(root, parsed.data.file);
  const real = existsSync(file) ? realpathSync(file) : undefined;
  if (real === undefined || !statSync(real).isFile()) throw new WinnowError('usage', `${where}: there is no file ${parsed.data.file}.`);
  if (!real.startsWith(realpathSync(root) + sep)) throw new WinnowError('usage', `${where}: ${parsed.data.file} lies outside the folder.`);
  return { url: parsed.data.url, file };
}

function walk(root: string): PageFile[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && READABLE.has(extname(entry.name).toLowerCase()) && !isHidden(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !file
          .slice(root.length)
          .split(/[\\/]/)
          .some((part) => part === 'node_modules' || isHidden(part)),
    )
    .sort()
    .map((file) => ({ file, url: pathToFileURL(file).href }));
}

function isHidden(name: string): boolean {
  return name.length > 1 && name.startsWith('.');
}
