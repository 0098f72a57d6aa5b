/** A fact as question and answer, and what all rules that read facts from sentences share. */

/** How two facts with the same `key` are compared: "Which was opened first, A or B?" */
export type Comparable = { readonly key: string; readonly value: number; readonly asks: string; readonly wins: 'least' | 'most' };

export type Fact = {
  readonly kind: 'when' | 'who' | 'where' | 'how-many' | 'what';
  readonly question: string;
  /** Any of them is right; the first is the sentence's own wording. */
  readonly answers: readonly string[];
  /** What the question is about, as it stands in the question. */
  readonly subject: string;
  readonly comparable?: Comparable;
  /** The answer in other words, for a question over two pages: "the person who designed the Kestrel Bridge". */
  readonly describes?: string;
};

/** Words that mean nothing off their page, or turn the sentence into something else than a plain statement. */
export const UNCLEAR =
  /\b(?:I|we|our|us|my|me|you|your|this|these|those|that|here|there|he|she|they|it|his|him|her|them|today|yesterday|tomorrow|ago|now|then|same|such|other|others|another|also|again|not|never|no|if|would|could|should|might|may|perhaps|said|says|so|too|both|either|neither|latter|former|above|below|following|previous|next|and|or|but|only|just|still|even|who|which|where|when|while|because|although)\b/i;

/** What a question takes over from its sentence must be clear without the page. */
export const isClear = (words: string): boolean => [UNCLEAR, DEFINITE, OF_ITS, /\d{3}/].every((pattern) => !pattern.test(words));

/** "signed in the upper room of its Customs House": whose? "received its charter" is the subject's own. */
const OF_ITS = /\b(?:of|in|at|on) (?:its|their)\b/;
/** "bought the island": which one, only the page tells. */
const DEFINITE = /\bthe (?:(?!of\b)\p{Ll}[\p{L}-]*(?: |$))+(?:(?:in|on|at|for|from|to|with)\b|$)/u;

export const ADVERB = '(?:first|last|finally|officially|formally|originally|fully|completely|publicly)';
/** "the novelist" before a name. */
export const ROLE = String.raw`(?:(?:the|its|an?) (?:\p{Ll}[\p{L}-]+ ){1,3})?`;

/** The answer may not stand in the question. */
export function isGood({ question, answers }: Fact): boolean {
  const words = question.split(' ').length;
  const gives = answers.some((answer) => question.toLowerCase().includes(answer.toLowerCase()));
  return words >= 4 && words <= 24 && !gives && answers.every((answer) => answer.length >= 1 && answer.length <= 100);
}
