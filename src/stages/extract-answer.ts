/**
 * Answers from the passages' own sentences, without a language model: our reader chooses passage and span, the kind of
 * question says what is quoted around it, and where nothing answers that is said. How weights and limits were found:
 * docs/decisions/extractive-answers.md.
 */
import type { Passage, Question } from '../core/data.js';
import type { LocalModels, Reader } from '../core/ports.js';
import { readsLikeInjection } from '../core/prompt-injection.js';
import type { Run } from '../core/run.js';
import { isAboutNow } from '../text/about-now.js';
import { LOWEST_ODDS } from '../text/answer-odds.js';
import { COMMENT_BY } from '../text/page/thread.js';
import { contentWords, coreQuestion, identifiersIn, spellingsOf } from '../text/question.js';
import { askedParts, questionKind } from '../text/question-kind.js';
import { safeMarkdown } from '../text/safe-markdown.js';
import { terms, wholeTerm } from '../text/terms.js';
import { withoutTypos } from '../text/typos.js';
import { candidatesByWords, unknownParts } from './candidates-by-words.js';
import {
  type ComposedAnswer,
  composeAnswer,
  composeParts,
  isEnough,
  saysMore,
  type TakenSentence,
} from './compose-answer.js';
import { newerBy, withoutOutdated } from './outdated.js';
import { type Candidate, readCandidates, readingsOf, readParts, readSentences, shownOf } from './read-candidates.js';
import { contextual, type RankedPassage } from './select-sections.js';
import { sayYesOrNo } from './yes-or-no.js';

export type { TakenSentence } from './compose-answer.js';

/** `short` is the span or sentence that answers by itself; `odds` how likely it does, 0 to 1. */
export type ExtractedAnswer =
  | {
      readonly status: 'answered';
      readonly text: string;
      readonly short: string;
      readonly odds: number;
      readonly taken: readonly TakenSentence[];
    }
  | { readonly status: 'abstained'; readonly why: string };

export async function extractAnswer(
  { question, passages: found }: { readonly question: Question; readonly passages: readonly RankedPassage[] },
  local: LocalModels,
  run: Run,
): Promise<ExtractedAnswer> {
  const passages = withoutAskers(found).filter(({ isLinks }) => !isLinks); // titles of other pages say nothing here
  if (passages.length === 0)
    return { status: 'abstained', why: 'no passage was found, and no language model is configured to answer without' };
  const texts = passages.map(contextual);
  const known = new Set(texts.flatMap(namesAndParts));
  const core = withoutTypos(coreQuestion(question.text), texts, known);
  if (contentWords(core).length === 0)
    return { status: 'abstained', why: 'the question holds no word that could be looked for' };
  // Of 453 answerable questions of five collections this refuses two, and it spares the reading.
  const unknown = unknownParts(core, known);
  if (unknown.length > 0)
    return {
      status: 'abstained',
      why: `no page that was read mentions ${unknown.map((part) => `"${part}"`).join(' or ')}`,
    };
  const isNow = isAboutNow(question);
  const named = local.reader
    ? await readNamed({ core, passages, isNow }, local.reader, run)
    : (byName(core, candidatesByWords({ core, passages }), ({ passage }) => passage.text)[0] ?? []);
  const candidates = isNow ? stillTrue(named, question.askedAt) : named;
  const best = candidates[0];
  run.emit({ type: 'note', text: `best candidate, odds ${best?.odds.toFixed(2) ?? 0}: ${best?.span ?? ''}` });
  if (!best || best.odds < LOWEST_ODDS) return { status: 'abstained', why: whyNot(best) };
  const inOrder = (chosen: readonly Candidate[]) => (isNow ? newestFirst(chosen, question.askedAt) : chosen);
  const { short, taken, missing } = await compose({ core, candidates, inOrder }, local.reader, run);
  if (missing !== undefined) run.emit({ type: 'fallback', reason: missing });
  return { status: 'answered', odds: best.odds, short, taken, text: joinedSentences(taken.map(({ text }) => text)) };
}

/** Who opens a thread with a question repeats much of it and answers nothing: the comments do, where any was found. */
function withoutAskers(passages: readonly RankedPassage[]): readonly RankedPassage[] {
  const isComment = ({ headings }: RankedPassage) => headings.at(-1)?.startsWith(COMMENT_BY) ?? false;
  const threads = new Set(passages.filter(isComment).map(({ source }) => source.url));
  const asks = ({ source, headings }: RankedPassage) =>
    threads.has(source.url) && headings.length === 1 && headings[0]?.endsWith('?');
  return passages.filter((passage) => !asks(passage));
}

type ComposeFrom = {
  readonly core: string;
  readonly candidates: readonly Candidate[];
  readonly inOrder: (chosen: readonly Candidate[]) => readonly Candidate[];
};

/** Where the reader is not sure, it reads the best stretches once more, sentence by sentence. */
async function compose(
  { core, candidates, inOrder }: ComposeFrom,
  reader: Reader | undefined,
  run: Run,
): Promise<ComposedAnswer> {
  const [kind, parts] = [questionKind(core), askedParts(core)];
  if (reader && parts.length > 1 && kind !== 'comparison') {
    const answers = await readParts(parts, candidates, reader, run);
    if (answers.some((answer) => answer !== undefined)) return composeParts(parts, answers);
  }
  const isSure = isEnough(core, candidates[0] as Candidate);
  const chosen = inOrder(reader && !isSure ? await readSentences(core, candidates, reader, run) : candidates);
  return kind === 'yes-no'
    ? sayYesOrNo({ core, candidates: chosen })
    : composeAnswer({ question: core, kind, candidates: chosen });
}

/**
 * What begins with a small letter (`pg_dump writes ...`) would read, and be checked, as the end of the sentence before
 * it.
 */
function joinedSentences(sentences: readonly string[]): string {
  return sentences.reduce(
    (text, next) => (text === '' ? next : `${text}${/^\p{Lu}|^\P{L}/u.test(next) ? ' ' : '\n\n'}${next}`),
    '',
  );
}

/** `schema.cache_size` names `cache_size` as well. */
const namesAndParts = (text: string): string[] =>
  terms(text).flatMap((term) => (term.includes('.') ? [term, ...term.split('.')] : [term]));

type NamedInput = { readonly core: string; readonly passages: readonly RankedPassage[]; readonly isNow: boolean };

/** Groups are read until one of them holds a candidate. */
async function readNamed(
  { core, passages, isNow }: NamedInput,
  reader: Reader,
  run: Run,
): Promise<readonly Candidate[]> {
  const settles = (best: Candidate) => !isNow && questionKind(core) !== 'comparison' && isEnough(core, best);
  for (const readings of byName(core, readingsOf(passages), shownOf)) {
    const candidates = await readCandidates({ core, readings, settles }, reader, run);
    if (candidates.length > 0) return candidates;
  }
  return [];
}

/** `max-cache-size <size>`: a name where an entry is headed by it, else a word such as "up-to-date". */
function isHeadedBy(names: readonly string[], { headings }: Passage): boolean {
  const [first = ''] = (headings.at(-1) ?? '').toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  return names.includes(first);
}

/**
 * A question that names a setting, an option or a code is answered under a heading of that name, where there is one,
 * else by what mentions it as a whole: its neighbours look much alike. The groups in that order, none of them empty.
 */
function byName<T extends Pick<Candidate, 'passage'>>(
  core: string,
  all: readonly T[],
  textOf: (one: T) => string,
): T[][] {
  const identifiers = identifiersIn(core).flatMap(spellingsOf);
  const named = identifiers.map(wholeTerm);
  const hyphenated = core.toLowerCase().match(/(?<![\w-])\p{L}\w*(?:-\w+)+/gu) ?? [];
  // `-l` is an option of many programs: a passage that mentions it need not be about it.
  const telling = identifiers.filter((name) => !/^-[^-]/.test(name)).map(wholeTerm);
  const names = (text: string, wanted: readonly string[]) => namesAndParts(text).some((term) => wanted.includes(term));
  const isUnder = ({ passage }: T) =>
    isHeadedBy(hyphenated, passage) ||
    [passage.source.title, ...passage.headings].some((heading) => names(heading, named));
  if (named.length === 0 && hyphenated.length === 0) return all.length > 0 ? [[...all]] : [];
  const under = all.map(isUnder);
  const isNamed = named.length > 0 || under.includes(true);
  const groups = all.map((one, at) =>
    !isNamed || under[at] ? 0 : telling.length === 0 || names(textOf(one), telling) ? 1 : 2,
  );
  return [0, 1, 2].map((group) => all.filter((_, at) => groups[at] === group)).filter((group) => group.length > 0);
}

/** Of the odds of the best. */
const NEARLY = 0.6;
/** How many are compared with each other by date. */
const DATED = 8;

/** Asked about now, what a newer page contradicts is not taken. */
function stillTrue(candidates: readonly Candidate[], askedAt: string): readonly Candidate[] {
  const sentences = candidates.slice(0, DATED).map((candidate) => ({
    candidate,
    passage: candidate.passage,
    text: candidate.units.map(({ text }) => text).join(' '),
  }));
  return withoutOutdated(sentences, askedAt).map(({ candidate }) => candidate);
}

/**
 * Two pages that answer differently, nearly as likely: asked about now, the newer one is believed, and the other is
 * quoted after it.
 */
function newestFirst(candidates: readonly Candidate[], askedAt: string): readonly Candidate[] {
  const [best] = candidates;
  if (!best) return candidates;
  const isNewer = newerBy(askedAt);
  const newer = candidates.filter(
    (other) => other.odds >= NEARLY * best.odds && isNewer(other, best) && saysMore(other, best),
  );
  const newest = newer.find((one) => !newer.some((other) => isNewer(other, one)));
  return newest ? [newest, ...candidates.filter((one) => one !== newest)] : candidates;
}

/** Says what was found instead: a reader sees at once whether it is near. */
function whyNot(nearest: Candidate | undefined): string {
  const sentence = safeMarkdown(nearest?.units[0]?.text ?? '', new Set())
    .replace(/\s+/g, ' ')
    .trim();
  const said = 'no sentence of the pages that were read answers the question';
  return sentence === '' || readsLikeInjection(sentence) ? said : `${said}; the nearest says: "${shortened(sentence)}"`;
}

const LONGEST_QUOTE = 240;
const shortened = (text: string): string =>
  (text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)} …` : text).replace(/\.$/, '');
