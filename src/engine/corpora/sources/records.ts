/**
 * A JSONL file, one document a line, read as it is needed: the file may be larger than memory. A bad line is named and
 * left out.
 */
import { createReadStream, statSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Document } from '../../../core/data.js';
import { messageOf } from '../../../core/errors.js';
import { readRecord } from '../../../providers/folder/records.js';
import { fingerprint } from './fingerprint.js';
import type { Source, SourceItem } from './types.js';

export function recordSource(file: string): Source {
  return { total: statSync(file).size, unit: 'bytes', items: () => readLines(file) };
}

async function* readLines(file: string): AsyncGenerator<SourceItem> {
  let [position, line] = [0, 0];
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    position += Buffer.byteLength(text) + 1;
    line += 1;
    const clean = line === 1 ? text.replace(/^\uFEFF/, '') : text;
    if (clean.trim() !== '') yield { position, ...readOne(clean, `${file}, line ${line}`) };
  }
}

function readOne(line: string, where: string) {
  try {
    const document = readRecord(line, where);
    return { found: { id: document.id, content: contentOf(document), isRecord: true, document: async () => document } };
  } catch (error) {
    return { unread: { what: where, why: messageOf(error).replace(`${where}: `, '') } };
  }
}

const contentOf = ({ url, title, text }: Document): string => fingerprint(url, title, text);
