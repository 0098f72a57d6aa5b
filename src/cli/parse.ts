/** `winnow parse`: the section tree of a page, as the pipelines see it. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Command } from 'commander';
import type { Document } from '../core/data.js';
import { usageError } from '../core/errors.js';
import { readFileLater } from '../core/files.js';
import { dataDirectoryOf } from '../engine/corpora/index.js';
import { processEnvironment } from '../engine/environment.js';
import { createPageFetcher } from '../engine/page-fetcher.js';
import { createHttpClient } from '../providers/http.js';
import { createParser, documentLimits } from '../providers/parse/index.js';
import { configFrom } from './common.js';
import { printResult } from './output.js';
import { oneLine, type Style } from './terminal.js';

export function parseCommand(): Command {
  return new Command('parse')
    .argument('<file|url>', 'a file of any format that is read here (docs/formats.md), or a web address')
    .option('--json', 'print the parsed document as one JSON object')
    .action(async (target: string, { json }: { json?: boolean }) => {
      const document = /^https?:\/\//i.test(target) ? await fromWeb(target) : await fromFile(target);
      printResult(document, json, (style) => renderTree(document, style));
    });
}

async function fromWeb(url: string): Promise<Document> {
  const { config } = await configFrom({});
  const http = createHttpClient();
  const outside = { http, environment: processEnvironment(), dataDirectory: dataDirectoryOf(config) };
  const web = createPageFetcher(config.fetch, { ...outside, parse: createParser(config.parse) });
  try {
    return await web.fetcher.fetch(url, { signal: AbortSignal.timeout(30_000) });
  } finally {
    await web.close();
    await http.close();
  }
}

async function fromFile(file: string): Promise<Document> {
  const advice = 'Give a file or a web address that begins with https://.';
  if (file === '') throw usageError(`The name of the file is empty. ${advice}`);
  const bytes = await readFileLater(file, { ...documentLimits, advice });
  const { config } = await configFrom({});
  return createParser(config.parse)({ bytes, url: pathToFileURL(resolve(file)).href });
}

const SHOWN_CHARACTERS = 160;

export function renderTree(document: Document, style: Style): string {
  const facts = [
    document.url,
    document.date && `date ${document.date}`,
    document.language && `language ${document.language}`,
  ].filter(Boolean);
  const lines = [
    style.bold(oneLine(document.title || '(no title)')),
    style.dim(facts.map((fact) => oneLine(`${fact}`)).join('  ')),
  ];
  if (document.description) lines.push(oneLine(document.description));
  for (const [at, { headings, text, start, end, location = '' }] of document.sections.entries()) {
    const indent = '  '.repeat(Math.max(0, headings.length - 1));
    lines.push(
      '',
      `${indent}${style.bold(oneLine(`${at} ${headings.join(' > ') || '(opening)'}`))} ${style.dim(`${start}-${end} ${location}`.trim())}`,
    );
    lines.push(`${indent}${oneLine(text, SHOWN_CHARACTERS)}`);
  }
  if (document.leftOut?.length)
    lines.push(
      '',
      style.bold('Left out'),
      ...document.leftOut.map(({ what, why, characters }) => oneLine(`${what}: ${why} (${characters} characters)`)),
    );
  return lines.join('\n');
}
