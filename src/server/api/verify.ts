/**
 * POST /api/verify: every claim of a text held against the sources it names; POST /api/parse: a page as the pipelines
 * see it.
 */
import { z } from 'zod';
import { systemClock } from '../../core/clock.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import type { Config } from '../../engine/config.js';
import { dataDirectoryOf } from '../../engine/corpora/index.js';
import { processEnvironment } from '../../engine/environment.js';
import { createPageFetcher } from '../../engine/page-fetcher.js';
import { type Verification, verifyText } from '../../engine/verify.js';
import { createHttpClient } from '../../providers/http.js';
import { createParser } from '../../providers/parse/index.js';
import type { Admission } from '../admission.js';
import type { AnswerEngine } from '../answering.js';
import type { Caller } from '../callers/caller.js';
import { type Endpoint, endpoint } from '../endpoint.js';
import { parsedSchema } from '../library/schemas.js';
import { refusal } from '../refusal.js';
import { shown } from './documents.js';

export type VerifyParts = {
  readonly config: Config;
  readonly tasks: (caller: Caller) => AnswerEngine['perform'];
};

export type ParseParts = { readonly config: Config; readonly admission: Admission };

const body = z.strictObject({
  text: z.string().min(1).max(200_000).describe('Markdown or plain text whose claims carry links or marks like [1]'),
  sources: z
    .array(z.strictObject({ name: z.string().max(200).default(''), text: z.string().min(1) }))
    .max(100)
    .default([])
    .describe('[1] is the first of them'),
  fetch: z.boolean().default(false).describe('read the links of the text from the web'),
});

const verdicts = ['supported', 'partial', 'contradicted', 'unsupported', 'unchecked'] as const;
const span = { start: z.number().int(), end: z.number().int() };
const reply = z.object({
  claims: z.array(
    z.object({
      text: z.string(),
      ...span,
      verdict: z.enum(verdicts),
      sources: z
        .array(z.object({ source: z.string(), quote: z.string(), ...span }))
        .describe('what the sources say to it'),
    }),
  ),
  summary: z.record(z.enum(verdicts), z.number().int()),
  notes: z.array(z.string()).describe('sources that are not there, pages that could not be read'),
});

export function verifyEndpoint({ config, tasks }: VerifyParts): Endpoint {
  return endpoint('POST /api/verify', {
    tag: 'Check',
    summary: 'Check every claim of a text against the sources it names',
    body,
    reply: { schema: reply, description: 'The claims, each with its verdict and the quotes behind it' },
    handle: async ({ body: { text, sources, fetch }, caller, signal }) => {
      if (sources.length === 0 && !fetch)
        throw refusal(400, {
          code: 'usage',
          message: 'Against what? Give "sources", or "fetch": true to read the links of the text.',
        });
      const notes: string[] = [];
      const given = sources.length > 0 ? sources.map((source) => ({ text: source.text })) : undefined;
      const question = { text: text.slice(0, 200), askedAt: systemClock.now() };
      const { claims, summary } = await tasks(caller)(
        { name: 'verify', question, signal, asksModels: true },
        ({ parts: { local, models } }, run) =>
          verifyText({
            ...{ text, given, fetch, config, local, models, signal: run.signal },
            onEvent: run.emit,
            onNote: (note) => notes.push(note),
          }),
      );
      return { claims: named(claims, sources), summary: { ...summary }, notes };
    },
  });
}

/** Sources by the names they came with, where they have one. */
function named(claims: Verification['claims'], sources: readonly { readonly name: string }[]) {
  const nameOf = (source: string) => sources[Number(/^\[(\d+)\]$/.exec(source)?.[1] ?? 0) - 1]?.name || source;
  return claims.map((claim) => ({
    ...claim,
    sources: claim.sources.map((one) => ({ ...one, source: nameOf(one.source) })),
  }));
}

export function parseEndpoint({ config, admission }: ParseParts): Endpoint {
  return endpoint('POST /api/parse', {
    tag: 'Library',
    summary: 'A page of the web as the pipelines see it: its sections, and what was left out of it and why',
    body: z.strictObject({ address: z.url({ protocol: /^https?$/ }).max(4000) }),
    reply: { schema: parsedSchema, description: 'The parsed page' },
    handle: async ({ body: { address }, caller, signal }) => {
      const ticket = await admission.enter(caller);
      const http = createHttpClient();
      const outside = { http, environment: processEnvironment(), dataDirectory: dataDirectoryOf(config) };
      const web = createPageFetcher(config.fetch, { ...outside, parse: createParser(config.parse) });
      try {
        await ticket.turn(signal);
        const { url, title, date, language, ...document } = await web.fetcher.fetch(address, { signal });
        return {
          url,
          title,
          ...(date && { date }),
          ...(language && { language }),
          ...shown({ url, title, ...document }),
        };
      } catch (error) {
        if (error instanceof WinnowError && error.code === 'cancelled') throw error;
        throw refusal(422, { code: 'unreadable', message: messageOf(error) });
      } finally {
        ticket.release();
        await web.close();
        await http.close();
      }
    },
  });
}
