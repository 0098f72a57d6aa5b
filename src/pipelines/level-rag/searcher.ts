/** What the low-level searchers have in common: what they are given, what they hand back, and how lists become one. */

import type { Passage, Question, Scored } from '../../core/data.js';
import type { ChatModels, LocalModels, Retriever } from '../../core/ports.js';
import type { Stage } from '../../core/stage.js';
import { contextual } from '../../stages/select-sections.js';
import { reciprocalRankFusion } from '../../text/fuse.js';
import { coverage } from '../../text/lexical.js';
import { terms } from '../../text/terms.js';
import type { SearcherName } from './options.js';

export type AtomicQuestion = { readonly question: Question; readonly atomic: string };

/**
 * `answer` is short and fills `#1`; `summary` says the same in a sentence. `support` is where it stands, if that is
 * known.
 */
export type Finding = { readonly answer: string; readonly summary: string; readonly support?: Passage };

export type SearcherResult = {
  readonly searcher: SearcherName;
  readonly queries: readonly string[];
  /** Best first. */
  readonly passages: readonly Scored<Passage>[];
  /** Absent where nothing was verified. */
  readonly finding?: Finding;
  readonly stopped: string;
};

export type Searcher = Stage<AtomicQuestion, SearcherResult>;

export type SearcherParts = { readonly models: ChatModels; readonly local: LocalModels; readonly retriever: Retriever };

/** One list from many by reciprocal rank, each passage once. */
export function joined(lists: readonly (readonly Scored<Passage>[])[], most: number): Scored<Passage>[] {
  const byId = new Map(lists.flat().map((passage) => [passage.id, passage]));
  return reciprocalRankFusion()(lists.map((list) => list.map(({ id, score }) => ({ id, score }))))
    .slice(0, most)
    .map(({ id, score }) => ({ ...(byId.get(id) as Passage), score }));
}

/**
 * A model's finding counts where its words stand in the passages it was shown: small models answer from memory, or from
 * the example of their prompt.
 */
export function isGrounded(answer: string, passages: readonly Passage[]): boolean {
  const wanted = terms(answer);
  return (
    answer !== '' &&
    (/^(?:yes|no)\b/i.test(answer) || passages.some((passage) => coverage(wanted, contextual(passage)) >= GROUNDED))
  );
}

/** Share of the answer's words that one passage must hold. */
const GROUNDED = 0.75;
