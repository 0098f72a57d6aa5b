/** One line of rows.jsonl: what one pipeline made of one question, with its scores. Failed questions have a row too. */
import type { Claim, Fallback, Funnel, Outcome, Source, Usage } from '../../core/data.js';
import { type ErrorCode, messageOf, WinnowError } from '../../core/errors.js';
import { fallbacksOf, funnelOf, modelsOf, type TraceEvent, usageByRole, usageOf } from '../../core/trace.js';
import type { QuestionRow } from '../datasets/rows.js';
import { type Evidence, evidenceOf, foundPages } from './evidence.js';
import type { PageOf } from './gold-pages.js';
import { type Context, isAnswerable, type Scores, type Status, scoreAnswer } from './scores.js';
import { standInReason } from './stand-in.js';

export type Grade = {
  /** What graded: the model, its prompts or settings. */
  readonly by: string;
  readonly scores: Scores;
  /** Not part of the row's own usage. */
  readonly usage: Omit<Usage, 'ms'>;
  /** Reasons, or the facts with their verdicts. */
  readonly details?: unknown;
  readonly error?: { readonly code: ErrorCode; readonly message: string };
};

export type EvalRow = {
  readonly pipeline: string;
  readonly id: string;
  readonly question: string;
  readonly type: string | null;
  readonly split: string | null;
  readonly status: Status;
  /** What the user gets: checked, and mended or cut where that was asked for. */
  readonly answer: string;
  /** What the writer wrote, where the check changed it. This is what is scored: the papers do not edit afterwards. */
  readonly written?: string;
  /** The span or sentence that answers by itself. */
  readonly short?: string;
  /** A model was to write the answer and did not: it was taken from the passages without one. */
  readonly standIn?: true;
  readonly sources: readonly Source[];
  readonly claims: readonly Claim[];
  readonly funnel: Funnel;
  readonly usage: Usage;
  /** The part of each role in it. */
  readonly roles: Readonly<Record<string, Omit<Usage, 'ms'>>>;
  readonly fallbacks: readonly Fallback[];
  /** Where gold pages were lost; `null` without any, and for questions that have no answer. */
  readonly evidence: Evidence | null;
  readonly scores: Scores;
  /** Given after the answer, by `winnow eval --judge` and the like. */
  readonly grades?: Readonly<Record<string, Grade>>;
  /** How likely the answer was thought to be right; rows of older runs have none. */
  readonly confidence?: number;
  /** "id@version" of every prompt that was used. */
  readonly prompts: readonly string[];
  readonly models: Readonly<Record<string, string>>;
  readonly error?: { readonly code: ErrorCode; readonly message: string };
};

export type RowInput = {
  readonly row: QuestionRow;
  readonly label: string;
  readonly pageOf: PageOf;
  readonly labelled: boolean;
  /** An answer by the stand-in counts as an answer; otherwise it is a failure of the model. */
  readonly allowFallback?: boolean | undefined;
};

/** What was seen of a run: its trace, and its outcome or the error it ended with. */
export type RunOutcome = { readonly events: readonly TraceEvent[] } & (
  | { readonly outcome: Outcome }
  | { readonly error: unknown }
);

export function evalRow(input: RowInput, seen: RunOutcome): EvalRow {
  const { row, label, pageOf, labelled } = input;
  const { events } = seen;
  const { answer, sources, confidence } = 'outcome' in seen ? seen.outcome : NOTHING;
  const fallbacks = fallbacksOf(events);
  const standIn = standInReason(fallbacks);
  const error = 'error' in seen ? describeError(seen.error) : input.allowFallback ? undefined : standInError(standIn);
  const status: Status = error ? 'failed' : answer.status;
  const cited = sources.map(({ url }) => url);
  return {
    pipeline: label,
    id: row.id,
    question: row.question,
    type: row.type ?? null,
    split: row.split ?? null,
    status,
    ...textsOf(answer),
    ...(standIn !== undefined && { standIn: true as const }),
    sources,
    claims: answer.claims,
    ...seenIn(events),
    fallbacks,
    evidence: isAnswerable(row, labelled) === false ? null : evidenceOf({ golds: row.gold, cited, events, pageOf }),
    scores: scoresOf(input, { answer, status, cited, events }),
    ...(confidence !== undefined && { confidence }),
    ...(error && { error }),
  };
}

/** What the user gets, and what else of the writer's words there is. */
function textsOf({ text, written, short }: Outcome['answer']): Pick<EvalRow, 'answer' | 'written' | 'short'> {
  return {
    answer: text,
    ...(written !== undefined && written !== text && { written }),
    ...(short !== undefined && { short }),
  };
}

function seenIn(events: readonly TraceEvent[]): Pick<EvalRow, 'funnel' | 'usage' | 'roles' | 'prompts' | 'models'> {
  return {
    funnel: funnelOf(events),
    usage: usageOf(events, events.at(-1)?.atMs ?? 0),
    roles: usageByRole(events),
    prompts: promptsOf(events),
    models: modelsOf(events),
  };
}

type ScoredRun = {
  readonly answer: Outcome['answer'];
  readonly status: Status;
  readonly cited: readonly string[];
  readonly events: readonly TraceEvent[];
};

function scoresOf({ row, pageOf, labelled }: RowInput, { answer, status, cited, events }: ScoredRun): Scores {
  const { answer: text, written, short } = textsOf(answer);
  return scoreAnswer({
    row,
    status,
    text,
    written,
    short,
    corrects: answer.corrects !== undefined,
    cited,
    found: foundPages(events),
    context: contextOf(events),
    pageOf,
    labelled,
  });
}

const NOTHING: Outcome = { answer: { status: 'abstained', text: '', claims: [] }, sources: [] };

function describeError(error: unknown): { code: ErrorCode; message: string } {
  return { code: error instanceof WinnowError ? error.code : 'internal', message: messageOf(error) };
}

/** All that was shown to a writer; a pipeline that answers step by step has several. */
function contextOf(events: readonly TraceEvent[]): Context | undefined {
  const shown = events.filter((event) => event.type === 'context');
  if (shown.length === 0) return undefined;
  return {
    passages: shown.flatMap(({ passages }) => passages),
    summaries: shown.flatMap(({ summaries }) => summaries),
  };
}

function standInError(reason: string | undefined): EvalRow['error'] {
  return reason === undefined
    ? undefined
    : { code: 'unavailable', message: `the model did not write the answer: ${reason}` };
}

/** The text that is scored and graded; empty where there is none. */
export function scoredText({ status, answer, written }: Pick<EvalRow, 'status' | 'answer' | 'written'>): string {
  if (status === 'failed') return '';
  return written ?? (status === 'answered' ? answer : '');
}

function promptsOf(events: readonly TraceEvent[]): string[] {
  return [...new Set(events.flatMap((event) => (event.type === 'model-call' ? [event.prompt] : [])))].sort();
}

/** Names a row among those of a run. */
export function rowKey({ pipeline, id }: Pick<EvalRow, 'pipeline' | 'id'>): string {
  return JSON.stringify([pipeline, id]);
}
