/**
 * Gives every sentence of a finished text the passages that support it, and numbers the sources in the order they are first needed.
 * A sentence without support keeps an empty list: it is shown as uncited, never with a guess.
 */
import type { Claim, Outcome, Passage, Source } from '../core/data.js';
import type { LocalModels } from '../core/ports.js';
import type { Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';
import { splitSentences } from '../text/sentences.js';
import { supportByWords } from '../text/support.js';
import type { Taken } from './extract-answer.js';
import { contextual } from './select-sections.js';

export type CiteInput = {
  readonly text: string;
  readonly passages: readonly Passage[];
  /** Sentences whose passage is known, because they were taken from it. */
  readonly taken?: readonly Taken[] | undefined;
};

export type CiteParts = { readonly local: LocalModels };

export function citeAnswer({ local }: CiteParts): Stage<CiteInput, Outcome> {
  return stage('cite-answer', async ({ text, passages, taken }, run) => {
    const sentences = splitSentences(text);
    const supports: (Passage | undefined)[] = [];
    for (const { text: claim } of sentences) {
      const origin = taken?.find((known) => known.text.includes(claim));
      supports.push(origin?.passage ?? (await findSupport(claim, passages, { local, run })));
    }
    const sources = numberSources(supports.filter((passage) => passage !== undefined));
    const numberOf = new Map(sources.map(({ url, n }) => [url, n]));
    const claims = sentences.map((sentence, at): Claim => {
      const support = supports[at];
      if (!support) run.emit({ type: 'note', text: `no source supports: ${sentence.text}` });
      return { ...sentence, sources: support ? [numberOf.get(support.source.url) as number] : [] };
    });
    return { answer: { status: 'answered', text, claims }, sources };
  });
}

/** Below this share of a sentence's weight no passage counts as its source by words alone. */
const ENOUGH_BY_WORDS = 0.6;
/** The verifier's own decision boundary: p(supported) over one half. */
const ENOUGH_BY_VERIFIER = 0.5;
const CANDIDATES = 3;

async function findSupport(
  claim: string,
  passages: readonly Passage[],
  { local, run }: { local: LocalModels; run: Run },
): Promise<Passage | undefined> {
  const verbatim = passages.find((passage) => passage.text.includes(claim));
  if (verbatim) return verbatim;
  const scored = passages
    .map((passage) => ({ passage, ...supportByWords(claim, contextual(passage)) }))
    .filter(({ share, figuresAgree }) => figuresAgree && share >= ENOUGH_BY_WORDS)
    .sort((a, b) => b.share - a.share)
    .slice(0, CANDIDATES);
  if (scored.length === 0 || !local.verifier) return scored[0]?.passage;
  const odds = await local.verifier.support(
    claim,
    scored.map(({ passage }) => contextual(passage)),
    { signal: run.signal },
  );
  const best = odds.indexOf(Math.max(...odds));
  return (odds[best] as number) >= ENOUGH_BY_VERIFIER ? scored[best]?.passage : undefined;
}

/** One number per page, in the order of first use, with the passages that carry claims. */
function numberSources(cited: readonly Passage[]): Source[] {
  const pages = new Map<string, { title: string; passages: Map<string, Passage> }>();
  for (const passage of cited) {
    const page = pages.get(passage.source.url) ?? { title: passage.source.title, passages: new Map() };
    page.passages.set(passage.id, passage);
    pages.set(passage.source.url, page);
  }
  return [...pages].map(([url, { title, passages }], at) => ({
    n: at + 1,
    url,
    title,
    passages: [...passages.values()].map(({ id, headings, text, start, end }) => ({ id, headings, text, start, end })),
  }));
}
