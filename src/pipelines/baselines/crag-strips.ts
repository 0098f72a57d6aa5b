/**
 * CRAG's knowledge refinement: passages are cut into strips of a few sentences, the useful strips are kept, and
 * neighbours grow together again.
 */
import { askOr } from '../../core/ask.js';
import { mapConcurrent } from '../../core/concurrent.js';
import type { Passage, Question } from '../../core/data.js';
import type { ChatModels, LocalModels } from '../../core/ports.js';
import type { Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { recordKept } from '../../stages/record-kept.js';
import { relevanceOf } from '../../stages/relevance.js';
import { contextual } from '../../stages/select-sections.js';
import { inTurns } from '../../text/fuse.js';
import { coreQuestion } from '../../text/question.js';
import { splitSentences } from '../../text/sentences.js';
import { stripsPrompt } from './prompts.js';
import { distinctPassages } from './rank.js';

export type RefineParts = {
  readonly models: ChatModels;
  readonly local: LocalModels;
  /** Strips kept at most. */
  readonly keep: number;
  readonly concurrency: number;
};

type RefineInput = { readonly question: Question; readonly passages: readonly Passage[] };

export function refineKnowledge(parts: RefineParts): Stage<RefineInput, Passage[]> {
  return stage('refine-knowledge', async ({ question, passages }, run) => {
    const strips = distinctPassages(passages).map(stripsOf);
    const all = strips.flat();
    const chosen = (await choose(question, strips, parts, run)).slice(0, parts.keep);
    const kept = chosen.length > 0 || all.length === 0 ? chosen : keepFirst(all, run);
    recordKept({ all, kept, why: 'not a useful strip' }, run);
    return recompose(kept, passages);
  });
}

function keepFirst(all: readonly Passage[], run: Run): Passage[] {
  run.emit({ type: 'fallback', reason: 'no strip was found useful; the first is kept' });
  return all.slice(0, 1);
}

/** One or two sentences are a strip of their own (CRAG, section 4.4); longer text is cut into strips of a few. */
const SENTENCES = 3;

/** "page#4" -> "page#4.0", "page#4.1", ... */
export function stripsOf(passage: Passage): Passage[] {
  const sentences = splitSentences(passage.text);
  const starts = sentences.filter((_, at) => at % SENTENCES === 0).map(({ start }) => start);
  return starts.map((from, at) => {
    const to = sentences[Math.min(sentences.length, (at + 1) * SENTENCES) - 1]?.end ?? passage.text.length;
    const text = passage.text.slice(from, to);
    return { ...passage, id: `${passage.id}.${at}`, text, start: passage.start + from, end: passage.start + to };
  });
}

/**
 * By the model, passage by passage and then in turns; without one by words, meaning and our reranker over all of them.
 */
async function choose(
  question: Question,
  strips: readonly Passage[][],
  parts: RefineParts,
  run: Run,
): Promise<Passage[]> {
  if (!parts.models.small) return rankStrips(question, strips.flat(), parts.local, run);
  const chosen = await mapConcurrent(strips, { limit: parts.concurrency, run }, async (own) => {
    const vars = { question, passages: own };
    const asked = { models: parts.models, role: 'small', prompt: stripsPrompt, vars } as const;
    const reply = await askOr(asked, () => rankStrips(question, own, parts.local, run), run);
    if (!reply.byModel) return reply.value;
    return [...new Set(reply.value)].map((number) => own[number - 1]).filter((strip) => strip !== undefined);
  });
  return inTurns(chosen);
}

/** About 0.2 s on two cores. */
const RERANKED = 12;

async function rankStrips(
  question: Question,
  strips: readonly Passage[],
  local: LocalModels,
  run: Run,
): Promise<Passage[]> {
  const scores = await relevanceOf(
    coreQuestion(question.text),
    strips.map(contextual),
    { local, rerankTop: RERANKED },
    run,
  );
  return strips.map((strip, at) => ({ ...strip, score: scores[at]?.score ?? 0 })).sort((a, b) => b.score - a.score);
}

/** Kept strips that follow one another in a passage become one piece again, at the place of the better one. */
export function recompose(kept: readonly Passage[], passages: readonly Passage[]): Passage[] {
  const pieces: Passage[] = [];
  for (const strip of kept) {
    const whole = passages.find(({ id }) => id === strip.id.replace(/\.\d+$/, ''));
    const at = pieces.findIndex((piece) => whole && areNeighbours(piece, strip, whole));
    if (at < 0 || !whole) pieces.push(strip);
    else pieces[at] = joined(pieces[at] as Passage, strip, whole);
  }
  return pieces.length < kept.length ? recompose(pieces, passages) : pieces;
}

/** Of one passage, and nothing but blanks between them. */
function areNeighbours(one: Passage, other: Passage, whole: Passage): boolean {
  if (!one.id.startsWith(`${whole.id}.`)) return false;
  const [before, after] = one.start < other.start ? [one, other] : [other, one];
  return whole.text.slice(before.end - whole.start, after.start - whole.start).trim() === '';
}

function joined(one: Passage, other: Passage, whole: Passage): Passage {
  const [start, end] = [Math.min(one.start, other.start), Math.max(one.end, other.end)];
  return { ...one, text: whole.text.slice(start - whole.start, end - whole.start), start, end };
}
