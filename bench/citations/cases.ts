/** True sentences of the sample corpus with the passages they come from: paraphrases written by hand, and sentences as they stand. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Document, Passage } from '../../src/core/data.js';
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

/** Rules and limits are found on `tune`; `test` is scored when they stand. */
export type Part = 'tune' | 'test' | 'all';

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

export type Paraphrase = {
  readonly url: string | readonly string[];
  /** What the page says. */
  readonly quote: string | readonly string[];
  readonly paraphrase: string;
  readonly kind: string;
  /** By pages: about a third is kept aside. */
  readonly part: 'tune' | 'test';
};

const corpus = fileURLToPath(new URL('../../corpus', import.meta.url));
const file = fileURLToPath(new URL('../../experiments/data/paraphrases.jsonl', import.meta.url));

export function paraphrases(part: Part): Paraphrase[] {
  return readLines<Paraphrase>(file).filter((one) => part === 'all' || one.part === part);
}

const files = new Map(readLines<{ url: string; file: string }>(join(corpus, 'manifest.jsonl')).map((page) => [page.url, page.file]));
const parsed = new Map<string, Promise<Document>>();

/** A page of the sample corpus, parsed once. */
export function samplePage(url: string): Promise<Document> {
  const page = parsed.get(url) ?? parseDocument({ bytes: readFileSync(join(corpus, files.get(url) ?? '')), url });
  parsed.set(url, page);
  return page;
}

async function caseOf({
  text,
  kind,
  urls,
}: {
  readonly text: string;
  readonly kind: string;
  readonly urls: readonly string[];
}): Promise<TrueCase> {
  const documents = await Promise.all(urls.map(samplePage));
  const passages = documents.flatMap(({ id, title, sections }) =>
    sections.map((section, at) => ({ ...section, id: `${id}#${at}`, source: { id, url: id, title } })),
  );
  return { text, kind, passages, names: [...new Set(documents.flatMap((document) => namesIn(document.text)))] };
}

export async function paraphraseCases(part: Part): Promise<TrueCase[]> {
  return Promise.all(paraphrases(part).map(({ url, paraphrase, kind }) => caseOf({ text: paraphrase, kind, urls: [url].flat() })));
}

/** A sentence with something to check in it, as it stands on each page that has paraphrases: its altered twins are checked, too. */
export async function verbatimCases(part: Part): Promise<TrueCase[]> {
  const urls = [...new Set(paraphrases(part).flatMap(({ url }) => [url].flat().slice(0, 1)))];
  const cases = await Promise.all(
    urls.map(async (url) => {
      const sentences = splitSentences((await samplePage(url)).text).filter(
        ({ text }) => /^\p{Lu}[^"“|#]{40,180}\.$/u.test(text) && /\d/.test(text),
      );
      return sentences.slice(-1).map(({ text }) => caseOf({ text, kind: 'verbatim', urls: [url] }));
    }),
  );
  return Promise.all(cases.flat());
}

/** All pages of the sample corpus that can be read. */
export async function samplePages(): Promise<Document[]> {
  const read = await Promise.allSettled([...files.keys()].map(samplePage));
  return read.flatMap((page) => (page.status === 'fulfilled' ? [page.value] : []));
}
