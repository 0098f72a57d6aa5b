/**
 * What a client sees of a result, whichever contract it speaks: the answer, the verdict on each sentence, and the
 * sources by number.
 */
import { z } from 'zod';
import type { Result } from '../core/data.js';

const verdict = z
  .enum(['supported', 'partial', 'contradicted', 'unsupported', 'unchecked'])
  .describe('what the sources say: all of it, a part of it, the opposite, nothing; unchecked: nobody could tell');

const evidence = z.object({
  n: z.number().optional().describe('number of the source, where it is cited'),
  url: z.string(),
  quote: z.string(),
  start: z.number().describe("offset of the quote in the document's text"),
  end: z.number(),
});

const claim = z.object({
  text: z.string(),
  start: z.number().describe('offset in the text of the answer, in UTF-16 code units'),
  end: z.number(),
  verdict: verdict.optional().describe('absent for a sentence that claims nothing'),
  sources: z.array(z.number()).describe('numbers of the sources that carry it'),
  evidence: z.array(evidence),
});

const source = z.object({
  n: z.number(),
  url: z.string(),
  title: z.string(),
  passages: z.array(z.object({ text: z.string(), start: z.number(), end: z.number() })),
});

export const clientAnswerSchema = z.object({
  askedAs: z.string().optional().describe('what a follow-up was understood to ask'),
  answer: z.object({
    status: z.enum(['answered', 'abstained']).describe('abstained: the sources do not hold the answer'),
    text: z.string(),
    short: z.string().optional().describe('the span or sentence that answers by itself'),
    claims: z.array(claim),
  }),
  sources: z.array(source),
  confidence: z.number().optional().describe('how likely the answer is right, 0 to 1'),
  pipeline: z.string(),
  notes: z.array(z.string()).describe('what could not be done as asked, and what was done instead'),
});

export type ClientAnswer = z.infer<typeof clientAnswerSchema>;

export function clientAnswer({ askedAs, answer, sources, confidence, pipeline, fallbacks }: Result): ClientAnswer {
  return {
    ...(askedAs !== undefined && { askedAs }),
    answer: {
      status: answer.status,
      text: answer.text,
      ...(answer.short !== undefined && { short: answer.short }),
      claims: answer.claims.map(({ text, start, end, verdict: said, sources: numbers, evidence: quotes = [] }) => ({
        text,
        start,
        end,
        ...(said && { verdict: said }),
        sources: [...numbers],
        evidence: [...quotes],
      })),
    },
    sources: sources.map(({ n, url, title, passages }) => ({
      n,
      url,
      title,
      passages: passages.map(({ text, start, end }) => ({ text, start, end })),
    })),
    ...(confidence !== undefined && { confidence }),
    pipeline,
    notes: fallbacks.map(({ stage, reason }) => `${stage}: ${reason}`),
  };
}
