/**
 * Cuts a sentence into clauses where it holds several facts and each part can stand alone. English; a sentence that
 * does not fit stays whole.
 */

import { anyOf } from '../any-of.js';

export type Clause = { readonly start: number; readonly end: number };

const AUXILIARY = /is|are|was|were|be|been|has|have|had|does|did|do|can|could|will|would|may|might|must|should/;
const IRREGULAR = [
  /became|began|stands?|stood|lies|lay|made|makes|took|takes|runs?|ran|built|wrote|won|lost|holds?|held|gave|gives/,
  /came|comes|went|goes|rose|fell|grew|led|leads|left|met|sold|sells|bought|costs?|opens?|closes?/,
];
const VERB = new RegExp(`\\b(?:${anyOf([AUXILIARY, ...IRREGULAR, /\p{L}{3,}ed/u])})\\b`, 'u');
/** What may open a clause of its own: a pronoun, an article or a name before its verb. */
const SUBJECT =
  "(?=(?:it|he|she|they|this|that|these|those|there|its|his|her|their|the|an?|both|each|all|most|some|\\p{Lu}[\\p{L}\\p{N}’'-]*)\\s)";
const BREAK = new RegExp(
  `;\\s+|,\\s+(?:and|but|while|whereas|though|although|yet|so)\\s+${SUBJECT}|\\s+(?:but|while|whereas)\\s+${SUBJECT}`,
  'gu',
);
const FEWEST_WORDS = 3;

/** `cuts` are further places at which it may be cut: after a mark in mid-sentence. */
export function clausesOf(sentence: string, cuts: readonly number[] = []): Clause[] {
  const breaks = [...sentence.matchAll(BREAK)].map(({ 0: gap, index }) => {
    const [end, next] = [index, index + gap.length];
    // "and" may join two things of a list; "but" and "while" join clauses.
    const isSure =
      /\b(?:but|while|whereas|although|though)\b/.test(gap) || cuts.some((cut) => cut >= end && cut <= next);
    return { end, next, isSure };
  });
  const marked = cuts
    .filter((cut) => breaks.every(({ end, next }) => cut < end || cut > next))
    .map((cut) => ({ end: cut, next: cut, isSure: false }));
  let clauses: Clause[] = [{ start: 0, end: sentence.length }];
  for (const { end, next, isSure } of [...breaks, ...marked].sort((left, right) => left.end - right.end)) {
    const last = clauses.at(-1) as Clause;
    const [left, right] = [
      { start: last.start, end },
      { start: next, end: sentence.length },
    ];
    const isCut = isSure
      ? hasWords(sentence, left) && hasWords(sentence, right)
      : standsAlone(sentence, left) && standsAlone(sentence, right);
    if (isCut) clauses = [...clauses.slice(0, -1), left, right];
  }
  return clauses;
}

function hasWords(sentence: string, { start, end }: Clause): boolean {
  return (sentence.slice(start, end).match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= FEWEST_WORDS;
}

function standsAlone(sentence: string, clause: Clause): boolean {
  return hasWords(sentence, clause) && VERB.test(sentence.slice(clause.start, clause.end));
}

const SUBJECT_END =
  /^(.{2,80}?)\s(?:is|are|was|were|has|have|had|can|could|will|would|may|must|did|does|became|began|stands|opened|holds|\p{L}{3,}ed)\s/u;

/** Whom the sentence speaks of, for a clause that has lost its subject: "and was opened in 1888". */
export function subjectOf(sentence: string): string {
  const subject = SUBJECT_END.exec(sentence)?.[1] ?? '';
  return subject.split(/\s+/).length <= 8 ? subject : '';
}

/** "and is 41 m long" -> "is 41 m long"; nothing to add where the clause has a subject of its own. */
export function withSubject(clause: string, subject: string): string {
  const bare = clause.replace(/^[\s,;]*(?:and|but|while|whereas|yet|so|which|who)?\s*/iu, '');
  const opensWithVerb = new RegExp(`^(?:also |later |then )?${VERB.source}`, 'u').test(bare);
  return opensWithVerb && subject !== '' ? `${subject} ${bare}` : bare;
}
