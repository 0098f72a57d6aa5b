/**
 * Whether two statements of one matter contradict each other. They are laid side by side; what is left over on both sides in one place, and of one
 * kind, is a clash: another figure, date, weekday or name, or a denial on one side. Strict: a clash seen where there is none is worse than one missed.
 */
import { remember } from '../../core/remember.js';
import { isFunctionWord } from '../question.js';
import { terms } from '../terms.js';
import { isOnceOnly, namesOneOnly } from './once-only.js';
import { clashes, isSamePiece, keysOf, type Piece, piecesOf } from './pieces.js';

/** `context` is what is known around it: title and headings. */
export type Statement = { readonly text: string; readonly context: string };

export type Clash = { readonly kind: 'number' | 'date' | 'name' | 'negation'; readonly claimed: string; readonly known: string };

/** `whole`: nothing of the claim may be left over. */
export function clashOf(claim: Statement, other: Statement, { whole = false } = {}): Clash | undefined {
  if (!shareWords(claim.text, other.text)) return undefined;
  const laid = layTogether(claim, other);
  if (!speaksOfTheSame(laid) || (whole && laid.mine.left.length > 0)) return undefined;
  return laid.found.length > 0 ? substituted(laid) : denied(laid);
}

/** One look before all others, since most sentences of a page speak of something else: a word that begins alike. */
function shareWords(one: string, other: string): boolean {
  const mine = beginningsOf(one);
  return [...beginningsOf(other)].some((beginning) => mine.has(beginning));
}

const beginningsOf: (text: string) => ReadonlySet<string> = remember(
  4000,
  (text) =>
    new Set([...text.toLowerCase().matchAll(/[\p{L}\p{N}]{3,}/gu)].flatMap(([word]) => (isFunctionWord(word) ? [] : [word.slice(0, 4)]))),
);

type Pair = readonly [mine: number, theirs: number];
type Gap = { readonly mine: readonly Piece[]; readonly theirs: readonly Piece[] };
type Substitution = { readonly mine: Piece; readonly theirs: Piece };

/** One of the two statements; `left` is what has no partner on the other side and is not known there from what stands around. */
type Side = {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly paired: ReadonlySet<Piece>;
  readonly left: readonly Piece[];
};

type Laid = {
  readonly mine: Side;
  readonly theirs: Side;
  readonly pairs: readonly Pair[];
  readonly gaps: readonly Gap[];
  readonly found: readonly Substitution[];
};

function layTogether(claim: Statement, other: Statement): Laid {
  const [mine, theirs] = [piecesOf(claim.text), piecesOf(other.text)];
  const pairs = align(mine, theirs);
  const gaps = gapsOf(mine, theirs, pairs);
  const found = gaps.flatMap(substitutions);
  const side = (pieces: readonly Piece[], at: 0 | 1, { text, context }: Statement): Side => {
    const paired = new Set(pairs.map((pair) => pieces[pair[at]] as Piece));
    const known = new Set(terms(context));
    const isLeft = (piece: Piece) =>
      !paired.has(piece) &&
      !found.some((one) => one.mine === piece || one.theirs === piece) &&
      !keysOf(piece).every((key) => known.has(key));
    return { text, pieces, paired, left: pieces.filter((piece) => keysOf(piece).length > 0 && isLeft(piece)) };
  };
  const mineSide = side(mine, 0, { text: claim.text, context: other.context });
  const theirSide = side(theirs, 1, { text: other.text, context: `${claim.context} ${claim.text}` });
  return { mine: mineSide, theirs: theirSide, pairs, gaps, found };
}

/** The longest common subsequence. */
function align(mine: readonly Piece[], theirs: readonly Piece[]): Pair[] {
  const lengths = Array.from({ length: mine.length + 1 }, () => new Uint16Array(theirs.length + 1));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = mine.length - 1; row >= 0; row -= 1) {
    for (let column = theirs.length - 1; column >= 0; column -= 1) {
      const same = isSamePiece(mine[row] as Piece, theirs[column] as Piece);
      (lengths[row] as Uint16Array)[column] = same ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: Pair[] = [];
  for (let [row, column] = [0, 0]; row < mine.length && column < theirs.length; ) {
    if (isSamePiece(mine[row] as Piece, theirs[column] as Piece)) pairs.push([row++, column++]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

/** What lies between two neighbouring pairs on either side. */
function gapsOf(mine: readonly Piece[], theirs: readonly Piece[], pairs: readonly Pair[]): Gap[] {
  const edges: Pair[] = [[-1, -1], ...pairs, [mine.length, theirs.length]];
  return edges.slice(1).map(([row, column], at) => {
    const [fromRow, fromColumn] = edges[at] as Pair;
    const gap = { mine: mine.slice(fromRow + 1, row), theirs: theirs.slice(fromColumn + 1, column) };
    return at === 0 ? nearest(gap, -WIDEST_GAP) : at === pairs.length ? nearest(gap, WIDEST_GAP) : gap;
  });
}

/** A gap wider than this on either side is no place in which one thing stands for another; before the first and after the last pair, what is nearer. */
const WIDEST_GAP = 4;

function nearest({ mine, theirs }: Gap, count: number): Gap {
  const near = (pieces: readonly Piece[]) => (count < 0 ? pieces.slice(count) : pieces.slice(0, count));
  return { mine: near(mine), theirs: near(theirs) };
}

function substitutions({ mine, theirs }: Gap): Substitution[] {
  if (mine.length > WIDEST_GAP || theirs.length > WIDEST_GAP) return [];
  const left = [...theirs];
  return mine.flatMap((piece) => {
    const at = left.findIndex((other) => clashes(piece, other));
    return at < 0 ? [] : [{ mine: piece, theirs: left.splice(at, 1)[0] as Piece }];
  });
}

/** Two things said alike by chance share one word; a matter has more. */
const FEWEST_SHARED = 2;
/** Of what the claim says besides, the other must say this share, and this share of its words itself rather than by its title. */
const SAME_MATTER = 0.75;
const OWN_WORDS = 0.5;
/** The same for all of a claim, not only for the clause that clashes. */
const SAME_CLAIM = 0.4;

const weightOf = (piece: Piece): number => (piece.kind === 'name' ? 8 : piece.kind === 'word' ? Math.min(piece.text.length, 8) : 0);
const sum = (pieces: readonly Piece[]): number => pieces.reduce((total, piece) => total + weightOf(piece), 0);

function speaksOfTheSame({ mine, theirs, gaps, found }: Laid): boolean {
  const [ours, others] = [clauseOf(mine, found), clauseOf(theirs, found)];
  const isCounted = (piece: Piece) => piece.kind === 'word' && found.some((one) => isCountedBy(one.mine, piece.key));
  const words = ours.filter((piece) => piece.kind === 'word' && !isCounted(piece));
  const [own, foreign] = [ours.filter((piece) => mine.left.includes(piece)), others.filter((piece) => theirs.left.includes(piece))];
  const isShared = (piece: Piece) => keysOf(piece).length > 0 && !own.includes(piece) && !foreign.includes(piece);
  const known = others.filter((piece) => isShared(piece) && !theirs.paired.has(piece));
  const isAll = isCount({ own, foreign, mine, theirs });
  const shared = ours.filter((piece) => isShared(piece) && (isAll || !isCounted(piece)));
  return (
    !speaksOfOthers({ own, foreign, gaps }) &&
    hasSubject(mine, ours) &&
    sum(mine.left) <= (1 - SAME_CLAIM) * sum(mine.pieces) &&
    (words.some((word) => mine.paired.has(word)) || isAll) &&
    shared.length + known.length >= FEWEST_SHARED &&
    sum(own) <= (1 - SAME_MATTER) * sum(ours) &&
    sum(words.filter((word) => mine.paired.has(word))) >= OWN_WORDS * sum(words)
  );
}

/** "pells" in "6.80 pells" is what is counted, not what is spoken of. */
function isCountedBy(piece: Piece, key: string): boolean {
  return piece.kind === 'number' && piece.quantity.counted === key;
}

/** "Fennick School has 212 pupils": a name, a figure, what is counted, and nothing else. */
function isCount({ own, foreign, mine, theirs }: Pick<Leftover, 'own' | 'foreign'> & Pick<Laid, 'mine' | 'theirs'>): boolean {
  const isNamed = [...mine.paired].some(({ kind }) => kind === 'name');
  return (
    isNamed &&
    own.length === 0 &&
    foreign.length === 0 &&
    [mine, theirs].every(({ text }) => /\b(?:has|have|had|there (?:is|are))\b/i.test(text))
  );
}

/** Names that stand before the clause say whom it speaks of: "The chancellor is Ada Lind, born in 1921". */
function hasSubject({ pieces, left }: Side, clause: readonly Piece[]): boolean {
  const start = clause[0]?.start ?? 0;
  return !pieces.some((piece) => piece.kind === 'name' && piece.end <= start && left.includes(piece));
}

type Leftover = { readonly own: readonly Piece[]; readonly foreign: readonly Piece[]; readonly gaps: readonly Gap[] };

/** A name that one side lacks, or other words in one place: "adults pay" and "children pay", "in summer" and "in winter". */
function speaksOfOthers({ own, foreign, gaps }: Leftover): boolean {
  if ([...own, ...foreign].some(({ kind }) => kind === 'name')) return true;
  return gaps.some((gap) => gap.mine.some((piece) => own.includes(piece)) && gap.theirs.some((piece) => foreign.includes(piece)));
}

/** From the first to the last partner, and beyond them up to the next comma, without what stands for something else. */
function clauseOf({ text, pieces, paired }: Side, found: readonly Substitution[]): readonly Piece[] {
  const isSubstituted = (piece: Piece) => found.some((one) => one.mine === piece || one.theirs === piece);
  const anchors = pieces.filter((piece) => paired.has(piece) || isSubstituted(piece));
  const [start, end] = [anchors[0]?.start ?? 0, anchors.at(-1)?.end ?? 0];
  const isCut = (from: number, to: number) => /[,;:()–—]/.test(text.slice(from, to));
  const isBeyond = (piece: Piece) => (piece.end <= start && isCut(piece.end, start)) || (piece.start >= end && isCut(end, piece.start));
  return pieces.filter((piece) => !isSubstituted(piece) && !isBeyond(piece));
}

/** Of two sentences that differ in a name this share must be common: much is said of one and of another alike. */
const SAME_FOR_NAMES = 0.6;

const isDenial = ({ kind }: Piece): boolean => kind === 'denial';

/** One name in the place of another, or figures and dates in the place of others: both at once is another matter. */
function substituted({ mine, theirs, found }: Laid): Clash | undefined {
  const kinds = new Set(found.map((one) => one.mine.kind));
  const frame = [...mine.paired];
  const [first] = found as readonly [Substitution, ...Substitution[]];
  if (mine.pieces.some(isDenial) !== theirs.pieces.some(isDenial)) return undefined;
  const said = { claimed: first.mine.text, known: first.theirs.text };
  if (kinds.has('name')) {
    const isWhole = [mine, theirs].every(({ pieces, left }) => sum(left) <= (1 - SAME_FOR_NAMES) * sum(pieces));
    return found.length === 1 && isWhole && (namesOneOnly(frame) || isDefined(mine.text, first.mine))
      ? { kind: 'name', ...said }
      : undefined;
  }
  if (kinds.has('date')) return found.length === 1 && isOnceOnly(frame) ? { kind: 'date', ...said } : undefined;
  return { kind: kinds.has('number') ? 'number' : 'date', ...said };
}

/** "The harbour master of Ostrey is Klara Benning": there is one. */
function isDefined(text: string, { start }: Piece): boolean {
  return /^the\b[^,;]*\b(?:is|was)\s+$/i.test(text.slice(0, start));
}

/** Of a statement that is denied elsewhere this share must stand there. */
const SAME_DENIED = 0.85;

/** The same words, denied on one side alone. */
function denied({ mine, theirs }: Laid): Clash | undefined {
  const [one, ...more] = [...mine.pieces, ...theirs.pieces].filter(isDenial);
  if (!one || more.length > 0) return undefined;
  const isValue = ({ kind }: Piece) => kind === 'number' || kind === 'date' || kind === 'weekday';
  const [owner, plain] = mine.pieces.includes(one) ? [mine, theirs] : [theirs, mine];
  const next = owner.pieces.find((piece) => piece.start > one.end);
  const isWhole = [mine, theirs].every(({ pieces, paired }) => pieces.every((piece) => !isValue(piece) || paired.has(piece)));
  if (!isWhole || !next || !owner.paired.has(next) || sum([...mine.paired]) < SAME_DENIED * sum(mine.pieces)) return undefined;
  return { kind: 'negation', claimed: owner === mine ? one.text : 'stated', known: plain === mine ? one.text : 'stated' };
}
