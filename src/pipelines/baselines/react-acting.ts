/**
 * What ReAct's actions do: a search opens the best page not opened yet and shows its best sections; a lookup shows the
 * next sentence with a string on it.
 */
import type { Document, Passage } from '../../core/data.js';
import { messageOf } from '../../core/errors.js';
import type { Parts } from '../../core/parts.js';
import { passagesOf } from '../../core/passages.js';
import { endsRun, type Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { type ReadPage, readPages } from '../../stages/read-pages.js';
import { relevanceOf } from '../../stages/relevance.js';
import { searchWeb } from '../../stages/search-web.js';
import { contextual } from '../../stages/select-sections.js';
import type { ReactAction } from './prompts.js';
import { sentencesOf } from './sentences.js';

export type Observation = { readonly observation: string; readonly passages: readonly Passage[] };

export type ActingOptions = { readonly results: number; readonly concurrency: number; readonly pageTimeoutMs: number };

/** Sections shown of a page, and characters of each. */
const SECTIONS = 3;
const CHARACTERS = 1500;
/** A page that cannot be read is replaced by the next result, so many times. */
const TRIES = 3;

/** One walk has one memory: which pages are open, and how far a lookup has come. */
export function createActions(
  { search: engine, fetcher, local }: Parts,
  { results, concurrency, pageTimeoutMs }: ActingOptions,
) {
  const find = searchWeb({ engine, hitsPerQuery: results });
  const read = readPages({ fetcher, concurrency, pageTimeoutMs });

  return () => {
    let [page, found]: [ReadPage | undefined, string[]] = [undefined, []];
    const opened = new Set<string>();

    async function open(query: string, run: Run): Promise<Observation> {
      const hits = await find([query], run);
      const fresh = hits.filter(({ url }) => !opened.has(url));
      page = undefined;
      for (const hit of fresh.slice(0, TRIES)) {
        opened.add(hit.url);
        run.emit({ type: 'count', name: 'hitsKept', value: 1 });
        [page] = await read([hit], run);
        if (page) break;
      }
      found = [];
      if (!page) return { observation: nothingOpened(hits.length, Math.min(fresh.length, TRIES)), passages: [] };
      const passages = await bestSections(page.document, query, run);
      const others = hits.filter(({ url }) => url !== page?.hit.url).map(({ title, url }) => title || url);
      return {
        observation: [
          ...passages.map(shown),
          // One line each: a title that reads like a prompt injection takes no other with it.
          others.length > 0 ? `Other pages:\n\n${others.map((title) => `- ${title}`).join('\n')}` : '',
        ].join('\n\n'),
        passages,
      };
    }

    async function bestSections(document: Document, query: string, run: Run): Promise<Passage[]> {
      const sections = passagesOf(document);
      const scores = await relevanceOf(query, sections.map(contextual), { local, rerankTop: 0 }, run);
      const score = (at: number) => scores[at]?.score ?? 0;
      const places = sections.map((_, at) => at).sort((a, b) => score(b) - score(a) || a - b);
      return places.slice(0, SECTIONS).map((at) => sections[at] as Passage);
    }

    const lookUp: Stage<string, Observation> = stage('look-up', async (text) => {
      if (!page) return { observation: 'No page is open. Search first.', passages: [] };
      const holding = passagesOf(page.document)
        .flatMap(sentencesOf)
        .filter((sentence) => sentence.text.toLowerCase().includes(text.toLowerCase()));
      const at = found.filter((before) => before === text).length;
      found.push(text);
      const sentence = holding[at];
      if (!sentence)
        return { observation: `The page has no ${at > 0 ? 'other ' : ''}sentence with "${text}".`, passages: [] };
      return { observation: `(${at + 1} of ${holding.length}) ${sentence.text}`, passages: [sentence.passage] };
    });

    return async ({ action, input }: ReactAction, run: Run): Promise<Observation> => {
      if (action === 'lookup') return lookUp(input, run);
      try {
        return await open(input, run);
      } catch (error) {
        if (endsRun(error, run) || opened.size === 0) throw error;
        return { observation: `The search failed: ${messageOf(error)}`, passages: [] };
      }
    };
  };
}

function nothingOpened(hits: number, tried: number): string {
  if (hits === 0) return 'Nothing was found.';
  return tried === 0
    ? 'Every page it finds was opened before.'
    : `New pages were found, but none of the ${tried} tried could be read.`;
}

function shown({ source, headings, text }: Passage): string {
  return [[source.title, ...headings].filter(Boolean).join(' > '), text.slice(0, CHARACTERS)].join('\n');
}
