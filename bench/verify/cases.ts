/** True sentences with the passages they come from: answers of DataMorgana500, and paraphrases of the sample corpus written by hand. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Passage } from '../../src/core/data.js';
import { parseDocument } from '../../src/providers/parse/index.js';
import { namesIn } from '../../src/text/question.js';
import { splitSentences } from '../../src/text/sentences.js';

export type TrueCase = {
  readonly text: string;
  readonly kind: string;
  readonly passages: readonly Passage[];
  /** Names of the same pages, to put in the place of others. */
  readonly names: readonly string[];
};

export function readLines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

/** As long as a section that is worth reading, with an overlap of two sentences. */
const WINDOW_WORDS = 150;

export function windowsOf(text: string, source: Passage['source']): Passage[] {
  const sentences = splitSentences(text);
  const windows: Passage[] = [];
  for (let from = 0; from < sentences.length; ) {
    let [to, words] = [from, 0];
    while (to < sentences.length && words < WINDOW_WORDS) words += (sentences[to++]?.text ?? '').split(/\s+/).length;
    const [start, end] = [sentences[from]?.start ?? 0, sentences[to - 1]?.end ?? 0];
    windows.push({ id: `${source.id}#${windows.length}`, source, headings: [], text: text.slice(start, end), start, end });
    if (to >= sentences.length) break;
    from = Math.max(from + 1, to - 2);
  }
  return windows;
}

type Page = { readonly id: string; readonly title?: string; readonly text: string };
type Answered = { readonly answers: readonly string[]; readonly gold_doc_ids: readonly string[] };

/** Every sentence of an answer in which the dataset's own model says something. */
export function dataMorganaCases(data: string, limit: number): TrueCase[] {
  const folder = join(data, 'datamorgana500');
  const pages = new Map(readLines<Page>(join(folder, 'corpus.jsonl')).map((page) => [page.id, page]));
  const cases: TrueCase[] = [];
  for (const { answers, gold_doc_ids: ids } of readLines<Answered>(join(folder, 'questions.jsonl'))) {
    const gold = ids.flatMap((id) => pages.get(id) ?? []);
    const passages = gold.flatMap(({ id, title = '', text }) => windowsOf(text, { id, url: id, title }));
    const names = [...new Set(gold.flatMap(({ text }) => namesIn(text)))];
    for (const { text } of splitSentences(answers[0] ?? '').slice(0, 2)) {
      if (cases.length >= limit) return cases;
      if (/[.!]$/.test(text)) cases.push({ text, kind: 'answer', passages, names });
    }
  }
  return cases;
}

type Paraphrase = {
  readonly url: string | readonly string[];
  readonly paraphrase: string;
  readonly kind: string;
  readonly part: 'tune' | 'test';
};

const corpus = fileURLToPath(new URL('../../corpus', import.meta.url));
const paraphrases = fileURLToPath(new URL('../../experiments/data/paraphrases.jsonl', import.meta.url));

/** About a third, by pages, is kept aside: `test` is looked at once, when the limits stand. */
export async function paraphraseCases(part: 'tune' | 'test' | 'all'): Promise<TrueCase[]> {
  if (!existsSync(paraphrases)) return [];
  const files = new Map(readLines<{ url: string; file: string }>(join(corpus, 'manifest.jsonl')).map(({ url, file }) => [url, file]));
  const wanted = readLines<Paraphrase>(paraphrases).filter((one) => part === 'all' || one.part === part);
  return Promise.all(
    wanted.map(async ({ url, paraphrase, kind }) => {
      const documents = await Promise.all(
        [url].flat().map(async (one) => parseDocument({ bytes: readFileSync(join(corpus, files.get(one) ?? '')), url: one })),
      );
      const passages = documents.flatMap(({ id, title, sections }) =>
        sections.map((section, at) => ({ ...section, id: `${id}#${at}`, source: { id, url: id, title } })),
      );
      return { text: paraphrase, kind, passages, names: [...new Set(documents.flatMap(({ text }) => namesIn(text)))] };
    }),
  );
}
