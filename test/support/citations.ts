/**
 * Whether what an answer cites is there and carries it, judged by words alone: the deterministic check that no model
 * can talk out of it.
 */
import type { Document, Result } from '../../src/core/data.js';
import { contextualText } from '../../src/text/contextual.js';
import { supportByWords } from '../../src/text/support.js';

/** As the citing stage asks for (src/stages/cite-answer.ts). */
const ENOUGH = 0.6;

/** One line for each citation that does not hold; none when all do. */
export function wrongCitations({ answer, sources }: Result, documents: ReadonlyMap<string, Document>): string[] {
  const fabricated = sources.flatMap(({ url, passages }) =>
    passages
      .filter(({ text }) => !flat(documents.get(url)?.text ?? '').includes(flat(text)))
      .map(({ id }) => `${id} does not stand in ${url}`),
  );
  const unsupported = answer.claims.flatMap(({ text: whole, sources: numbers, evidence = [], verdict }) => {
    if (verdict === 'contradicted') return []; // the source of such a claim says otherwise
    // A correction quotes its source after a clause of ours.
    const text = answer.corrects === undefined ? whole : (evidence[0]?.quote ?? whole);
    return numbers
      .filter(
        (number) =>
          !carries(
            text,
            sources.find(({ n }) => n === number),
          ),
      )
      .map((number) => `[${number}] does not say: ${text}`);
  });
  return [...fabricated, ...unsupported];
}

/** A search engine's preview has the page's words, not its line breaks and tables. */
const flat = (text: string) =>
  text
    .replace(/(?<=^|[\s|]):?-{3,}:?(?=[\s|]|$)|\|/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

function carries(claim: string, source: Result['sources'][number] | undefined): boolean {
  return (source?.passages ?? []).some(({ text, headings }) => {
    if (text.includes(claim)) return true;
    const { share, figuresAgree } = supportByWords(claim, contextualText(source?.title ?? '', headings, text));
    return figuresAgree && share >= ENOUGH;
  });
}
