/**
 * CLAPNQ's questions in our format. Their long answers were written from sentences that people chose: those count as
 * the answers.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Row = { id: string; question: string; type: string; gold_doc_ids?: string[]; selected_sentences?: string[][] };

export function convertClapnq(folder: string, file: string): void {
  const rows = readFileSync(join(folder, 'questions.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const converted = rows.map(({ id, question, type, gold_doc_ids = [], selected_sentences = [] }, at) => ({
    id,
    question,
    type,
    answers: type === 'answerable' ? selected_sentences.flat() : [],
    gold_doc_ids,
    split: at % 2 === 0 ? 'tune' : 'held-out',
  }));
  writeFileSync(file, `${converted.map((row) => JSON.stringify(row)).join('\n')}\n`);
}
