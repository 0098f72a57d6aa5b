/**
 * Reads a question set, from a file or a folder, in any of the formats we know. Nothing is returned while a row is bad,
 * unless asked.
 */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../../core/errors.js';
import { SAMPLE_CORPUS } from '../../engine/own-documents.js';
import { beirFiles, readBeir } from './beir.js';
import type { ColumnMap } from './columns.js';
import { detectFormat, type QuestionFormat, questionFormats } from './detect.js';
import {
  type QuestionReader,
  readDataMorgana,
  readFlashRag,
  readLiveRag,
  readLiveRagBenchmark,
  readMmuRagent,
  readPubHealth,
  readWinnow,
} from './json-questions.js';
import { readMapped } from './mapped-questions.js';
import { collectRows, type QuestionRow, type RowSet } from './rows.js';
import { readSquad } from './squad.js';
import { readClaimTable, readTable } from './table-questions.js';
import { readTextFile } from './text-file.js';

export type ReadOptions = {
  /** Told from the content by default. */
  readonly format?: QuestionFormat | undefined;
  /** For CSV, TSV and JSONL; what it does not name is found by usual names. */
  readonly columns?: ColumnMap | undefined;
  /** Leave bad rows out and return them beside the good ones. */
  readonly skipBad?: boolean | undefined;
};

export type QuestionSet = RowSet<QuestionRow> & {
  readonly format: QuestionFormat;
  /** The files that were read, for whoever records which data was used. */
  readonly files: readonly string[];
};

const fileNames = ['questions.jsonl', 'questions.json', 'questions.csv', 'questions.tsv'];

/** `sample` is the corpus that comes with Winnow; a folder of that name is `./sample`. */
export const dataPath = (data: string): string => (data === 'sample' ? SAMPLE_CORPUS : data);

export function readQuestions(data: string, options: ReadOptions = {}): QuestionSet {
  const path = dataPath(data);
  const { format: stated, skipBad } = options;
  if (stated && !questionFormats.includes(stated)) {
    throw usageError(`No format is called "${stated}". Choose from: ${questionFormats.join(', ')}.`);
  }
  const file = isFolder(path) ? fileIn(path, stated) : path;
  if (file === undefined) {
    return {
      ...collectRows(readBeir(path), { path, readAs: 'beir', skipBad }),
      format: 'beir',
      files: beirFiles(path),
    };
  }
  const content = readTextFile(file);
  const format = stated ?? detectFormat(content);
  return {
    ...collectRows(readerFor(format, options)(content), { path: file, readAs: format, skipBad }),
    format,
    files: [file],
  };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The file of questions in a folder; `undefined` for a BEIR folder. */
function fileIn(folder: string, stated: QuestionFormat | undefined): string | undefined {
  const found = fileNames.find((file) => existsSync(join(folder, file)));
  if (found !== undefined && stated !== 'beir') return join(folder, found);
  if (existsSync(join(folder, 'queries.jsonl'))) return undefined;
  throw usageError(
    `${folder} holds neither ${fileNames.join(', ')} nor queries.jsonl (BEIR). Give a folder with one of them.`,
  );
}

function readerFor(format: QuestionFormat, { columns }: ReadOptions): QuestionReader {
  const readers: Readonly<Record<Exclude<QuestionFormat, 'beir'>, QuestionReader>> = {
    winnow: readWinnow,
    'mmu-ragent': readMmuRagent,
    liverag: readLiveRag,
    'liverag-benchmark': readLiveRagBenchmark,
    datamorgana: readDataMorgana,
    flashrag: readFlashRag,
    pubhealth: (content) => (/^\s*[[{]/.test(content) ? readPubHealth(content) : readClaimTable(content)),
    squad: readSquad,
    csv: (content) => readTable(content, { delimiter: ',', columns }),
    tsv: (content) => readTable(content, { delimiter: '\t', columns }),
  };
  if (columns && (format === 'squad' || format === 'beir'))
    throw usageError(
      `A column map is for CSV, TSV and JSONL; the file is read as ${format}. Leave the map out, or name the format.`,
    );
  if (columns && format !== 'csv' && format !== 'tsv') return (content) => readMapped(content, columns);
  if (format !== 'beir') return readers[format];
  throw usageError('A BEIR set is a folder with queries.jsonl and qrels/. Give the folder, not a file in it.');
}
