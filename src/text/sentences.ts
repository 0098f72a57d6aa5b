/**
 * Cuts text into sentences with exact offsets, in linear time. Headings, table rows and list items are units of their
 * own. Not built on Intl.Segmenter: it ends sentences at every newline, and its answer changes with the ICU data of the
 * Node in use. Sentences inside a quotation are cut like any others.
 */
import { stopEndsSentence } from './sentences/abbreviation.js';
import { inlineItems, markdownBlocks } from './sentences/blocks.js';
import { sentenceOpeners } from './sentences/words.js';

export type Sentence = { readonly text: string; readonly start: number; readonly end: number };

export function splitSentences(text: string): readonly Sentence[] {
  const sentences: Sentence[] = [];
  for (const block of markdownBlocks(text)) {
    const starts = block.whole ? [block.start] : inlineItems(text, block);
    for (const [item, start] of starts.entries()) {
      const end = starts[item + 1] ?? block.end;
      let from = start;
      for (const cut of block.whole ? [] : cutsIn(text, start, end)) {
        pushTrimmed(sentences, text, { start: from, end: cut });
        from = cut;
      }
      pushTrimmed(sentences, text, { start: from, end });
    }
  }
  return sentences;
}

function pushTrimmed(sentences: Sentence[], source: string, span: { start: number; end: number }): void {
  const untrimmed = source.slice(span.start, span.end);
  const text = untrimmed.trim();
  if (text === '') return;
  const start = span.start + untrimmed.length - untrimmed.trimStart().length;
  if (text.length <= longestSentence) sentences.push({ text, start, end: start + text.length });
  else
    for (const piece of piecesOf(text))
      sentences.push({ text: piece[0], start: start + piece.index, end: start + piece.index + piece[0].length });
}

/** Nobody writes longer ones: it is a table, a log or a key without any stop. */
const longestSentence = 4000;

/** Lines, or stretches of one that end at a blank where there is one. */
function piecesOf(text: string): RegExpStringIterator<RegExpExecArray> {
  return text.matchAll(/\S(?:.{0,3998}\S(?=\s|$)|.{0,3999})/gu);
}

/** One or more end marks; a spaced ellipsis ". . ." is one run. */
const endMarks = /[.!?…।॥؟۔‼⁇⁈⁉]+(?:[ \u00a0]\.(?=[\s"'”’)\]]|$))*|[。！？｡．]+/gu;
const wideMark = /[。！？｡．]/u;
/**
 * Closing quotes, brackets and emphasis, then footnote or citation numbers, which may stand after a blank: "It is.
 * [1][2]".
 */
const closers = /["'”’»)\]}」』）】*_`]*(?:[ \t]?\[\d{1,3}(?:, ?\d{1,3})*\])*["'”’»)*_]*/uy;
const gap = /\s+/uy;
const openers = /["'“‘„«‹([{「『（*_`¿¡–—-]*\s?/uy;
const listLetter = /\((?:[a-z]|[ivx]{1,5}|\d{1,3})\)\s/uy;
const nextWordPattern = /[\p{L}\p{N}]{1,24}(?:['’]\p{L}{1,3})?/uy;

function* cutsIn(source: string, start: number, end: number): Generator<number> {
  const text = source.slice(start, end);
  let from = 0;
  for (const match of text.matchAll(endMarks)) {
    const cut = cutAt(text, from, { marks: match[0], at: match.index });
    if (cut === undefined || cut >= text.length) continue;
    yield start + cut;
    from = cut;
  }
}

type Run = { readonly marks: string; readonly at: number };

/** The offset at which the sentence ends, or nothing when these marks do not end it. */
function cutAt(text: string, from: number, { marks, at }: Run): number | undefined {
  const marksEnd = at + marks.length;
  const end = skip(closers, text, marksEnd);
  if (wideMark.test(marks)) return wideMarkEnds(text, marksEnd, end) ? end : undefined;
  if (/[[(]/.test(text[at - 1] ?? '') && /[\])]/.test(text[marksEnd] ?? '')) return undefined; // "[...]", "(?)"
  const next = skip(gap, text, end);
  const word = wordAt(text, skip(openers, text, next));
  if (next === end) return marks === '.' && gluedSentence(text, at, word) ? end : undefined;
  if ((word.lower && !matches(listLetter, text, next)) || /[,;:)\]]/.test(text[next] ?? '')) return undefined;
  if (marks === '.')
    return stopEndsSentence({ text, from, at, word, afterGap: text.slice(next, next + 8) }) ? end : undefined;
  return /^[.\s…]+$/.test(marks) ? ellipsisCut(text, { marks, at }, { end, word: word.text }) : end;
}

/** 「はい。」と言った goes on after the quotation: hiragana or a comma follows the closing bracket. */
function wideMarkEnds(text: string, marksEnd: number, end: number): boolean {
  const next = text[end] ?? '';
  if (text[marksEnd - 1] === '．' && /\p{N}/u.test(next)) return false;
  return end === marksEnd || !/[\p{Script=Hiragana}、，]/u.test(next);
}

/** "the end.Today we ..." after a lost blank; "Math.Random" and "example.com" stay whole. */
function gluedSentence(text: string, at: number, word: NextWord): boolean {
  const before = text.slice(Math.max(0, at - 24), at);
  return (
    (sentenceOpeners.has(word.text) || word.text === 'Mr') && /(?:^|\s)["“(]?(?:\p{L}{2,}|[\d,]+)["”)]?$/u.test(before)
  );
}

/**
 * Three dots may be a pause ("the thing is ... I know"); a stop and three spaced dots are an end and an omission (MLA
 * style).
 */
function ellipsisCut(
  text: string,
  { marks, at }: Run,
  { end, word }: { end: number; word: string },
): number | undefined {
  const dots = marks.replace(/\s/g, '').length;
  if (dots === 4 && marks.includes(' ') && /\S/.test(text[at - 1] ?? ' ')) return at + 1;
  return dots === 4 || !/^I(?:['’]|$)/.test(word) ? end : undefined;
}

type NextWord = { readonly text: string; readonly lower: boolean; readonly dotted: boolean };

function wordAt(text: string, at: number): NextWord {
  const end = skip(nextWordPattern, text, at);
  const word = text.slice(at, end).replace('’', "'");
  return { text: word, lower: /^\p{Ll}/u.test(word), dotted: text[end] === '.' };
}

function skip(pattern: RegExp, text: string, at: number): number {
  return matches(pattern, text, at) ? pattern.lastIndex : at;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
