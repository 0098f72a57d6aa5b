/** Which question format a text is in, told from what stands in it. The caller can always name the format instead. */
import { jsonRecords } from './json-records.js';

export const questionFormats = [
  'winnow',
  'mmu-ragent',
  'liverag',
  'liverag-benchmark',
  'datamorgana',
  'flashrag',
  'pubhealth',
  'squad',
  'beir',
  'csv',
  'tsv',
] as const;

export type QuestionFormat = (typeof questionFormats)[number];

type Marks = readonly [QuestionFormat, (keys: ReadonlySet<string>) => boolean];

const marks: readonly Marks[] = [
  ['mmu-ragent', (keys) => keys.has('iid') && keys.has('query')],
  ['liverag-benchmark', (keys) => keys.has('Question') && keys.has('Answer')],
  ['flashrag', (keys) => keys.has('question') && keys.has('golden_answers')],
  ['pubhealth', (keys) => keys.has('claim') && keys.has('label')],
  ['datamorgana', (keys) => keys.has('question') && keys.has('answer') && keys.has('document_ids')],
  // Nothing but these two, or rows of ours that lack their answers would pass for questions without any.
  ['liverag', (keys) => keys.size === 2 && keys.has('id') && keys.has('question')],
];

/** How many rows are looked at; all of them must agree. */
const SAMPLE = 20;

/** Ours when no other fits, so that its messages say what is missing. */
export function detectFormat(text: string): Exclude<QuestionFormat, 'beir'> {
  if (/^\s*[[{]/.test(text)) return isSquad(text) ? 'squad' : detectRecords(text);
  const header = text.trimStart().split('\n', 1)[0] ?? '';
  if (/(?:^|\t)claim(?:\t|$)/.test(header) && /\tlabel(?:\t|\s*$)/.test(header)) return 'pubhealth';
  return header.includes('\t') ? 'tsv' : 'csv';
}

/** One object with a list `data`: on the first line, or over many, in which case the first line alone is not JSON. */
function isSquad(text: string): boolean {
  if (!/"data"\s*:\s*\[/.test(text)) return false;
  try {
    const first: unknown = JSON.parse(text.trimStart().split('\n', 1)[0] ?? '');
    return typeof first === 'object' && first !== null && 'data' in first && Array.isArray(first.data);
  } catch {
    return true;
  }
}

function detectRecords(text: string): Exclude<QuestionFormat, 'beir' | 'squad' | 'csv' | 'tsv'> {
  const samples: ReadonlySet<string>[] = [];
  for (const record of jsonRecords(text)) {
    if ('value' in record && typeof record.value === 'object') samples.push(new Set(Object.keys(record.value ?? {})));
    if (samples.length === SAMPLE) break;
  }
  const fitting = samples.length > 0 ? marks.find(([, fits]) => samples.every(fits))?.[0] : undefined;
  return (fitting ?? 'winnow') as ReturnType<typeof detectRecords>;
}
