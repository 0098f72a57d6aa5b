/**
 * A paper's own variants of its pipeline, as data: the rows as settings, and the figures as the paper prints them.
 * Nothing here was measured by us.
 */

export type PublishedColumn = {
  readonly name: string;
  /** The metric of ours that comes nearest; none where we measure nothing like it. */
  readonly ours?: string;
  /** Ours times this is in the unit of the paper: 100 for per cent. */
  readonly times?: number;
};

export type PublishedRow = {
  /** As the paper calls it. */
  readonly label: string;
  /** The setting of ours that is this row; none for rows of other systems. */
  readonly row?: string;
  readonly values: readonly (number | null)[];
};

export type PublishedTable = {
  readonly name: string;
  readonly source: string;
  /** The questions and the models behind the figures. */
  readonly setting: string;
  readonly columns: readonly PublishedColumn[];
  readonly rows: readonly PublishedRow[];
  /** What keeps figures of ours from being compared with these. */
  readonly notes?: readonly string[];
};

/** Shares that a paper says its filters drop, 0 to 1. */
export type PublishedShare = {
  readonly what: string;
  readonly metric: string;
  readonly value: number;
  readonly source: string;
};

/** On how many questions one row scored higher than, lower than and the same as the other. */
export type PublishedCounts = { readonly wins: number; readonly losses: number; readonly ties: number };

/** Two rows of the paper compared question by question. */
export type HeadToHead = {
  readonly title: string;
  readonly rows: readonly [first: string, second: string];
  readonly names: readonly [first: string, second: string];
  readonly source: string;
  readonly relevance: PublishedCounts;
  readonly faithfulness: PublishedCounts;
};

/** Two switches, and the rows that have neither, the first, the second, and both. */
export type CrossedRows = {
  readonly factors: readonly [first: string, second: string];
  readonly rows: readonly [neither: string, first: string, second: string, both: string];
  readonly note: string;
};

export type AblationDefinition<Input, Options> = {
  /** The paper's rows, then ours, as options of the pipeline. */
  readonly rows: Readonly<Record<string, Input>>;
  readonly tables: readonly PublishedTable[];
  /** The options as they work where there is no language model: what only a prompt or a reply uses is left out. */
  readonly withoutModel: (options: Options) => Readonly<Record<string, unknown>>;
  /** What the filters of one row drop. */
  readonly shares?: { readonly row: string; readonly published: readonly PublishedShare[] };
  readonly crossed?: CrossedRows;
  /** Rows whose results are judged before they are opened: right pages that are dropped there are counted. */
  readonly resultFilter?: readonly string[];
  readonly headToHead?: HeadToHead;
};
