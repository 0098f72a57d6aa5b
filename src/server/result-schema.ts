/** A result as a schema for /openapi.json; the compiler holds it against core/data.ts. */
import { z } from 'zod';
import type { Answer, Result, Source } from '../core/data.js';

const pageRef = z.object({ url: z.string(), title: z.string() });
const span = { start: z.number().int(), end: z.number().int() };
const quotation = pageRef.extend({ date: z.string().exactOptional(), quote: z.string(), ...span });

const claim = z.object({
  text: z.string(),
  ...span,
  sources: z.array(z.number().int()).describe('numbers of the sources that carry the sentence'),
  verdict: z.enum(['supported', 'partial', 'contradicted', 'unsupported', 'unchecked']).exactOptional(),
  evidence: z
    .array(z.object({ n: z.number().int().exactOptional(), url: z.string(), quote: z.string(), ...span }))
    .exactOptional(),
  repaired: z.string().exactOptional(),
});

const answer: z.ZodType<Answer> = z.object({
  status: z.enum(['answered', 'abstained']),
  text: z.string(),
  claims: z.array(claim).describe('the sentences, each `text.slice(start, end)` of the text'),
  short: z.string().exactOptional(),
  written: z.string().exactOptional(),
  corrects: z.string().exactOptional(),
});

const passage = z.object({
  id: z.string(),
  headings: z.array(z.string()),
  text: z.string(),
  ...span,
  location: z.string().exactOptional(),
});
const source: z.ZodType<Source> = z.object({
  n: z.number().int(),
  url: z.string(),
  title: z.string(),
  passages: z.array(passage),
});

const unreadKind = z.enum([
  'not-public',
  'robots',
  'blocked',
  'paywall',
  'not-found',
  'too-large',
  'empty',
  'timeout',
  'unreadable',
  'unavailable',
]);

export const resultSchema: z.ZodType<Result> = z.object({
  question: z.string(),
  askedAs: z.string().exactOptional().describe('a follow-up as it was made to stand alone'),
  pipeline: z.string(),
  answer,
  sources: z.array(source).describe('cited pages under their numbers'),
  plan: z
    .array(
      z.object({
        round: z.number(),
        question: z.string(),
        queries: z.array(z.string()),
        found: z.array(pageRef),
        answer: z.string().nullable(),
        stopped: z.string(),
      }),
    )
    .exactOptional(),
  confidence: z.number().exactOptional().describe('how likely the answer is right, 0 to 1'),
  conflicts: z.array(z.object({ claim: z.string(), says: z.array(quotation), why: z.string() })).exactOptional(),
  read: z.array(pageRef),
  unread: z.array(z.object({ url: z.string(), kind: unreadKind, reason: z.string() })),
  funnel: z.object({
    queries: z.number(),
    hits: z.number(),
    hitsKept: z.number(),
    pages: z.number(),
    sections: z.number(),
    sectionsKept: z.number(),
  }),
  usage: z.object({
    calls: z.number(),
    inputTokens: z.number(),
    outputTokens: z.number(),
    costUsd: z.number().nullable(),
    ms: z.number(),
  }),
  fallbacks: z.array(z.object({ stage: z.string(), reason: z.string() })),
});
