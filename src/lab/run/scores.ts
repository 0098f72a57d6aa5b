/**
 * The scores of one answer. `null` where a score does not apply: no gold answers, no gold pages, no search.
 * An abstention and a failure are scored as an empty answer, so that neither is dropped from a mean.
 * Text is scored as the writer left it; `checked.*` are the same scores of the text after the check.
 */
import type { Answer } from '../../core/data.js';
import {
  type AnswerStyle,
  accuracy,
  answerInTexts,
  containment,
  exactMatch,
  tokenF1,
} from '../../text/metrics/answers.js';
import { scoreCitations } from '../../text/metrics/citations.js';
import { scoreRetrieval } from '../../text/metrics/retrieval.js';
import { bestRouge } from '../../text/metrics/rouge.js';
import { isWithoutAnswer, type QuestionRow } from '../datasets/rows.js';
import type { PageOf } from './gold-pages.js';

export type Status = Answer['status'] | 'failed';

export type Scores = Readonly<Record<string, number | null>>;

export type ScoreInput = {
  readonly row: QuestionRow;
  readonly status: Status;
  readonly text: string;
  /** What the writer wrote, where the check changed it. */
  readonly written?: string | undefined;
  /** The span or sentence that answers by itself. */
  readonly short?: string | undefined;
  /** The answer says that the question's premise is false. */
  readonly corrects?: boolean;
  readonly cited: readonly string[];
  /** What the searches brought, best first; `undefined` when there was none. */
  readonly found: readonly string[] | undefined;
  /** What the writer was shown; `undefined` when nobody was to write. */
  readonly context?: Context | undefined;
  readonly pageOf: PageOf;
  /** The set has answers or gold pages at all; in one without them a question without them says nothing. */
  readonly labelled: boolean;
};

export type Context = { readonly passages: readonly string[]; readonly summaries: readonly string[] };

export function scoreAnswer(scored: ScoreInput): Scores {
  const { row, status, text, written, short } = scored;
  const checked = status === 'answered' ? text : '';
  const answer = status === 'failed' ? '' : (written ?? checked);
  const scores = textScores(answer, row);
  return {
    ...scores,
    ...checkedScores(answer === checked ? scores : textScores(checked, row)),
    'short.contains':
      status === 'answered' && short === undefined
        ? null
        : containment(status === 'answered' ? (short ?? '') : '', row.answers),
    'choice.accuracy': choiceAccuracy(answer, row),
    ...retrievalScores(scored),
    ...citationScores(scored),
    ...abstentionScores(scored),
  };
}

function textScores(answer: string, row: QuestionRow): Scores {
  return {
    contains: containment(answer, row.answers),
    ...inStyle('squad', answer, row.answers),
    ...inStyle('flexrag', answer, row.answers),
    ...rougeScores(answer, referencesOf(row)),
  };
}

/** Of the text after the check. */
export const CHECKED_SCORES = ['contains', 'squad.f1', 'rougeL'] as const;

function checkedScores(scores: Scores): Scores {
  return Object.fromEntries(CHECKED_SCORES.map((name) => [`checked.${name}`, scores[name] ?? null]));
}

/**
 * Of questions whose answer is one of a few labels (PubHealth: true or false): whether the first label that the answer
 * names is the right one. An answer that names none is wrong, as with Self-RAG's accuracy, on which CRAG and ChunkRAG
 * report.
 */
function choiceAccuracy(answer: string, { extra, answers }: QuestionRow): number | null {
  const choices = extra?.choices;
  if (!Array.isArray(choices) || answers.length === 0) return null;
  const named = answer
    .toLowerCase()
    .match(/\p{L}+/gu)
    ?.find((word) => choices.includes(word));
  return Number(named !== undefined && answers.includes(named));
}

/** What an answer is compared with: the long answer, else any of the short ones. */
export function referencesOf({ reference, answers }: QuestionRow): readonly string[] {
  return reference !== undefined ? [reference] : answers;
}

function inStyle(style: AnswerStyle, answer: string, golds: readonly string[]): Scores {
  return {
    [`${style}.em`]: exactMatch(answer, golds, style),
    [`${style}.f1`]: tokenF1(answer, golds, style),
    [`${style}.accuracy`]: accuracy(answer, golds, { style }),
  };
}

function rougeScores(answer: string, references: readonly string[]): Scores {
  const plain = bestRouge(references, answer);
  const stemmed = bestRouge(references, answer, { stemmed: true });
  const kinds = ['rouge1', 'rouge2', 'rougeL'] as const;
  return Object.fromEntries([
    ...kinds.map((kind) => [kind, plain?.[kind].f ?? null]),
    ...kinds.map((kind) => [`${kind}.stemmed`, stemmed?.[kind].f ?? null]),
  ]);
}

/** A run that failed before it searched found nothing; one that ended well without a search is not judged by it. */
function retrievalScores({ row, status, found, context, pageOf }: ScoreInput): Scores {
  const ranked = found ?? (status === 'failed' ? [] : undefined);
  const grades = gradesOf(row, pageOf);
  const scores = ranked
    ? scoreRetrieval(ranked.map(pageOf), row.gold.map(pageOf), { ...(grades && { grades }) })
    : null;
  return {
    'retrieval.success': scores?.success ?? null,
    'retrieval.recall': scores?.recall ?? null,
    'retrieval.precision': scores?.precision ?? null,
    'retrieval.ndcg': scores?.ndcg ?? null,
    'retrieval.mrr': scores?.reciprocalRank ?? null,
    'retrieval.answerInText': context ? answerInTexts(textsOf(context), row.answers, { style: 'flexrag' }) : null,
  };
}

/**
 * LevelRAG's success rate is over what its generator gets: the summaries where there are any, else what was retrieved.
 */
function textsOf({ passages, summaries }: Context): readonly string[] {
  return summaries.length > 0 ? summaries : passages;
}

/** BEIR's graded judgments, which its reader keeps beside the row. */
function gradesOf({ extra }: QuestionRow, pageOf: PageOf): Readonly<Record<string, number>> | undefined {
  const grades = extra?.grades as Readonly<Record<string, number>> | undefined;
  return grades && Object.fromEntries(Object.entries(grades).map(([id, grade]) => [pageOf(id), grade]));
}

/** Not for questions without an answer: what is right there cites nothing. */
function citationScores({ row, cited, pageOf, labelled }: ScoreInput): Scores {
  const scores = isAnswerable(row, labelled) === false ? null : scoreCitations(cited.map(pageOf), row.gold.map(pageOf));
  return {
    'citation.precision': scores?.precision ?? null,
    'citation.recall': scores?.recall ?? null,
    'citation.anyGold': scores ? Number(scores.anyGold) : null,
    'citation.allGold': scores ? Number(scores.allGold) : null,
  };
}

/**
 * `right`: share of the questions without an answer that were abstained from, or whose false premise was named;
 * `wrong`: share of the others abstained from.
 */
function abstentionScores({ row, status, corrects, labelled }: ScoreInput): Scores {
  const abstained = status === 'abstained';
  const isCorrected = corrects === true && FALSE_PREMISE.test(row.type ?? '');
  const answerable = isAnswerable(row, labelled);
  return {
    'abstention.right': answerable === false ? Number(abstained || isCorrected) : null,
    'abstention.wrong': answerable === true ? Number(abstained) : null,
  };
}

const FALSE_PREMISE = /^false[-_ ]premise$/i;

/** `undefined` when the data does not tell. A false premise may have a gold page, the one that refutes it. */
export function isAnswerable({ type, answers, gold, reference }: QuestionRow, labelled: boolean): boolean | undefined {
  if (isWithoutAnswer(type)) return false;
  if (answers.length > 0 || gold.length > 0 || reference !== undefined) return true;
  return labelled ? false : undefined;
}

export function isLabelled(rows: readonly QuestionRow[]): boolean {
  return rows.some(({ answers, gold }) => answers.length > 0 || gold.length > 0);
}
