/**
 * Answers from the passages' own sentences, without a language model: scores every sentence of the best passages, takes those that
 * fit, or says that nothing fits. How the weights and limits were found: docs/decisions/extractive-answers.md.
 */
import type { Passage, Question } from '../core/data.js';
import type { LocalModels, Span } from '../core/ports.js';
import { injectionAt } from '../core/prompt-injection.js';
import type { Run } from '../core/run.js';
import { isAboutNow } from '../text/about-now.js';
import { fitsForm } from '../text/answer-form.js';
import { coverage } from '../text/lexical.js';
import { maskNames } from '../text/mask-names.js';
import { askingSentence, contentWords, coreQuestion, namesIn, questionForm, yearsIn } from '../text/question.js';
import { isEmptyUnit, readableUnit } from '../text/readable-unit.js';
import { splitSentences } from '../text/sentences.js';
import { terms } from '../text/terms.js';
import { dot } from '../text/vectors.js';
import { withoutOutdated } from './outdated.js';
import { contextual, type RankedPassage } from './select-sections.js';

/** A sentence of the answer and the passage it was taken from. */
export type Taken = { readonly text: string; readonly passage: Passage };

export type Extracted =
  | { readonly status: 'answered'; readonly text: string; readonly taken: readonly Taken[] }
  | { readonly status: 'abstained'; readonly why: string };

/** Limits of an answer made without a model. */
const MOST_SENTENCES = 4;
const MOST_WORDS = 80;
/** Passages whose sentences are looked at. */
const PASSAGES = 4;
/** Sentences further below the best than this are left out. */
const SCORE_GAP = 3;
/** The best sentence must reach this, or nothing fits; less where a model that adds to the score is switched off. */
const LOWEST_SCORE = 6.2;
const WITHOUT: Readonly<Partial<Record<keyof LocalModels, number>>> = { embedder: 2.7, reranker: 0.15, reader: 0.8 };

/** Listwise logistic weights, fitted on the tuning questions and experiments/data/abstention-tuning.jsonl. */
const WEIGHTS = { meaning: 7.25, words: 3.44, names: 0.65, form: 1.56, rerank: 0.17, span: 0.05, holdsSpan: 1.53, rank: -0.16 };

type Asked = {
  readonly core: string;
  readonly asking: string;
  readonly form: ReturnType<typeof questionForm>;
  readonly nameTerms: readonly string[];
  readonly otherTerms: readonly string[];
};

type Candidate = Taken & { readonly at: number; readonly rank: number; readonly score: number };

export async function extractAnswer(
  { question, passages }: { readonly question: Question; readonly passages: readonly RankedPassage[] },
  local: LocalModels,
  run: Run,
): Promise<Extracted> {
  if (passages.length === 0)
    return { status: 'abstained', why: 'no passage was found, and no language model is configured to answer without' };
  const asked = analyse(question);
  const unknown = unknownParts(asked.core, passages);
  if (unknown.length > 0)
    return { status: 'abstained', why: `no page that was read mentions ${unknown.map((part) => `"${part}"`).join(' or ')}` };
  const candidates = await scoreSentences(asked, passages.slice(0, PASSAGES), { local, run });
  const best = candidates[0];
  run.emit({ type: 'note', text: `best sentence scores ${best?.score.toFixed(2) ?? 'nothing'}: ${best?.text ?? ''}` });
  if (!best || best.score < lowestScore(local))
    return { status: 'abstained', why: 'no sentence of the pages that were read fits the question' };
  const taken = inReadingOrder(choose(isAboutNow(question) ? withoutOutdated(candidates, question.askedAt) : candidates));
  return { status: 'answered', text: taken.map(({ text }) => text).join(' '), taken };
}

function lowestScore(local: LocalModels): number {
  const missing = Object.entries(WITHOUT).filter(([name]) => !local[name as keyof LocalModels]);
  return missing.reduce((lowest, [, share]) => lowest - share, LOWEST_SCORE);
}

function analyse(question: Question): Asked {
  const core = coreQuestion(question.text);
  const asking = askingSentence(core);
  const nameTerms = [...new Set(namesIn(core).flatMap((name) => terms(name)))];
  const otherTerms = terms(contentWords(asking).join(' ')).filter((term) => !nameTerms.includes(term));
  return { core, asking, form: questionForm(question.text), nameTerms, otherTerms };
}

/** Names and years of the question that none of the passages knows: then they cannot answer it, however alike they look. */
function unknownParts(core: string, passages: readonly Passage[]): string[] {
  const known = new Set(passages.flatMap((passage) => terms(contextual(passage))));
  const isName = (name: string) => name.length > 2 && /\p{Ll}/u.test(name);
  const names = namesIn(core).filter((name) => isName(name) && terms(name).length > 0 && !terms(name).some((term) => known.has(term)));
  return [...names, ...yearsIn(core).filter((year) => !known.has(year))];
}

type Tools = { readonly local: LocalModels; readonly run: Run };

async function scoreSentences(asked: Asked, passages: readonly RankedPassage[], { local, run }: Tools): Promise<Candidate[]> {
  const call = { signal: run.signal };
  const spans = await local.reader?.read(asked.core, passages.map(contextual), call);
  const units = passages.flatMap((passage, rank) => unitsOf(passage).map((unit) => ({ ...unit, passage, rank })));
  const [wanted, ...vectors] = (await local.embedder?.embed([asked.asking, ...units.map(({ text }) => text)].map(maskNames), call)) ?? [];
  const scored = units.map((unit, at) => {
    const meaning = wanted ? dot(wanted, vectors[at] as Float32Array) : 0;
    const rerank = Math.max(-8, Math.min(10, unit.passage.rerank ?? 0));
    return { ...unit, score: WEIGHTS.meaning * meaning + WEIGHTS.rerank * rerank + scoreByRules(unit, asked, spans?.[unit.rank]) };
  });
  return scored.sort((a, b) => b.score - a.score || a.rank - b.rank || a.at - b.at);
}

type Unit = {
  readonly text: string;
  readonly before: string;
  readonly at: number;
  readonly start: number;
  readonly end: number;
};

function unitsOf(passage: Passage): Unit[] {
  const sentences = splitSentences(passage.text);
  const isInjected = injectionAt(passage.text);
  return sentences.flatMap(({ text: raw, start, end }, at) =>
    isEmptyUnit(raw) || isInjected(start)
      ? []
      : [{ text: readableUnit(raw, passage.text), before: sentences[at - 1]?.text ?? '', at, start, end }],
  );
}

function scoreByRules(unit: Unit & { passage: Passage; rank: number }, asked: Asked, span: Span | undefined): number {
  const { source, headings, text } = unit.passage;
  const window = [source.title, ...headings, unit.before, unit.text].join(' ');
  const shift = contextual(unit.passage).length - text.length;
  const holdsSpan = span !== undefined && span.start - shift >= unit.start && span.start - shift < unit.end;
  return (
    WEIGHTS.words * coverage(asked.otherTerms, window) +
    WEIGHTS.names * (asked.nameTerms.length > 0 ? coverage(asked.nameTerms, window) : 1) +
    WEIGHTS.form * Number(fitsForm(asked.form, unit.text)) +
    WEIGHTS.rank * unit.rank +
    (holdsSpan ? WEIGHTS.holdsSpan + WEIGHTS.span * Math.max(-15, Math.min(20, span.score)) : 0)
  );
}

function choose(candidates: readonly Candidate[]): Candidate[] {
  const lowest = (candidates[0]?.score ?? 0) - SCORE_GAP;
  const chosen: Candidate[] = [];
  let words = 0;
  for (const candidate of candidates) {
    const length = candidate.text.split(/\s+/).length;
    const repeated = chosen.some(({ text }) => text === candidate.text);
    if (chosen.length === MOST_SENTENCES || candidate.score < lowest) break;
    if (repeated || words + length > MOST_WORDS) continue;
    chosen.push(candidate);
    words += length;
  }
  return chosen.length > 0 ? chosen : candidates.slice(0, 1).map(shorten);
}

/** A single sentence beyond the limit is cut at its end, visibly. */
function shorten(candidate: Candidate): Candidate {
  return {
    ...candidate,
    text: `${candidate.text
      .split(/\s+/)
      .slice(0, MOST_WORDS - 1)
      .join(' ')} …`,
  };
}

/** Sentences of one passage stand together in their own order; passages in the order of their best sentence. */
function inReadingOrder(chosen: readonly Candidate[]): Taken[] {
  const passages = [...new Set(chosen.map(({ passage }) => passage.id))];
  return passages.flatMap((id) => chosen.filter(({ passage }) => passage.id === id).sort((a, b) => a.at - b.at));
}
