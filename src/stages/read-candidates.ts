/**
 * Reads the passages for an answer: of each its best span, and how likely the sentence around it answers the question,
 * best first.
 */
import type { Passage } from '../core/data.js';
import type { Reader, Span } from '../core/ports.js';
import { withoutInjections } from '../core/prompt-injection.js';
import type { Run } from '../core/run.js';
import { fitsForm } from '../text/answer-form.js';
import { answerOdds, highestOdds, LOWEST_ODDS, sentenceOdds } from '../text/answer-odds.js';
import { questionForm } from '../text/question.js';
import { stripMarks } from '../text/readable-unit.js';
import { isListing, isQuestion, type Unit, unitsOf } from '../text/units.js';
import type { RankedPassage } from './select-sections.js';

/** A span of a passage; `units` are the sentences it lies in, the first of the passage for a span of its headings. */
export type Candidate = {
  readonly passage: Passage;
  readonly span: string;
  readonly units: readonly Unit[];
  readonly odds: number;
  /** What was read together with it. */
  readonly reading?: Reading;
  /** All sentences of the stretch in their order, where each was read alone. */
  readonly sentences?: readonly ReadSentence[];
};

/** How likely a sentence answers by itself. */
export type ReadSentence = { readonly unit: Unit; readonly span: string; readonly odds: number };

/** Reading takes about 20 ms each; the reader sees 512 tokens. */
const MOST_READ = 16;
/** One for each of two cores, and the next on its way. */
const READ_AT_ONCE = 4;
const WINDOW = 1800;

/**
 * Sentences that are read together, as they are shown to the reader: under their heading, without marks of Markdown.
 */
export type Reading = {
  readonly passage: RankedPassage;
  readonly rank: number;
  readonly units: readonly Unit[];
  readonly head: string;
};

export const shownOf = ({ head, units }: Reading): string => head + units.map(({ text }) => text).join(' ');

export type ReadInput = {
  readonly core: string;
  readonly readings: readonly Reading[];
  /** Whether the answer would be this candidate, whatever less likely ones say. */
  readonly settles: (best: Candidate) => boolean;
};

/**
 * Where the plain sentences answer this likely, those that may be prompt injections are not read; where they may
 * answer, these must be that much likelier.
 */
const ENOUGH = 0.4;
const DOUBT = 0.4;

export async function readCandidates(
  { readings, ...input }: ReadInput,
  reader: Reader,
  run: Run,
): Promise<Candidate[]> {
  const plain = await readLikeliest({ ...input, readings: readings.map(withoutDoubtful) }, reader, run);
  const doubtful = readings.filter(({ units }) => units.some(({ isDoubtful }) => isDoubtful));
  if (doubtful.length === 0 || plain.some(({ odds }) => odds >= ENOUGH)) return plain;
  const all = await readLikeliest({ ...input, readings: doubtful }, reader, run);
  const others = all.filter(({ units }) => units.some(({ isDoubtful }) => isDoubtful));
  const doubt = plain.some(({ odds }) => odds >= LOWEST_ODDS) ? DOUBT : 1;
  const weighed = [...plain, ...others.map((one) => ({ ...one, odds: doubt * one.odds }))];
  return weighed.sort((one, other) => other.odds - one.odds);
}

function withoutDoubtful(reading: Reading): Reading {
  return { ...reading, units: reading.units.filter(({ isDoubtful }) => !isDoubtful) };
}

/** The first few are read together; what cannot become likelier than a candidate that settles it is not read. */
async function readLikeliest({ core, readings, settles }: ReadInput, reader: Reader, run: Run): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (let rest = readings.filter(({ units }) => units.length > 0); rest.length > 0; ) {
    candidates.push(...(await readAll(core, rest.slice(0, READ_AT_ONCE), reader, run)));
    candidates.sort((one, other) => other.odds - one.odds);
    const best = candidates[0];
    const least = best && settles(best) ? best.odds : Number.NEGATIVE_INFINITY;
    rest = rest
      .slice(READ_AT_ONCE)
      .filter(({ passage, rank }) => highestOdds({ rank, rerank: passage.rerank }) > least);
  }
  return candidates;
}

async function readAll(core: string, readings: readonly Reading[], reader: Reader, run: Run): Promise<Candidate[]> {
  const spans = await reader.read(core, readings.map(shownOf), { signal: run.signal });
  const wantsNumber = questionForm(core) === 'how-many';
  return readings.flatMap((reading, at): Candidate[] => {
    const span = spans[at];
    if (!span || span.text.trim() === '') return [];
    const units = unitsUnder(span, reading).filter(canAnswer);
    if (units.length === 0) return [];
    const { passage, rank } = reading;
    const lacksNumber = wantsNumber && !fitsForm('how-many', span.text);
    const odds = answerOdds({ answerable: span.answerable, rank, rerank: passage.rerank, lacksNumber });
    return [{ passage, span: span.text.trim(), units, odds, reading }];
  });
}

const canAnswer = (unit: Unit): boolean => !isQuestion(unit) && !isListing(unit);

/** Stretches whose sentences are read one by one, and sentences of each: a few milliseconds for each. */
const MOST_STRETCHES = 3;
const MOST_SENTENCES = 14;

/** The sentences of the best stretches, each read alone: the likeliest of all comes first, with its stretch. */
export async function readSentences(
  core: string,
  candidates: readonly Candidate[],
  reader: Reader,
  run: Run,
): Promise<Candidate[]> {
  const sentences = candidates.slice(0, MOST_STRETCHES).flatMap((candidate) => {
    const { head = '', units = [] } = candidate.reading ?? {};
    const answering = units.filter((unit) => canAnswer(unit) && !candidate.units.includes(unit));
    return [...candidate.units, ...answering]
      .slice(0, MOST_SENTENCES)
      .map((unit) => ({ candidate, unit, text: head + unit.text }));
  });
  const spans = await reader.read(
    core,
    sentences.map(({ text }) => text),
    { signal: run.signal },
  );
  const scored = sentences.map(({ candidate, unit }, at) => {
    const { text: span, answerable } = spans[at] as Span;
    const holdsSpan = candidate.units.includes(unit);
    return { candidate, unit, span, odds: sentenceOdds({ odds: candidate.odds, answerable, holdsSpan }) };
  });
  const likeliest = scored.toSorted((one, other) => other.odds - one.odds);
  const chosen = [...new Set(likeliest.map(({ candidate }) => candidate))].map((candidate) => {
    const best = likeliest.find((one) => one.candidate === candidate) as ReadSentence;
    return { ...atSentence(candidate, best), sentences: scored.filter((one) => one.candidate === candidate) };
  });
  return [...chosen, ...candidates.slice(MOST_STRETCHES)];
}

/** The likeliest sentence for each question of several in one, of the stretches that answer the whole best. */
export function readParts(
  parts: readonly string[],
  candidates: readonly Candidate[],
  reader: Reader,
  run: Run,
): Promise<(Candidate | undefined)[]> {
  const readings = candidates.slice(0, MOST_STRETCHES).flatMap(({ reading }) => reading ?? []);
  return Promise.all(
    parts.map(async (core) => {
      const read = await readCandidates({ core, readings, settles: () => false }, reader, run);
      const [best] = read[0] && read[0].odds >= LOWEST_ODDS ? await readSentences(core, read, reader, run) : [];
      return best;
    }),
  );
}

/** The span of the whole stretch is the better one where it lies in the best sentence. */
function atSentence(candidate: Candidate, { unit, span }: ReadSentence): Candidate {
  return candidate.units.includes(unit) || span.trim() === ''
    ? candidate
    : { ...candidate, units: [unit], span: span.trim() };
}

export function readingsOf(passages: readonly RankedPassage[]): Reading[] {
  return passages
    .flatMap((passage, rank) => {
      const head = headOf(passage);
      return windowsOf(unitsOf(passage)).map((units): Reading => ({ passage, rank, units, head }));
    })
    .slice(0, MOST_READ);
}

/**
 * The page's title, and the item's term before what is said of it; the path of chapters between the two only misleads
 * the reader.
 */
function headOf({ source, headings }: RankedPassage): string {
  const [title = '', term = ''] = [source.title, headings.at(-1) ?? ''].map((line) =>
    stripMarks(withoutInjections(line)),
  );
  return `${title === '' ? '' : `${title}\n`}${term === '' || term === title ? '' : `${term}: `}`;
}

function windowsOf(units: readonly Unit[]): Unit[][] {
  const windows: Unit[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const unit of units) {
    length += unit.text.length + 1;
    if (length > WINDOW) {
      windows.push([]);
      length = unit.text.length;
    }
    windows.at(-1)?.push(unit);
  }
  return windows;
}

/** The sentences that a span lies in; the first one for a span of the heading. */
export function unitsUnder({ start, end }: Pick<Span, 'start' | 'end'>, { head, units }: Reading): Unit[] {
  let from = head.length;
  const under = units.filter(({ text }) => {
    const isUnder = from < end && from + text.length > start;
    from += text.length + 1;
    return isUnder;
  });
  return under.length > 0 ? under : units.slice(0, 1);
}
