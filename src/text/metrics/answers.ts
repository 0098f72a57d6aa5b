/**
 * Short answers against gold answers: exact match, token F1, accuracy (a gold answer is contained), plain containment.
 * Two normalisations, because published figures use either. A question without gold answers has no score: `null`.
 */

export type AnswerStyle = 'squad' | 'flexrag';

/** `string.punctuation` of Python: the 32 ASCII marks. Typographic quotes and dashes stay, in both styles. */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Python's `\b(a|an|the)\b`: letters of all scripts are word characters there, so "aé" is not an article. */
const ARTICLES = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;

const collapse = (text: string): string => text.trim().split(/\s+/).join(' ');

const normalisers: Readonly<Record<AnswerStyle, (text: string) => string>> = {
  /** The official SQuAD script: lower case, punctuation out, articles out, white space collapsed. */
  squad: (text) => collapse(text.toLowerCase().replace(PUNCTUATION, '').replace(ARTICLES, ' ')),
  /**
   * FlexRAG 0.2.0: punctuation goes last and nothing is collapsed after it, so "x - y" keeps two spaces and the "a" of
   * "a-team" is lost.
   */
  flexrag: (text) => collapse(text.toLowerCase().replace(ARTICLES, ' ')).replace(PUNCTUATION, ''),
};

export function normaliseAnswer(text: string, style: AnswerStyle = 'squad'): string {
  return normalisers[style](text);
}

/** 1 when the answer equals a gold answer. */
export function exactMatch(answer: string, golds: readonly string[], style: AnswerStyle = 'squad'): number | null {
  if (golds.length === 0) return null;
  const given = normaliseAnswer(answer, style);
  return golds.some((gold) => normaliseAnswer(gold, style) === given) ? 1 : 0;
}

/** The best F1 over the gold answers, of the words taken as a bag. */
export function tokenF1(answer: string, golds: readonly string[], style: AnswerStyle = 'squad'): number | null {
  if (golds.length === 0) return null;
  const given = words(normaliseAnswer(answer, style));
  return Math.max(...golds.map((gold) => bagF1(given, words(normaliseAnswer(gold, style)), style)));
}

const words = (normalised: string): readonly string[] => normalised.split(/\s+/).filter((word) => word !== '');

function bagF1(given: readonly string[], gold: readonly string[], style: AnswerStyle): number {
  // SQuAD 2.0: no words on both sides is agreement. FlexRAG: no common word is 0.
  if (given.length === 0 && gold.length === 0) return style === 'squad' ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of gold) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of given) {
    const count = left.get(word) ?? 0;
    if (count > 0) common += 1;
    left.set(word, count - 1);
  }
  return common === 0 ? 0 : (2 * common) / (given.length + gold.length);
}

export type AccuracyOptions = {
  readonly style?: AnswerStyle;
  /** Repeat FlexRAG to the letter, mistakes included; see `accuracy` and `answerInTexts`. */
  readonly faithful?: boolean;
};

/**
 * 1 when a gold answer is contained in the answer, letter by letter ("pol" is contained in "police").
 * A gold answer of articles and punctuation only ("The", "A") is empty after normalisation and so contained in
 * everything: FlexRAG counts that as right. We count it only when the answer is that and nothing else, unless
 * `faithful` is set.
 */
export function accuracy(answer: string, golds: readonly string[], options: AccuracyOptions = {}): number | null {
  const { style = 'squad', faithful = false } = options;
  if (golds.length === 0) return null;
  const given = normaliseAnswer(answer, style);
  if (!faithful && answer.trim() === '') return 0;
  return golds.some((gold) => containsGold(given, normaliseAnswer(gold, style), faithful)) ? 1 : 0;
}

function containsGold(text: string, gold: string, faithful: boolean): boolean {
  return gold.trim() === '' && !faithful ? text === gold : text.includes(gold);
}

/**
 * 1 when a gold answer is contained in one of the texts (retrieved passages): success in FlexRAG's words.
 * LevelRAG's scripts normalise the gold answers but not the texts, which misses every capital letter; `faithful`
 * repeats that.
 */
export function answerInTexts(
  texts: readonly string[],
  golds: readonly string[],
  options: AccuracyOptions = {},
): number | null {
  const { style = 'squad', faithful = false } = options;
  if (golds.length === 0) return null;
  const wanted = golds.map((gold) => normaliseAnswer(gold, style));
  const read = faithful ? texts : texts.map((text) => normaliseAnswer(text, style));
  return read.some((text) => wanted.some((gold) => containsGold(text, gold, faithful))) ? 1 : 0;
}

/** 1 when a gold answer is in the answer's text, letter case and white space aside: nothing else is changed. */
export function containment(answer: string, golds: readonly string[]): number | null {
  if (golds.length === 0) return null;
  const given = collapse(answer.toLowerCase());
  return golds.map((gold) => collapse(gold.toLowerCase())).some((gold) => gold !== '' && given.includes(gold)) ? 1 : 0;
}
