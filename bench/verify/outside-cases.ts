/**
 * True sentences from DataMorgana500, made while measuring and kept nowhere: sentences of its pages said in another way (transform.ts), and those
 * of its answers that their pages hold. Every third question is kept aside.
 */
import { join } from 'node:path';
import { coverage } from '../../src/text/facts/coverage.js';
import { namesIn } from '../../src/text/question.js';
import { splitSentences } from '../../src/text/sentences.js';
import { type Part, readLines, type TrueCase, windowsOf } from './cases.js';
import { joinedWith, type Said, waysToSay } from './transform.js';

type Page = { readonly id: string; readonly title?: string; readonly text: string };
type Answered = { readonly answers: readonly string[]; readonly gold_doc_ids: readonly string[] };
type Asked = { readonly answer: string; readonly gold: readonly Page[] };

function questionsOf(data: string, part: Part): Asked[] {
  const folder = join(data, 'datamorgana500');
  const pages = new Map(readLines<Page>(join(folder, 'corpus.jsonl')).map((page) => [page.id, page]));
  return readLines<Answered>(join(folder, 'questions.jsonl'))
    .filter((_, at) => part === 'all' || (at % 3 === 2) === (part === 'test'))
    .map(({ answers, gold_doc_ids: ids }) => ({ answer: answers[0] ?? '', gold: ids.flatMap((id) => pages.get(id) ?? []) }));
}

function caseOf({ kind, text }: Said, gold: readonly Page[]): TrueCase {
  const passages = gold.flatMap(({ id, title = '', text: whole }) => windowsOf(whole, { id, url: id, title }));
  return { text, kind, passages, names: [...new Set(gold.flatMap((page) => namesIn(page.text)))] };
}

/** An answer counts as true when its pages hold nearly all its words: the others say more than their pages. */
const HELD = 0.8;

export function answerCases(data: string, { part, limit }: { readonly part: Part; readonly limit: number }): TrueCase[] {
  const cases = questionsOf(data, part).flatMap(({ answer, gold }) =>
    splitSentences(answer)
      .slice(0, 2)
      .filter(({ text }) => /[.!]$/.test(text) && coverage(text, gold.map((page) => page.text).join(' ')) >= HELD)
      .map(({ text }) => ({ said: { kind: 'answer', text }, gold })),
  );
  return cases.slice(0, limit).map(({ said, gold }) => caseOf(said, gold));
}

/** A statement of a third person with something to check in it. */
const STATEMENT = /^\p{Lu}[^"“”‘’()[\]:;|•?!*/_…#®\n]{40,190}\.$/u;
const SPOKEN = /\b(?:I|we|you|your|our|my|us|me|let's|please|click|here|today|yesterday|tomorrow|above|following)\b/i;
const CHECKABLE = /\d|(?<=\p{Ll} )\p{Lu}\p{Ll}{3,}/u;

const isStatement = (text: string): boolean => STATEMENT.test(text) && !SPOKEN.test(text) && CHECKABLE.test(text);

/** So many of each way are made, one a question at most, so that no page and no way rules. */
export function saidOtherwise(data: string, { part, each }: { readonly part: Part; readonly each: number }): TrueCase[] {
  const counts = new Map<string, number>();
  return questionsOf(data, part).flatMap(({ gold }): TrueCase[] => {
    const [made] = [...joined(gold), ...gold.flatMap(saidOf)]
      .filter(({ kind }) => (counts.get(kind) ?? 0) < each)
      .sort((left, right) => (counts.get(left.kind) ?? 0) - (counts.get(right.kind) ?? 0));
    if (!made) return [];
    counts.set(made.kind, (counts.get(made.kind) ?? 0) + 1);
    return [caseOf(made, gold)];
  });
}

function saidOf({ text }: Page): Said[] {
  const sentences = splitSentences(text);
  return sentences.flatMap(({ text: sentence }, at) =>
    isStatement(sentence) ? [...waysToSay(sentence, sentences[at - 1]?.text), { kind: 'verbatim', text: sentence }] : [],
  );
}

function joined([one, other]: readonly Page[]): Said[] {
  const [first, second] = [one, other].map((page) =>
    splitSentences(page?.text ?? '').find(({ text }) => isStatement(text) && text.length < 110),
  );
  return first && second && one !== other ? [joinedWith(first.text, second.text)] : [];
}
