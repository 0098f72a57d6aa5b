/** The files of a folder that can be read as pages, and the URL each goes by. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { WinnowError } from '../../core/errors.js';

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

function readManifest(manifest: string, root: string): PageFile[] {
  const lines = readFileSync(manifest, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const { url, file } = JSON.parse(line) as { url: string; file: string };
    return { url, file: join(root, file) };
  });
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
