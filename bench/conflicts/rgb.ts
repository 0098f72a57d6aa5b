/** RGB's questions, each with a right answer and a wrong one, and its snippets by their ids. */
import { join } from 'node:path';
import { readJsonLines } from '../survival/cases.js';
import type { Page } from './citing.js';

export type RgbQuestion = {
  readonly question: string;
  readonly answers: readonly string[];
  readonly fake_answer: string;
  readonly gold_doc_ids: readonly string[];
  readonly wrong_doc_ids: readonly string[];
};

export type Rgb = { readonly pages: ReadonlyMap<string, Page>; readonly questions: readonly RgbQuestion[] };

export function readRgb(data: string): Rgb {
  const folder = join(data, 'rgb-fact');
  const pages = readJsonLines<Page>(join(folder, 'corpus.jsonl'));
  return {
    pages: new Map(pages.map((page) => [page.id, page])),
    questions: readJsonLines<RgbQuestion>(join(folder, 'questions.jsonl')),
  };
}
