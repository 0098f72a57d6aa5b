/** Without a reranker: the first of each query's list, the second of each, and so on, until the context is full. */
import type { Passage } from '../../core/data.js';
import { type Stage, stage } from '../../core/stage.js';
import { recordKept } from '../../stages/record-kept.js';
import type { PassageList } from '../../stages/retrieve-passages.js';
import { countWords } from '../../text/condense.js';
import { inTurns } from '../../text/fuse.js';

/** The first that would fill the context up to its last word ends it, as in the public code. */
export function turnsWithin<P extends Passage>(lists: readonly (readonly P[])[], contextWords: number): P[] {
  const distinct = [...new Map(inTurns(lists).map((passage) => [passage.id, passage])).values()];
  let words = 0;
  const full = distinct.findIndex(({ text }) => {
    words += countWords(text);
    return words >= contextWords;
  });
  return full < 0 ? distinct : distinct.slice(0, Math.max(1, full));
}

export function takeTurns({
  contextWords,
}: {
  readonly contextWords: number;
}): Stage<readonly PassageList[], PassageList> {
  return stage('take-turns', async (lists, run) => {
    const kept = turnsWithin(lists, contextWords);
    recordKept({ all: lists.flat(), kept, why: 'the context is full' }, run);
    return kept;
  });
}
