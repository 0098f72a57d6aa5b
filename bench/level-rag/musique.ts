/**
 * Questions with gold decompositions (`decomposition`: q, a; `gold_doc_ids`) over one corpus of paragraphs, and which
 * gold document answers which step.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder, Retriever } from '../../src/core/ports.js';
import { corpusOf } from '../../src/engine/corpora/corpus.js';
import { corpusRetriever } from '../../src/engine/corpora/retriever.js';
import { openIndex } from '../../src/providers/index/open.js';
import { fillIn } from '../../src/text/decompose.js';
import { coverage } from '../../src/text/lexical.js';
import { terms, words } from '../../src/text/terms.js';

export type Paragraph = { readonly id: string; readonly title: string; readonly text: string };
export type GoldStep = { readonly q: string; readonly a: string };
export type MultiHop = {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly gold_doc_ids: readonly string[];
  readonly type: string;
  readonly decomposition: readonly GoldStep[];
};

const rows = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);

export function readSet(folder: string): { paragraphs: Paragraph[]; questions: MultiHop[] } {
  return { paragraphs: rows(join(folder, 'corpus.jsonl')), questions: rows(join(folder, 'questions.jsonl')) };
}

/** One passage per paragraph, its title indexed with it; vectors where there is an embedder. */
export async function retrieverOver(paragraphs: readonly Paragraph[], embedder?: Embedder): Promise<Retriever> {
  const index = openIndex({ language: 'en' });
  const { signal } = new AbortController();
  const vectors = await embedder?.embed(
    paragraphs.map(({ title, text }) => `${title}\n${text}`),
    { signal, keep: true },
  );
  await index.add(
    paragraphs.map(({ id, title, text }, at) => ({
      passage: { id: `${id}#0`, source: { id, url: id, title }, headings: [], text, start: 0, end: text.length },
      ...(vectors?.[at] && { vector: vectors[at] }),
    })),
  );
  await index.commit({ embedder: embedder?.name ?? null, chunkings: ['whole'], changedAt: '' });
  return corpusRetriever(corpusOf({ name: 'paragraphs', index }, embedder ? { embedder } : {}), {
    hasEmbedder: embedder !== undefined,
  });
}

/** The steps as they are asked once all earlier answers are known. */
export function filledSteps({ decomposition }: MultiHop): string[] {
  return decomposition.map(({ q }) => fillIn(q, (number) => decomposition[number - 1]?.a).trim());
}

function permutations<T>(items: readonly T[]): T[][] {
  return items.length <= 1
    ? [[...items]]
    : items.flatMap((item, at) => permutations(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** Whether the answer stands in the paragraph or its title, by words. */
export function holds({ title, text }: Paragraph, answer: string): boolean {
  return ` ${words(`${title} ${text}`).join(' ')} `.includes(` ${words(answer).join(' ')} `);
}

/**
 * The gold paragraph of each step: the one-to-one choice in which paragraphs best hold the steps' answers, then the
 * steps' words.
 */
export function goldOf(multiHop: MultiHop, paragraphs: ReadonlyMap<string, Paragraph>): Paragraph[] {
  const gold = multiHop.gold_doc_ids.map((id) => paragraphs.get(id) as Paragraph);
  const asked = filledSteps(multiHop);
  const suits = (paragraph: Paragraph, at: number) => {
    const isThere = holds(paragraph, multiHop.decomposition[at]?.a ?? '');
    return Number(isThere) + coverage(terms(asked[at] ?? ''), `${paragraph.title} ${paragraph.text}`);
  };
  const total = (order: readonly Paragraph[]) => order.reduce((sum, paragraph, at) => sum + suits(paragraph, at), 0);
  return permutations(gold).reduce((best, order) => (total(order) > total(best) + 1e-9 ? order : best));
}
