/**
 * Google's Gemini API: models/<model>:generateContent, and :streamGenerateContent for replies in pieces, which look the
 * same.
 */
import { z } from 'zod';
import type { ChatModel, ChatReply, ChatRequest, TokenOdds } from '../../core/ports.js';
import { remoteChat } from './remote.js';
import { GEMINI, inDialect } from './schemas.js';
import { apart, type BodyOptions, MOST_LOGPROBS, type Piece, type RemoteChatOptions } from './wire.js';

export function gemini(options: RemoteChatOptions): ChatModel {
  const { baseUrl, key } = options;
  const model = `${baseUrl.replace(/\/+$/, '')}/models/${options.model.replace(/^models\//, '')}`;
  return remoteChat(options, {
    url: (streaming) => (streaming ? `${model}:streamGenerateContent?alt=sse` : `${model}:generateContent`),
    // In a header, not in the address: addresses end up in logs.
    headers: key ? { 'x-goog-api-key': key } : {},
    body: bodyOf,
    read,
    wraps: false,
    refusals: { temperature: /temperature/i, logprobs: /log_?probs/i },
    refusesFormat: /response_?(?:json_?)?schema|response_?mime_?type|schema|json mode/i,
  });
}

function bodyOf({ messages, format, maxTokens, topLogprobs }: ChatRequest, { temperature, without }: BodyOptions) {
  const { system, turns } = apart(messages);
  return {
    ...(system !== '' && { systemInstruction: { parts: [{ text: system }] } }),
    contents: turns.map(({ role, content }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: [{ text: content }],
    })),
    generationConfig: {
      ...(!without.has('temperature') && { temperature }),
      ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
      ...(format.type !== 'text' && { responseMimeType: 'application/json' }),
      ...(format.type === 'schema' && { responseJsonSchema: inDialect(format.schema, GEMINI) }),
      ...(topLogprobs !== undefined &&
        !without.has('logprobs') && { responseLogprobs: true, logprobs: Math.min(topLogprobs, MOST_LOGPROBS) }),
    },
  };
}

const candidateOdds = z.object({ token: z.string().default(''), logProbability: z.number().default(0) });
const steps = z
  .object({
    chosenCandidates: z.array(candidateOdds).default([]),
    topCandidates: z.array(z.object({ candidates: z.array(candidateOdds).default([]) })).default([]),
  })
  .nullish()
  .catch(null);
const candidate = z.object({
  content: z
    .object({
      parts: z.array(z.looseObject({ text: z.string().optional(), thought: z.boolean().optional() })).optional(),
    })
    .optional(),
  finishReason: z.string().optional(),
  logprobsResult: steps,
});
const message = z
  .object({
    candidates: z.array(candidate).optional(),
    promptFeedback: z.object({ blockReason: z.string().optional() }).optional(),
    usageMetadata: z
      .object({
        promptTokenCount: z.number(),
        candidatesTokenCount: z.number().default(0),
        thoughtsTokenCount: z.number().default(0),
      })
      .optional()
      .catch(undefined),
  })
  .refine(({ candidates, promptFeedback, usageMetadata }) => candidates ?? promptFeedback ?? usageMetadata);

/** Thoughts are billed as output and are no part of the text. A blocked prompt has no candidate at all. */
function read(received: unknown): Piece | undefined {
  const { data } = message.safeParse(received);
  if (!data) return undefined;
  const [first] = data.candidates ?? [];
  const { usageMetadata: usage } = data;
  const finish = data.promptFeedback?.blockReason ? 'filter' : finishOf(first?.finishReason);
  const firstToken = first && firstOf(first);
  return {
    text: (first?.content?.parts ?? []).map(({ text, thought }) => (thought ? '' : (text ?? ''))).join(''),
    ...(finish && { finish }),
    ...(firstToken && { firstToken }),
    ...(usage && {
      usage: {
        inputTokens: usage.promptTokenCount,
        outputTokens: usage.candidatesTokenCount + usage.thoughtsTokenCount,
      },
    }),
  };
}

/** Reasons that speak of what was written; the rest (OTHER, tool calls) are an end like any other. */
const FILTERS = ['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII'];

function finishOf(reason: string | undefined): ChatReply['finish'] | undefined {
  if (reason === undefined || reason === 'FINISH_REASON_UNSPECIFIED') return undefined;
  if (reason === 'MAX_TOKENS' || reason === 'CONTINUATION') return 'length';
  return FILTERS.includes(reason) ? 'filter' : 'stop';
}

function firstOf({ logprobsResult }: z.infer<typeof candidate>): readonly TokenOdds[] | undefined {
  if (!logprobsResult) return undefined;
  const { topCandidates, chosenCandidates } = logprobsResult;
  const at = Math.max(
    0,
    chosenCandidates.findIndex(({ token }) => token.trim() !== ''),
  );
  const odds = topCandidates[at]?.candidates ?? chosenCandidates.slice(at, at + 1);
  if (odds.length === 0) return undefined;
  return odds.map(({ token, logProbability }) => ({ token, logprob: logProbability }));
}
