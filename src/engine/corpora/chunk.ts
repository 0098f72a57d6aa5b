/** Cuts a document into the stretches that are indexed. Every stretch keeps its place in the document's text. */
import type { Document, Passage, Section } from '../../core/data.js';
import { WinnowError } from '../../core/errors.js';
import type { Embedder } from '../../core/ports.js';
import { contextualText } from '../../text/contextual.js';
import { type CutRule, type Stretch, semanticChunks } from '../../text/semantic-chunks.js';
import { splitSentences } from '../../text/sentences.js';
import { cosine } from '../../text/vectors.js';

export const CHUNKINGS = ['sections', 'semantic', 'fixed', 'whole'] as const;
export type Chunking = (typeof CHUNKINGS)[number];

/** About 512 tokens: a record below this is one passage unless told otherwise, and a section above it is cut. */
export const WHOLE_CHARACTERS = 2000;

export type ChunkInput = {
  readonly chunking: Chunking;
  /** Needed for semantic chunks alone. */
  readonly embedder?: Embedder | undefined;
  readonly cut?: CutRule | undefined;
  readonly signal: AbortSignal;
};

export async function chunkDocument(document: Document, input: ChunkInput): Promise<Passage[]> {
  const stretches = await stretchesOf(document, input);
  const { id, url, title, date } = document;
  const source = { id, url, title, ...(date !== undefined && { date }) };
  return stretches
    .filter(({ start, end }) => document.text.slice(start, end).trim() !== '')
    .map(({ start, end }, at) => {
      const text = document.text.slice(start, end);
      const { headings = [], location, isLinks } = sectionAt(document, start) ?? {};
      const marks = { ...(location !== undefined && { location }), ...(isLinks && { isLinks }) };
      return { id: `${id}#${at}`, source, headings, text, start, end, ...marks };
    });
}

/** What the embedder and the reranker see of a passage. */
export const embeddedText = ({ source, headings, text }: Passage): string =>
  contextualText(source.title, headings, text);

async function stretchesOf(document: Document, input: ChunkInput): Promise<readonly Stretch[]> {
  const { text, sections } = document;
  const all = { start: 0, end: text.length };
  if (input.chunking === 'whole') return [all];
  if (input.chunking === 'fixed') return windows(text, all);
  if (input.chunking === 'semantic') return semantic(document, input);
  const parts = sections.length > 0 ? sections : [all];
  return parts.flatMap((part) => (part.end - part.start > WHOLE_CHARACTERS ? windows(text, part) : [part]));
}

/** The last section that begins at or before this place. */
function sectionAt({ sections }: Document, place: number): Section | undefined {
  let [from, to] = [0, sections.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sections[middle]!.start <= place) from = middle + 1;
    else to = middle;
  }
  return sections[from - 1];
}

/** 200 words fill the 256 tokens that the bundled embedder reads; a fifth of them is said again in the next window. */
const WINDOW_WORDS = 200;
const OVERLAP_WORDS = 40;

type CountedStretch = Stretch & { readonly words: number };

/** Windows of about 200 words on sentence borders, each beginning about 40 words before the end of the one before. */
export function windows(text: string, { start, end }: Stretch): Stretch[] {
  const sentences = splitSentences(text.slice(start, end)).flatMap((sentence) =>
    pieces(text, start + sentence.start, start + sentence.end),
  );
  const found: Stretch[] = [];
  let first = 0;
  while (first < sentences.length) {
    const next = endOfWindow(sentences, first);
    found.push({ start: sentences[first]!.start, end: sentences[next - 1]!.end });
    if (next === sentences.length) break;
    first = startOfOverlap(sentences, { first, next });
  }
  return found;
}

function endOfWindow(sentences: readonly CountedStretch[], first: number): number {
  let [next, words] = [first, 0];
  while (next < sentences.length && (next === first || words + sentences[next]!.words <= WINDOW_WORDS))
    words += sentences[next++]!.words;
  return next;
}

function startOfOverlap(
  sentences: readonly CountedStretch[],
  { first, next }: { first: number; next: number },
): number {
  let [at, words] = [next, 0];
  while (at - 1 > first && words + sentences[at - 1]!.words <= OVERLAP_WORDS) words += sentences[--at]!.words;
  return at;
}

/** Text in scripts without spaces counts a word for every two characters, so that its windows end too. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{1,2}|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/** A sentence, or where it is longer than a window, pieces of it that are not. */
function pieces(text: string, start: number, end: number): CountedStretch[] {
  const words = [...text.slice(start, end).matchAll(WORD)].map(({ 0: word, index }) => ({
    start: start + index,
    end: start + index + word.length,
  }));
  if (words.length <= WINDOW_WORDS) return [{ start, end, words: words.length }];
  const found: CountedStretch[] = [];
  for (let from = 0; from < words.length; from += WINDOW_WORDS) {
    const some = words.slice(from, from + WINDOW_WORDS);
    found.push({ start: some[0]!.start, end: some.at(-1)!.end, words: some.length });
  }
  return found;
}

/**
 * With the bundled embedder neighbours rarely reach the paper's similarity of 0.8; the sharpest tenth of this text's
 * own turns is cut instead.
 */
const CUT_SHARE = 0.1;

async function semantic(
  { text, sections }: Document,
  { embedder, cut, signal }: ChunkInput,
): Promise<readonly Stretch[]> {
  if (!embedder)
    throw new WinnowError(
      'usage',
      'Semantic chunks need an embedder. Leave --embed off out, or choose --chunk sections.',
    );
  const parts: readonly Stretch[] = sections.length > 0 ? sections : [{ start: 0, end: text.length }];
  const embedded: { sentences: readonly Stretch[]; vectors: readonly Float32Array[] }[] = [];
  for (const { start, end } of parts) {
    const sentences = splitSentences(text.slice(start, end));
    const vectors = await embedder.embed(
      sentences.map((sentence) => sentence.text),
      { signal },
    );
    embedded.push({
      sentences: sentences.map((sentence) => ({ start: start + sentence.start, end: start + sentence.end })),
      vectors,
    });
  }
  const rule = cut ?? sharpestTurns(embedded.map(({ vectors }) => vectors));
  return embedded.flatMap((part) => semanticChunks(text, part, { cut: rule }));
}

/** The similarity below which a tenth of all neighbours lie. */
function sharpestTurns(parts: readonly (readonly Float32Array[])[]): CutRule {
  const similarities = parts.flatMap((vectors) =>
    vectors.slice(1).map((vector, at) => cosine(vectors[at] as Float32Array, vector)),
  );
  const sorted = similarities.sort((left, right) => left - right);
  return { below: sorted[Math.ceil(sorted.length * CUT_SHARE)] ?? Number.NEGATIVE_INFINITY };
}
