/** Figures as papers print them, as data. Nothing here was measured by us. */

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
export type PublishedShare = { readonly what: string; readonly metric: string; readonly value: number; readonly source: string };
