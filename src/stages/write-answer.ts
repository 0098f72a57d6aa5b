/**
 * Writes the answer from passages: by the large model, or without one from the passages' own sentences. What comes
 * after is `conclude`'s work. HiFi-RAG has its own two turns.
 */
import { askOr } from '../core/ask.js';
import type { Passage, Question } from '../core/data.js';
import type { ChatModels, LocalModels } from '../core/ports.js';
import type { Prompt } from '../core/prompt.js';
import type { Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';
import { coreQuestion } from '../text/question.js';
import { doubtAbstention } from './doubt-abstention.js';
import { type ExtractedAnswer, extractAnswer, type TakenSentence } from './extract-answer.js';
import { rerankLogits } from './rerank-logits.js';
import { contextual } from './select-sections.js';

/** The writer's way of saying that the passages do not hold the answer. */
export const NO_ANSWER = 'NO ANSWER IN THE SOURCES';

/** However it is written: small models do not keep capitals. */
export function saysNoAnswer(reply: string): boolean {
  return reply.toUpperCase().includes(NO_ANSWER);
}

export type AnswerVars = {
  readonly question: Question;
  readonly passages: readonly Passage[];
  /** Whether the writer may say that there is no answer. */
  readonly abstain: boolean;
  /** What was found out on the way, e.g. the answers to sub-questions. */
  readonly notes?: readonly string[] | undefined;
};

export type AnswerPrompt = Prompt<AnswerVars, string>;

/**
 * `taken` are the sentences an extracted answer is made of, `short` what answers by itself, `odds` how likely; text a
 * model wrote has none of them.
 */
export type WrittenAnswer =
  | {
      readonly status: 'answered';
      readonly text: string;
      readonly taken?: readonly TakenSentence[];
      readonly short?: string;
      readonly odds?: number;
    }
  | { readonly status: 'abstained'; readonly why: string };

export type WriteParts = {
  readonly models: ChatModels;
  readonly local: LocalModels;
  readonly prompt: AnswerPrompt;
  readonly abstain: boolean;
  /** Answers from memory when there is no passage; otherwise that is an abstention. */
  readonly withoutPassages?: boolean;
};

export type WriteInput = {
  readonly question: Question;
  readonly passages: readonly Passage[];
  readonly notes?: readonly string[];
  /** The summaries among the notes, by themselves. */
  readonly summaries?: readonly string[];
};

export function writeAnswer({
  models,
  local,
  prompt,
  abstain,
  withoutPassages = false,
}: WriteParts): Stage<WriteInput, WrittenAnswer> {
  return stage('write-answer', async ({ question, passages, notes, summaries }, run): Promise<WrittenAnswer> => {
    const shown = withinContext(passages, models.large?.contextTokens);
    keepContext({ passages: shown, summaries: summaries ?? notes }, run);
    if (passages.length === 0 && !(withoutPassages && models.large))
      return { status: 'abstained', why: 'the search found no passage' };
    const write = (mayAbstain: boolean) =>
      askOr(
        {
          models,
          role: 'large',
          prompt,
          vars: { question, passages: shown, abstain: mayAbstain, notes },
          live: true,
          showsDoubtful: abstain && !mayAbstain,
        },
        () => extractReranked({ question, passages }, local, run),
        run,
      );
    const first = await write(abstain);
    if (!first.byModel) return first.value;
    if (!abstain || !saysNoAnswer(first.value)) return { status: 'answered', text: first.value };
    const mayStand = await doubtAbstention({ question, passages: shown }, local, run);
    const second = mayStand && (await write(false));
    if (!second?.byModel || saysNoAnswer(second.value) || !mayStand?.(second.value))
      return { status: 'abstained', why: 'the passages that were found do not hold the answer' };
    return { status: 'answered', text: second.value };
  });
}

/**
 * Left of a model's context for instructions, question and reply; four characters a token are what English text has,
 * three what is safe.
 */
const ROOM_TOKENS = 1536;
const CHARACTERS_PER_TOKEN = 3;

/** Characters of passages that fit; no limit where the context is unknown. */
export function contextRoom(contextTokens = Number.POSITIVE_INFINITY): number {
  return Math.max(0, contextTokens - ROOM_TOKENS) * CHARACTERS_PER_TOKEN;
}

/** The first passages that fit the writer's context: a server would cut the prompt off where it likes. */
export function withinContext<P extends Passage>(
  passages: readonly P[],
  contextTokens: number | undefined,
): readonly P[] {
  let left = contextRoom(contextTokens);
  const over = passages.findIndex((passage) => {
    left -= contextual(passage).length;
    return left < 0;
  });
  return over < 0 ? passages : passages.slice(0, Math.max(1, over));
}

type WriterContext = { readonly passages: readonly Passage[]; readonly summaries?: readonly string[] | undefined };

/** What is shown to the writer, for those who look for gold answers in it. */
export function keepContext({ passages, summaries = [] }: WriterContext, run: Run): void {
  if (run.keepsContext) run.emit({ type: 'context', passages: passages.map(({ text }) => text), summaries });
}

/** Those further down say too little to be worth the time. */
const RERANKED = 8;

/** Extraction weighs the reranker's opinion of each passage; pipelines that have not asked for it get it here. */
async function extractReranked(
  { question, passages }: WriteInput,
  local: LocalModels,
  run: Run,
): Promise<ExtractedAnswer> {
  const best = passages.slice(0, RERANKED);
  const unseen = best.filter((passage) => !('rerank' in passage));
  const logits = await rerankLogits({ query: coreQuestion(question.text), texts: unseen.map(contextual) }, local, run);
  const ranked = best.map((passage) => {
    const rerank = logits?.[unseen.indexOf(passage)];
    return { ...passage, score: 0, ...(rerank !== undefined && { rerank }) };
  });
  return extractAnswer(
    { question, passages: [...ranked, ...passages.slice(RERANKED).map((passage) => ({ ...passage, score: 0 }))] },
    local,
    run,
  );
}
