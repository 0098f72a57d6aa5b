/**
 * What an ingest reads: documents one after the other, each under an id that stays the same when the command is run
 * again.
 */
import type { Document } from '../../../core/data.js';

export type FoundDocument = {
  readonly id: string;
  /** Changes when the content does. */
  readonly content: string;
  readonly document: () => Promise<Document>;
  /** True for records of a JSONL file, which are short texts rather than pages. */
  readonly isRecord: boolean;
};

export type Unread = { readonly what: string; readonly why: string };

/** `position` counts up to the source's total. */
export type SourceItem = { readonly position: number } & (
  | { readonly found: FoundDocument }
  | { readonly unread: Unread }
);

export type Source = {
  readonly total: number;
  /** What position and total count. */
  readonly unit: 'files' | 'bytes' | 'pages';
  readonly items: (signal: AbortSignal) => AsyncIterable<SourceItem>;
  /** What was left out before anything was read. */
  readonly notices?: readonly string[];
};
