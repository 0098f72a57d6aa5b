/**
 * What both of OpenAI's question endpoints do: ask in the caller's name, end the run when the client is gone, and say
 * what it used.
 */
import type { Result } from '../../core/data.js';
import { markedAnswer, shortBefore } from '../../text/marked-answer.js';
import { type AnswerEngine, begin, type StartedAnswer } from '../answering.js';
import type { Conversation } from './conversation.js';
import { pipelineNamed } from './models.js';
import type { ChatBody } from './requests.js';

export type ToAsk = Conversation & {
  readonly model: string;
  readonly winnow: ChatBody['winnow'];
  readonly signal: AbortSignal;
};

export type AskedRun = StartedAnswer & { readonly stop: () => void };

export async function startRequest(
  answering: AnswerEngine,
  { question, turns, model, winnow: { options }, signal }: ToAsk,
): Promise<AskedRun> {
  const gone = new AbortController();
  const asking = {
    pipeline: pipelineNamed(model, answering),
    signal: AbortSignal.any([signal, gone.signal]),
    ...(options && { options }),
    ...(turns.length > 0 && { turns }),
  };
  return { ...(await begin(answering, question, asking)), stop: () => gone.abort() };
}

export type UrlCitation = {
  readonly url: string;
  readonly title: string;
  readonly start_index: number;
  readonly end_index: number;
};

/**
 * The short answer, then the text with its marks, in pieces; and each citation with the place of its sentence in that
 * text.
 */
export function written(
  result: Result,
  { marks }: ChatBody['winnow'],
): {
  readonly text: string;
  readonly pieces: readonly string[];
  readonly citations: readonly UrlCitation[];
} {
  const { text, pieces, citations } = markedAnswer(result, marks);
  const short = shortBefore(result.answer);
  const head =
    short === undefined ? '' : `${marks === 'none' ? short : `**${short.replace(/[*_`[\]<>\\]/g, '\\$&')}**`}\n\n`;
  return {
    text: head + text,
    pieces: head === '' ? pieces : [head, ...pieces],
    citations: citations.map(({ url, title, start, end }) => ({
      url,
      title: title || url,
      start_index: head.length + start,
      end_index: head.length + end,
    })),
  };
}
