/**
 * LiveRAG's answer record: one JSON object a line, all five fields required, passages by falling importance. A result
 * holds the cited passages alone and no prompt; who has the whole context and the messages of the last call hands them
 * in.
 */
import { z } from 'zod';
import type { CitedPassage, Result } from '../../core/data.js';
import type { Message } from '../../core/ports.js';
import type { Exchange } from '../../core/run.js';

/** The challenge's schema. */
export const liveRagSchema = z.object({
  id: z.int(),
  question: z.string(),
  passages: z.array(z.object({ passage: z.string(), doc_IDs: z.array(z.string()) })),
  final_prompt: z.string(),
  answer: z.string(),
});

export type LiveRagRecord = z.infer<typeof liveRagSchema>;

/** Longer answers are allowed; what comes after is not judged. */
export const JUDGED_WORDS = 300;

export type LiveRagInput = {
  /** As in the question file; what is no whole number becomes 0, as in the authors' converter. */
  readonly id: string | number;
  readonly result: Pick<Result, 'question' | 'answer' | 'sources'>;
  /** What the writer was shown, best first; the cited passages where left out. */
  readonly context?: readonly Pick<CitedPassage, 'id' | 'text'>[];
  /** What the writer was sent; empty for an answer that no model wrote. */
  readonly finalPrompt?: readonly Message[];
};

export function liveRagRecord({ id, result, context, finalPrompt = [] }: LiveRagInput): LiveRagRecord {
  const shown = context ?? result.sources.flatMap(({ passages }) => passages);
  return {
    id: /^\d+$/.test(String(id)) ? Number(id) : 0,
    question: result.question,
    passages: shown.map((passage) => ({ passage: passage.text, doc_IDs: [documentIdOf(passage.id)] })),
    final_prompt: finalPrompt.length === 0 ? '' : JSON.stringify(finalPrompt),
    answer: result.answer.text,
  };
}

/** `doc-<urn:uuid:1>::chunk-3` -> `<urn:uuid:1>`; our own `https://a.example#3` -> `https://a.example`. */
export function documentIdOf(passageId: string): string {
  const urn = /^doc-(<[^>]+>)::chunk-\d+$/.exec(passageId)?.[1];
  return urn ?? passageId.replace(/#\d+$/, '');
}

/** Stages in which an answer is written; what is asked after them checks it. */
const WRITING = new Set(['write-answer', 'draft-answer', 'refine-answer', 'condense-answer', 'write-text']);

/** What the last writer of the answer was sent; nothing where no model wrote. */
export function finalPromptOf(exchanges: readonly Pick<Exchange, 'stage' | 'messages'>[]): readonly Message[] {
  return exchanges.findLast(({ stage }) => WRITING.has(stage))?.messages ?? [];
}
