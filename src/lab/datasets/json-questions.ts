/**
 * The question formats that are JSON records, one small reader each. Fields that have no place in a row go to `extra`.
 */
import { z } from 'zod';
import { checkedRecords, defined, fullText, name, record, text, textList } from './json-records.js';
import { isWithoutAnswer, type ParsedRow, type QuestionRow } from './rows.js';

export type QuestionReader = (text: string) => Iterable<ParsedRow<QuestionRow>>;

const winnowSchema = record({
  id: name,
  question: fullText,
  answers: textList.nullish(),
  gold_doc_ids: textList.nullish(),
  gold_urls: textList.nullish(),
  type: text.nullish(),
  split: text.nullish(),
  reference: text.nullish(),
}).refine(saysWhatIsRight, { path: ['answers'], message: 'a list of texts' });

/**
 * Short answers, an answer in sentences, or a type that says that there is none: without any of them a field was
 * misspelt.
 */
function saysWhatIsRight({
  answers,
  reference,
  type,
}: {
  answers?: unknown;
  reference?: unknown;
  type?: string | null | undefined;
}): boolean {
  return Array.isArray(answers) || typeof reference === 'string' || isWithoutAnswer(type ?? undefined);
}

/** Ours. Where both kinds of gold are given the ids count, and the URLs go to `extra`. */
export const readWinnow: QuestionReader = (content) =>
  checkedRecords(
    content,
    winnowSchema,
    ({ id, question, answers, gold_doc_ids, gold_urls, type, split, reference, ...rest }) => {
      const extra = gold_doc_ids ? { ...rest, ...defined({ gold_urls }) } : rest;
      return {
        id,
        question,
        answers: answers ?? [],
        gold: gold_doc_ids ?? gold_urls ?? [],
        ...defined({ type, split, reference, extra }),
      };
    },
  );

const mmuSchema = record({ iid: name, query: fullText, reference: text.nullish() });

/** MMU-RAGent's validation file; `reference` may be null. */
export const readMmuRagent: QuestionReader = (content) =>
  checkedRecords(content, mmuSchema, ({ iid, query, reference, ...extra }) => {
    return { id: iid, question: query, answers: [], gold: [], ...defined({ reference, extra }) };
  });

const liveRagSchema = record({ id: name, question: fullText });

/** LiveRAG's question file of the live day: no answers. */
export const readLiveRag: QuestionReader = (content) =>
  checkedRecords(content, liveRagSchema, ({ id, question, ...extra }) => {
    return { id, question, answers: [], gold: [], ...defined({ extra }) };
  });

const flashRagSchema = record({
  id: name,
  question: fullText,
  golden_answers: textList,
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

/**
 * FlashRAG's collection (PopQA, 2WikiMultihopQA, HotpotQA and others): short answers, no gold documents;
 * `metadata.type` where the source has one.
 */
export const readFlashRag: QuestionReader = (content) =>
  checkedRecords(content, flashRagSchema, ({ id, question, golden_answers, ...extra }) => {
    const type = typeof extra.metadata?.type === 'string' ? extra.metadata.type : undefined;
    return { id, question, answers: golden_answers, gold: [], ...defined({ type, extra }) };
  });

/** The two labels on which Self-RAG, CRAG and ChunkRAG report their accuracy. */
const TRUE_OR_FALSE = ['true', 'false'];

const pubHealthSchema = record({ claim: fullText, label: fullText, claim_id: name.nullish(), id: name.nullish() });

export type HealthClaim = {
  readonly id: string;
  readonly claim: string;
  readonly label: string;
  readonly extra?: Record<string, unknown>;
};

/**
 * A claim as the question that Self-RAG asks of it, in our words. The label is the answer; `choices` are those that it
 * is chosen from.
 */
export function claimQuestion({ id, claim, label, extra = {} }: HealthClaim): QuestionRow {
  const answer = label.trim().toLowerCase();
  const choices = TRUE_OR_FALSE.includes(answer) ? TRUE_OR_FALSE : [...TRUE_OR_FALSE, 'mixture', 'unproven'];
  return {
    id,
    question: `Is this statement true or false? ${claim}`,
    answers: [answer],
    gold: [],
    type: answer,
    extra: { ...extra, choices },
  };
}

/** PubHealth as JSONL, with `claim` and `label`. */
export const readPubHealth: QuestionReader = (content) =>
  checkedRecords(content, pubHealthSchema, ({ claim, label, claim_id, id, ...extra }, number) =>
    claimQuestion({ id: claim_id ?? id ?? String(number), claim, label, extra }),
  );

/** Some exports keep nested values as JSON text. */
const unpacked = <Inner extends z.ZodType>(inner: Inner) =>
  z.preprocess((value) => (typeof value === 'string' && /^\s*[[{]/.test(value) ? parsedOrSame(value) : value), inner);

function parsedOrSame(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const supportingDocument = z.union(
  [fullText, record({ doc_id: fullText }).transform(({ doc_id }) => doc_id)],
  'an id, or an object with doc_id',
);

const benchmarkSchema = record({
  Index: name,
  Question: fullText,
  Answer: fullText,
  Supporting_Documents: unpacked(z.array(unpacked(supportingDocument), 'a list of documents')),
});

/** The LiveRAG/Benchmark data set as JSON. Its long answer is a reference, not a short gold answer. */
export const readLiveRagBenchmark: QuestionReader = (content) =>
  checkedRecords(content, benchmarkSchema, ({ Index, Question, Answer, Supporting_Documents: gold, ...extra }) => {
    const type = gold.length > 1 ? 'multi-doc' : 'single-doc';
    return { id: Index, question: Question, answers: [], gold, reference: Answer, type, ...defined({ extra }) };
  });

const category = record({ categorization_name: text, category_name: text });

const dataMorganaSchema = record({
  question: fullText,
  answer: fullText,
  document_ids: textList,
  question_categories: z.array(category, 'a list of categories').nullish(),
});

/**
 * Result rows of DataMorgana. They have no ids, so the row number serves; the type is the one that says how many
 * documents it takes.
 */
export const readDataMorgana: QuestionReader = (content) =>
  checkedRecords(content, dataMorganaSchema, ({ question, answer, document_ids, ...extra }, number) => {
    const kind = extra.question_categories?.find(({ categorization_name }) => /multi-?doc/i.test(categorization_name));
    const own = typeof extra.id === 'string' || typeof extra.id === 'number' ? extra.id : number;
    return {
      id: String(own),
      question,
      answers: [],
      gold: document_ids,
      reference: answer,
      ...defined({ type: kind?.category_name, extra }),
    };
  });
