/** Claims with known labels: RGB's questions and answers against right, wrong and noise snippets; SciFact's claims against their abstracts. */
import { join } from 'node:path';
import type { Passage } from '../../src/core/data.js';
import { readLines } from './cases.js';

export type Labelled = {
  readonly claim: string;
  readonly label: 'supported' | 'contradicted' | 'none';
  readonly passages: readonly Passage[];
};

type Page = { readonly id: string; readonly title: string; readonly text: string };

const passageOf = ({ id, title, text }: Page): Passage => ({
  id,
  source: { id, url: id, title },
  headings: [],
  text,
  start: 0,
  end: text.length,
});

type RgbQuestion = {
  readonly question: string;
  readonly answers: readonly string[];
  readonly gold_doc_ids: readonly string[];
  readonly wrong_doc_ids: readonly string[];
  readonly negative_doc_ids: readonly string[];
};

/** One snippet of each kind a question; right and wrong ones must hold the right or the planted answer, or they say nothing about it. */
export function rgbCases(data: string): Labelled[] {
  const folder = join(data, 'rgb-fact');
  const pages = new Map(readLines<Page>(join(folder, 'corpus.jsonl')).map((page) => [page.id, page]));
  return readLines<RgbQuestion & { readonly fake_answer: string }>(join(folder, 'questions.jsonl')).flatMap((question) => {
    const answer = question.answers[0] ?? '';
    const claim = statement(question.question, answer);
    const first = (ids: readonly string[], holds: string) =>
      ids.flatMap((id) => pages.get(id) ?? []).find(({ text }) => text.toLowerCase().includes(holds.toLowerCase()));
    const kinds = [
      ['supported', first(question.gold_doc_ids, answer)],
      ['contradicted', first(question.wrong_doc_ids, question.fake_answer)],
      ['none', first(question.negative_doc_ids, '')],
    ] as const;
    return kinds.flatMap(([label, page]) => (page ? [{ claim, label, passages: [passageOf(page)] }] : []));
  });
}

/** "Which country won the cup?" and "Norway" -> "Norway won the cup."; else the question's words and the answer. */
function statement(question: string, answer: string): string {
  const bare = question.trim().replace(/[?.\s]+$/, '');
  const asks =
    /^(?:who|what|which(?: \p{Ll}+){1,2})\s+(?=(?:\p{Ll}+ed|won|is|was|are|were|has|had|will|became|wrote|made|holds?|sang|plays?)\b)/iu;
  if (asks.test(bare)) return `${bare.replace(asks, `${answer} `)}.`;
  const rest = bare.replace(
    /^(?:when|where|who|what|which|how (?:many|much|old|long))\s+(?:is|was|are|were|did|does|do|will|has|have)?\s*/i,
    '',
  );
  return `${rest.charAt(0).toUpperCase()}${rest.slice(1)}: ${answer}.`;
}

type SciFactClaim = {
  readonly question: string;
  readonly gold_doc_ids: readonly string[];
  readonly labels: Readonly<Record<string, 'SUPPORT' | 'CONTRADICT'>>;
};

/** Every claim against its first abstract; one without a label is an abstract that does not decide. */
export function sciFactCases(data: string): Labelled[] {
  const folder = join(data, 'scifact');
  const pages = new Map(readLines<Page>(join(folder, 'corpus.jsonl')).map((page) => [page.id, page]));
  return readLines<SciFactClaim>(join(folder, 'questions.jsonl')).flatMap(({ question, gold_doc_ids: [id = ''], labels }) => {
    const page = pages.get(id);
    const label = labels[id] === 'SUPPORT' ? 'supported' : labels[id] === 'CONTRADICT' ? 'contradicted' : 'none';
    return page ? [{ claim: question, label, passages: [passageOf(page)] } as const] : [];
  });
}
