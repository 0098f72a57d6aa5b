/**
 * An answer as one text with a mark after each sentence, for terminals and clients that show text and nothing else, and
 * where each citation stands in it.
 */
import type { Claim, Result, Source, Verdict } from '../core/data.js';

/** `links`: [[1]](https://a.example), for what shows Markdown; `numbers`: [1]; `none`: the text as it is. */
export type Marks = 'links' | 'numbers' | 'none';

/** A sentence from `start` to `end` of the marked text, without its marks, that the source carries. */
export type Citation = {
  readonly n: number;
  readonly url: string;
  readonly title: string;
  readonly start: number;
  readonly end: number;
};

/** The pieces together are the text; each ends with a sentence and its marks. */
export type MarkedAnswer = {
  readonly text: string;
  readonly pieces: readonly string[];
  readonly citations: readonly Citation[];
};

export function markedAnswer({ answer, sources }: Pick<Result, 'answer' | 'sources'>, marks: Marks): MarkedAnswer {
  const byNumber = new Map(sources.map((source) => [source.n, source]));
  const [pieces, citations]: [string[], Citation[]] = [[], []];
  let [length, from] = [0, 0];
  for (const claim of answer.claims) {
    const shift = length - from;
    for (const { n, url, title } of cited(claim, byNumber))
      citations.push({ n, url, title, start: claim.start + shift, end: claim.end + shift });
    const piece = `${answer.text.slice(from, claim.end)}${answer.status === 'abstained' ? '' : marksOf(claim, byNumber, marks)}`;
    pieces.push(piece);
    length += piece.length;
    from = claim.end;
  }
  const rest = answer.text.slice(from);
  if (rest !== '') pieces.push(rest);
  return { text: pieces.join(''), pieces, citations };
}

/** The short answer, to stand before the text; nothing where the text begins with it. */
export function shortBefore({ short, text }: Pick<Result['answer'], 'short' | 'text'>): string | undefined {
  return short === undefined || text.startsWith(short) ? undefined : short;
}

type ByNumber = ReadonlyMap<number, Source>;

function cited({ sources }: Claim, byNumber: ByNumber): Source[] {
  return sources.flatMap((n) => byNumber.get(n) ?? []);
}

function marksOf(claim: Claim, byNumber: ByNumber, marks: Marks): string {
  if (marks === 'none') return '';
  const carriers = cited(claim, byNumber);
  if (carriers.length > 0)
    return ` ${carriers.map(({ n, url }) => (marks === 'links' ? link(n, url) : `[${n}]`)).join('')}`;
  return claim.verdict === undefined || claim.verdict === 'supported' ? '' : ` [${WITHOUT_SOURCE[claim.verdict]}]`;
}

/**
 * What stands behind a sentence that no source is cited for. One that a page supports which the pipeline did not choose
 * to cite has nothing.
 */
const WITHOUT_SOURCE: Readonly<Record<Exclude<Verdict, 'supported'>, string>> = {
  partial: 'carried in part',
  contradicted: 'contradicted',
  unsupported: 'no source',
  unchecked: 'not checked',
};

/** Only the web can be linked to. */
function link(n: number, url: string): string {
  return /^https?:/i.test(url)
    ? `[[${n}]](${url.replace(/[()<>\s\\]/g, encodeURIComponent).replace(/[()]/g, escaped)})`
    : `[${n}]`;
}

/** encodeURIComponent leaves parentheses as they are, and they would end the link. */
function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
