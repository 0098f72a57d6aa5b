/**
 * Whether a sentence denies what a question speaks of: "There is no airport" to "When did the airport open?". Everything that is denied must be the
 * question's own, and what is spoken of the same; a denial under a condition, of a rule or of something more special denies nothing here. English.
 */

import { hasName } from '../facts/agreement.js';
import type { Statement } from '../facts/clash.js';
import { isSamePiece, keysOf, type Piece, piecesOf } from '../facts/pieces.js';
import { denialsIn } from '../facts/polarity.js';
import { isYesNo } from '../premise.js';
import { askingSentence, coreQuestion, namesIn } from '../question.js';
import { terms } from '../terms.js';

/** "none", "nobody", "hardly" deny what stands before them, or not quite. */
const PLAIN = /^(?:no|not|never|cannot|\p{Ll}+n't)$/u;
/** Where the denied part ends, and where what it is said of begins. */
const BOUNDARY =
  /[,:;.!?()–—]|\s(?:but|because|although|though|while|until|unless|which|who|that|than|so|when|instead|if|except|without|and|or)\s/g;
/** A denial that holds only under what follows. */
const CONDITION = /^\s*(?:unless|without|except|if|until|when|than|that|who|which)\b/;
/** "no more", "not all", "no one": these deny something else than the words behind them. */
const OTHER_DENIAL =
  /^\s*(?:more|longer|other|further|less|fewer|such|one|doubt|matter|need|idea|reason|way|only|all|every|always|yet|just|far|much|many|very|so|too|even|enough)\b/i;
const RULE = /\b(?:should|must|may|need|shall|might|would|could|please|do|to)\s*$/i;
const LIGHT = new Set(
  'use take make need add allow have go put get include find sell sale sold keep run offer provide exist available possible down up out back ever actually own there people many much long often year time name day'
    .split(' ')
    .flatMap((word) => terms(word)),
);
/** Accepting is what a refusal denies; that something was offered it is not. */
const REFUSED = /\b(?:refused|declined|rejected|turned down)\s+(?=(?:an?|the|his|her|their)\s)/gi;
const ACCEPTS = /\b(?:accept|receive|get|take|win|gain|obtain)/i;
/** What opened or began is there, unless it is no more: its absence now denies it. */
const LASTS = /\b(?:open|start|begin|introduce|launch|build|become|establish|found|name)/i;
const IN_PAST = /\b(?:did|was|were|had)\b/i;
const IN_PRESENT = /\b(?:is|are|has|have|does|do|can)\b/i;

type Refusal = { readonly word: string; readonly start: number; readonly end: number };

const MAY_DENY = /\b(?:no|not|never|cannot|refused|declined|rejected|turned)\b|n['’]t\b/i;

export function deniesPremise(question: string, { text, context }: Statement): boolean {
  if (!MAY_DENY.test(text)) return false;
  const asking = askingSentence(coreQuestion(question));
  if (isYesNo(asking) || denialsIn(asking).length > 0) return false;
  const asked: Asked = { asking, pieces: piecesOf(asking), keys: new Set(terms(asking)) };
  const denials = [
    ...denialsIn(text).filter(({ word }) => PLAIN.test(word)),
    ...(ACCEPTS.test(asking) ? [...text.matchAll(REFUSED)].map(refusalOf) : []),
  ];
  return denials.some((denial) => deniesAsked(denial, text, asked)) && isSpokenOf(asked, question, { text, context });
}

const refusalOf = ({ 0: word, index }: RegExpExecArray): Refusal => ({ word, start: index, end: index + word.length });

type Asked = { readonly asking: string; readonly pieces: readonly Piece[]; readonly keys: ReadonlySet<string> };

/** Shares of the question's names, and of its names and words, that the sentence and what stands around it must have. */
const NAMED = 0.75;
const SPOKEN_OF = 0.5;
/** What does not exist has done nothing either: the rest of the question need not be spoken of. */
const EXISTENCE = /\bthere (?:is|are|was|were|will be|has been) no\b/i;

function isSpokenOf({ pieces }: Asked, question: string, { text, context }: Statement): boolean {
  const around = piecesOf(`${context} ${text}`);
  const there = new Set(around.flatMap(keysOf));
  const names = namesIn(coreQuestion(question));
  const known = names.filter((name) => hasName(`${context} ${text}`, name)).length;
  const spoken = pieces.filter((piece) => keysOf(piece).length > 0 && !isLight(piece));
  const isDated = pieces.every((piece) => piece.kind !== 'date' || around.some((other) => isSamePiece(piece, other)));
  const share = spoken.filter((piece) => keysOf(piece).every((key) => there.has(key))).length / Math.max(1, spoken.length);
  return isDated && known >= NAMED * names.length && (EXISTENCE.test(text) || share >= SPOKEN_OF);
}

function deniesAsked({ start, end, word }: Refusal, text: string, asked: Asked): boolean {
  const { from, to } = clauseAround(text, { start, end });
  const [before, after] = [text.slice(from, start), text.slice(end, to)];
  if (
    OTHER_DENIAL.test(after) ||
    CONDITION.test(text.slice(to)) ||
    RULE.test(before) ||
    !isOfTheTime(`${before} ${word} ${after}`, asked.asking)
  )
    return false;
  const denied = piecesOf(after).filter((piece) => !isLight(piece));
  const subject = piecesOf(before).filter((piece) => !isLight(piece));
  const isAsked = (piece: Piece) =>
    asked.pieces.some((one) => isSamePiece(one, piece)) || (keysOf(piece).length > 0 && keysOf(piece).every((key) => asked.keys.has(key)));
  const isThing = denied.some(({ kind }) => kind === 'word') || (denied.length > 0 && /\bthere\b/i.test(before));
  return isThing && denied.every(isAsked) && subject.every(isAsked);
}

const isLight = (piece: Piece): boolean => piece.kind === 'word' && LIGHT.has(piece.key);

function clauseAround(text: string, { start, end }: { readonly start: number; readonly end: number }): { from: number; to: number } {
  let [from, to] = [0, text.length];
  for (const { 0: boundary, index } of text.matchAll(BOUNDARY)) {
    if (index + boundary.length <= start) from = index + boundary.length;
    else if (index >= end && index < to) to = index;
  }
  return { from, to };
}

/** What is not so now may have been so then. */
function isOfTheTime(clause: string, asking: string): boolean {
  return !(IN_PAST.test(asking) && IN_PRESENT.test(clause) && !IN_PAST.test(clause)) || LASTS.test(asking);
}
