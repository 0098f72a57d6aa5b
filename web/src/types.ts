/** What the API sends, as docs/http-api.md describes it. The nouns of an answer are the engine's own types. */
import type { Result, Usage } from '../../src/core/data.js';
import type { TraceEvent } from '../../src/core/trace.js';

export type { Claim, ClaimEvidence, Conflict, Funnel, Result, Source, Verdict } from '../../src/core/data.js';
export type { TraceEvent } from '../../src/core/trace.js';

export type ApiError = { readonly code: string; readonly message: string; readonly stage?: string };
export type Status = 'queued' | 'running' | 'answered' | 'abstained' | 'failed' | 'cancelled' | 'interrupted';

export type RunSummary = {
  readonly id: string;
  readonly conversation: string;
  /** As it was typed; `question` is what it was understood to ask. */
  readonly asked: string;
  readonly question: string;
  readonly pipeline: string;
  readonly corpus?: string;
  readonly search?: string;
  readonly askedAt: string;
  readonly status: Status;
  readonly short?: string;
  readonly confidence?: number;
  readonly costUsd?: number | null;
  readonly ms?: number;
  readonly error?: ApiError;
};

export type StoredRun = RunSummary & { readonly result: Result | null };

export type RunEvent =
  | TraceEvent
  | {
      readonly type: 'run';
      readonly id: string;
      readonly conversation: string;
      readonly pipeline: string;
      readonly asked: string;
    }
  | ({ readonly type: 'usage' } & Usage)
  | { readonly type: 'done'; readonly status: string }
  | { readonly type: 'error'; readonly error: ApiError };

export type ModelCall = {
  readonly stage: string;
  readonly atMs: number;
  readonly role: string;
  readonly model: string;
  readonly prompt: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly reply: unknown;
};

/** Of a JSON schema, what a form needs. */
type OptionSchema = { readonly type?: unknown; readonly enum?: readonly unknown[]; readonly default?: unknown };

export type PipelineInfo = {
  readonly name: string;
  readonly summary: string;
  readonly isDefault: boolean;
  readonly options?: { readonly properties?: Readonly<Record<string, OptionSchema>> };
};

export type Corpus = {
  readonly name: string;
  readonly kind: 'folder' | 'corpus';
  readonly isDefault: boolean;
  readonly documents: number;
  readonly passages?: number;
  readonly vectors?: number;
  readonly withoutVector?: number;
  readonly bytes?: number;
  readonly embedder?: string | null;
  readonly changedAt?: string;
  readonly problem?: string;
};

export type DocumentEntry = {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly date?: string;
  readonly passages: number;
  readonly characters: number;
};

export type PassageEntry = {
  readonly id: string;
  readonly headings: readonly string[];
  readonly location?: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

export type DocumentDetail = Omit<DocumentEntry, 'passages'> & {
  readonly passages: readonly PassageEntry[];
  readonly text?: string;
  readonly leftOut?: readonly { readonly what: string; readonly why: string; readonly characters: number }[];
};

export type Explanation = { readonly value: number; readonly what: string; readonly parts?: readonly Explanation[] };

export type SearchHits = {
  readonly mode: string;
  readonly problems: readonly { readonly message: string; readonly at: number }[];
  readonly hits: readonly (PassageEntry & {
    readonly rank: number;
    readonly score: number;
    readonly document: { readonly id: string; readonly url: string; readonly title: string; readonly date?: string };
    readonly marks: readonly { readonly start: number; readonly end: number }[];
    readonly explanation?: Explanation;
  })[];
};

export type Job = {
  readonly id: string;
  readonly corpus: string;
  readonly status: 'running' | 'done' | 'failed' | 'cancelled';
  readonly share: number;
  readonly counts: {
    readonly documents: number;
    readonly passages: number;
    readonly unchanged: number;
    readonly unread: number;
    readonly vectors: number;
    readonly withoutVector: number;
  };
  readonly unread: readonly { readonly what: string; readonly why: string }[];
  readonly error?: ApiError;
};

export type Settings = {
  readonly version: string;
  readonly pipeline: string;
  readonly corpus: string;
  readonly search: string;
  readonly models: Readonly<
    Record<
      string,
      { readonly provider?: string; readonly model?: string; readonly keyVariable?: string; readonly hasKey?: boolean }
    >
  >;
  readonly local: Readonly<Record<string, boolean>>;
  readonly embedder: string;
  readonly reranker: string;
  readonly searchEngines: readonly unknown[];
  readonly trust: { readonly mode: string; readonly abstainBelow: number };
  readonly limits: { readonly timeoutMs: number; readonly maxCostUsd?: number };
};

export type DoctorCheck = {
  readonly what: string;
  readonly state: 'ok' | 'off' | 'fails';
  readonly said: string;
  readonly advice?: string;
};

export type QuestionSet = { readonly name: string; readonly questions: number; readonly format: string };

export type LabEntry = {
  readonly name: string;
  readonly kind: 'run' | 'grid';
  readonly status: 'running' | 'done' | 'stopped' | 'unreadable';
  readonly done: number;
  readonly total: number;
  readonly askedAt: string;
  readonly questions: string;
  readonly documents: string;
  readonly labels: readonly string[];
  readonly error?: ApiError;
};

export type LabColumn = {
  readonly label: string;
  readonly done: number;
  readonly answered: number;
  readonly abstained: number;
  readonly failed: number;
  readonly costUsd: number | null;
  readonly metrics: Readonly<
    Record<string, { readonly mean: number; readonly n: number; readonly low?: number; readonly high?: number }>
  >;
  readonly course: Readonly<Record<string, readonly (readonly [questions: number, mean: number])[]>>;
};

type Winner = {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly response: number;
};

export type LabGrid = {
  readonly response: string;
  readonly champion: Winner;
  readonly runnerUp: Winner | null;
  readonly lead: { readonly wins: number; readonly losses: number; readonly ties: number; readonly p: number } | null;
  readonly noiseFloor: number | null;
  readonly factors: Readonly<
    Record<string, readonly { readonly value: string; readonly mean: number; readonly points: number }[]>
  >;
  readonly notes: readonly string[];
  readonly points: readonly { readonly name: string; readonly response: number }[];
};

export type LabRun = LabEntry & {
  readonly models: Readonly<Record<string, string>>;
  readonly columns: readonly LabColumn[];
  readonly grid?: LabGrid;
};

export type LabComparison = {
  readonly first: string;
  readonly second: string;
  readonly questions: number;
  readonly unmatched: number;
  readonly metrics: readonly {
    readonly metric: string;
    readonly first: number;
    readonly second: number;
    readonly wins: number;
    readonly losses: number;
    readonly ties: number;
    readonly difference: number;
    readonly low: number;
    readonly high: number;
    readonly pHolm: number;
  }[];
  readonly differing: readonly {
    readonly id: string;
    readonly first: number;
    readonly second: number;
    readonly question?: string;
    readonly answers?: readonly [string, string];
  }[];
};
