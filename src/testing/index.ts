/**
 * Fakes and builders for tests of Winnow and of what others build on it. They are product code: exported as
 * `winnow-rag/testing`.
 */
import type { Document, Hit, Passage, Question, Section } from '../core/data.js';
import { WinnowError } from '../core/errors.js';
import { passagesOf } from '../core/passages.js';
import type { Fetcher, Retriever, SearchEngine } from '../core/ports.js';
import { type Run, type RunOptions, startRun } from '../core/run.js';
import type { TraceEvent } from '../core/trace.js';

export {
  type ConformanceCase,
  type ConformanceHarness,
  chatConformance,
  KEY,
  type ServerAct,
  type UnderstoodRequest,
  USAGE,
} from './chat-conformance.js';
export { type FakeModel, fakeModel, respondingModel, type ScriptedReply } from './fake-model.js';
export { FAULTS, type Fault, type FaultOptions, withFaults } from './faults.js';
export { type FittingOptions, fittingModel } from './fitting-model.js';
export { type GullibleOptions, type GullibleOrder, gullibleModel } from './gullible-model.js';

export function question(text: string, askedAt = '2026-01-01T00:00:00.000Z'): Question {
  return { text, askedAt };
}

export function hit(url: string, title = url, snippet = ''): Hit {
  return { url, title, snippet };
}

/** A document from pairs of heading path and text: `document('https://a.example', [[['Title'], 'Body.']])`. */
export function document(
  url: string,
  sections: readonly (readonly [readonly string[], string])[],
  title = sections[0]?.[0][0] ?? url,
): Document {
  let text = '';
  const cut = sections.map(([headings, body]): Section => {
    const start = text.length;
    text += `${body}\n\n`;
    return { headings, text: body, start, end: start + body.length };
  });
  return { id: url, url, title, text, sections: cut };
}

export function passage(id: string, text: string, headings: readonly string[] = []): Passage {
  const url = id.replace(/#\d+$/, '');
  return { id, source: { id: url, url, title: url }, headings, text, start: 0, end: text.length };
}

export function testRun(options: RunOptions = {}): { run: Run; events: readonly TraceEvent[] } {
  const { run, events } = startRun({ boundary: 'test', ...options });
  return { run, events };
}

export type FakeWeb = {
  readonly search: SearchEngine;
  readonly fetcher: Fetcher;
  readonly retriever: Retriever;
  readonly queries: string[];
  readonly fetched: string[];
};

/** A small web held in memory: every query finds every page, and as a corpus every passage, in the given order. */
export function fakeWeb(documents: readonly Document[]): FakeWeb {
  const [queries, fetched]: [string[], string[]] = [[], []];
  return {
    queries,
    fetched,
    retriever: fakeRetriever(documents.flatMap(passagesOf), queries),
    search: {
      name: 'fake-search',
      search: async (query, { limit }) => {
        queries.push(query);
        return documents.slice(0, limit).map(({ url, title, text }) => hit(url, title, text.slice(0, 120)));
      },
    },
    fetcher: {
      name: 'fake-fetcher',
      fetch: async (url) => {
        fetched.push(url);
        const found = documents.find((page) => page.url === url);
        if (!found) throw new WinnowError('unavailable', `no page ${url}`);
        return found;
      },
    },
  };
}

/** A corpus that finds all its passages for every query, in the given order; `queries` collects what it was asked. */
export function fakeRetriever(passages: readonly Passage[], queries: string[] = []): Retriever {
  return {
    name: 'fake-retriever',
    retrieve: async (query, { limit, mode }) => {
      queries.push(query);
      const found = passages.slice(0, limit).map((passage, at) => ({ ...passage, score: 1 / (at + 1) }));
      return { passages: found, mode, problems: [] };
    },
  };
}
