/** Tells what was given: a folder, a JSONL file, a list of URLs, a sitemap, a page of the web, or a file to parse. */
import { existsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { WinnowError } from '../../../core/errors.js';
import { kindOf } from '../../../core/files.js';
import type { PageClient } from '../../../providers/fetch/pages.js';
import { listPages } from '../../../providers/folder/files.js';
import { type Parser, parseDocument } from '../../../providers/parse/index.js';
import { fileSource } from './files.js';
import { recordSource } from './records.js';
import { listedIn, parseSitemap, readSitemap } from './sitemap.js';
import type { Source } from './types.js';
import { webSource } from './web.js';

export type SourceInput = {
  readonly http: PageClient;
  readonly signal: AbortSignal;
  /** Default: within the default limits. */
  readonly parse?: Parser;
};

type OpenOptions = Required<SourceInput>;

const isUrl = (text: string): boolean => /^https?:\/\/\S+$/i.test(text);

export async function openSource(given: string, from: SourceInput): Promise<Source> {
  const input: OpenOptions = { parse: parseDocument, ...from };
  if (isUrl(given)) return fromUrl(given, input);
  const path = resolve(given);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found)
    throw new WinnowError(
      'usage',
      `There is no file or folder ${given}. Give one, or an address that begins with https://.`,
    );
  if (!found.isFile() && !found.isDirectory())
    throw new WinnowError(
      'usage',
      `${given} is ${kindOf(found)}, not a file. Save what it gives as a file, and give that.`,
    );
  if (found.isDirectory())
    return existsSync(join(path, 'corpus.jsonl'))
      ? recordSource(join(path, 'corpus.jsonl'))
      : fileSource(listPages(path), input.parse);
  return fromFile(path, input);
}

async function fromUrl(url: string, input: OpenOptions): Promise<Source> {
  if (!URL.canParse(url))
    throw new WinnowError('usage', `${url} is not a web address. Give one like https://example.org/page.`);
  const isSitemap = /\.xml(?:\.gz)?$/i.test(new URL(url).pathname);
  const listed = isSitemap ? await readSitemap(url, input) : { pages: [url], notices: [] };
  return webSource(listed, input);
}

async function fromFile(path: string, input: OpenOptions): Promise<Source> {
  const extension = extname(path).toLowerCase();
  if (extension === '.jsonl' || extension === '.ndjson') return recordSource(path);
  const text = ['.txt', '.xml', '.urls', '.list', ''].includes(extension) ? await readStart(path) : '';
  const entries = parseSitemap(text);
  if (entries) return webSource(await listedIn(entries, input), input);
  const urls = urlsIn(text);
  if (urls) return webSource({ pages: urls, notices: [] }, input);
  return fileSource(listPages(path), input.parse);
}

/** Lists of URLs are not larger. */
const MOST_LIST_BYTES = 16 * 1024 * 1024;

async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_LIST_BYTES), 0, MOST_LIST_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The URLs of a text that holds nothing else but blank lines and lines that begin with "#". */
function urlsIn(text: string): string[] | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  const meant = lines.filter((line) => line !== '' && !line.startsWith('#'));
  return meant.length > 0 && meant.every(isUrl) ? [...new Set(meant)] : undefined;
}
