/**
 * Reads the marks by which a text names its sources: [1], [1, 2], [1-3], [^1], links and bare addresses. Offsets stay:
 * what is read is blanked.
 */

export type Mark = { readonly start: number; readonly end: number } & (
  | { readonly n: number }
  | { readonly link: string }
);

export type MarkedText = {
  /**
   * As long as the text: marks are blanks, the words of a link stand where they stood, a full stop behind a mark stands
   * before it.
   */
  readonly plain: string;
  readonly marks: readonly Mark[];
};

const NUMBERS = /\[\^?\d{1,3}(?:\s?(?:[,;]|[-–])\s?\^?\d{1,3})*\](?![(:])/g;
const LINK = /!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*<?([^()\s>]+(?:\([^()\s]*\)[^()\s>]*)?)>?(?:\s+"[^"]*")?\s*\)/g;
const BARE = /<?https?:\/\/[^\s<>()[\]]+(?:\([^\s()]*\)[^\s<>()[\]]*)*>?/gi;
/** The words of a link that only say that there is one. */
const NO_WORDS =
  /^(?:\[?\^?\d{1,3}\]?|sources?|links?|here|ref(?:erence)?|see|via|read more|[\w-]+(?:\.[\w-]+)+\/?\S*)?$/i;
/** A range that names more sources than this is no range of sources. */
const WIDEST_RANGE = 50;

export function readMarks(text: string): MarkedText {
  const marks: Mark[] = [];
  const blank = (whole: string) => ' '.repeat(whole.length);
  const withoutLinks = text.replace(LINK, (whole: string, words: string, link: string, start: number) => {
    if (whole.startsWith('!')) return blank(whole);
    marks.push({ link, start, end: start + whole.length });
    return NO_WORDS.test(words.trim()) ? blank(whole) : ` ${words}`.padEnd(whole.length);
  });
  const withoutAddresses = withoutLinks.replace(BARE, (whole: string, start: number) => {
    const bare = whole.replace(/[.,;:!?'"*_]+$/, '');
    marks.push({ link: bare.replace(/^<|>$/g, ''), start, end: start + bare.length });
    return blank(bare) + whole.slice(bare.length);
  });
  const plain = withoutAddresses.replace(NUMBERS, (whole: string, start: number) => {
    for (const n of numbersOf(whole)) marks.push({ n, start, end: start + whole.length });
    return blank(whole);
  });
  return { plain: stopsForward(plain, text), marks: marks.sort((left, right) => left.start - right.start) };
}

/** "[1-3, 5]" -> 1, 2, 3, 5 */
function numbersOf(mark: string): number[] {
  return mark
    .slice(1, -1)
    .split(/[,;]/)
    .flatMap((part) => {
      const [from = 0, to = from] = part.split(/[-–]/).map((figure) => Number(figure.replace('^', '').trim()));
      return to < from || to - from > WIDEST_RANGE
        ? [from, to]
        : Array.from({ length: to - from + 1 }, (_, at) => from + at);
    });
}

/**
 * "long [1]. Next" -> "long.     Next", so that the sentence ends at its last word. Only blanks that were a mark are crossed.
 */
function stopsForward(plain: string, text: string): string {
  return plain.replace(/([ \t()]+)([.!?;,]+)(?=\s|$)/g, (whole: string, gap: string, stops: string, at: number) =>
    text.slice(at, at + gap.length) === gap ? whole : stops + ' '.repeat(gap.length),
  );
}
