/**
 * HiFi-RAG (arXiv:2512.22442): a small model filters the web from the top down; a large one drafts, then refines; the
 * small one cites. README.md maps the paper's sections to this code and names every deviation.
 */
import type { Outcome, Question } from '../../core/data.js';
import { definePipeline, type Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import type { Run } from '../../core/run.js';
import { trustPrompts } from '../../prompts/verify.js';
import { conclude } from '../../stages/conclude.js';
import { formulateQueries } from '../../stages/formulate-queries.js';
import { readPages } from '../../stages/read-pages.js';
import { screenHits } from '../../stages/screen-hits.js';
import { searchWeb } from '../../stages/search-web.js';
import { type RankedPassage, selectSections } from '../../stages/select-sections.js';
import { contextRoom } from '../../stages/write-answer.js';
import { hifiRagAblation } from './ablation.js';
import { HIFI_RAG_EFFORTS, type HifiRagOptions, hifiRagOptions } from './options.js';
import { queriesPrompt, screenPrompt, screenWithReasonsPrompt, sectionsPrompt } from './prompts.js';
import { chooseSources, draftAnswer, refineAnswer, toSites } from './write.js';

type Evidence = { readonly passages: readonly RankedPassage[]; readonly previews: ReadonlyMap<string, string> };
const NOTHING: Evidence = { passages: [], previews: new Map() };

export function hifiRag(parts: Parts, options: HifiRagOptions): Pipeline {
  const { models, local } = parts;
  const { takesQuestions } = parts.search;
  const formulate = formulateQueries({ models, prompt: queriesPrompt, maxQueries: options.maxQueries, takesQuestions });
  const search = searchWeb({ engine: parts.search, hitsPerQuery: options.hitsPerQuery });
  const screen = screenHits({
    models,
    local,
    prompt: options.reasons ? screenWithReasonsPrompt : screenPrompt,
    keepBest: options.keepBest,
  });
  const { concurrency, pageTimeoutMs, slowPagesMs, thread, keepBest, rerankTop } = options;
  const read = readPages({ fetcher: parts.fetcher, concurrency, pageTimeoutMs, slowPagesMs, thread });
  const select = selectSections({
    models,
    local,
    prompt: sectionsPrompt,
    by: options.filterSections,
    keep: options.sectionsKept,
    keepBest,
    rerankTop,
    concurrency,
  });
  const draft = draftAnswer({ models, local }, options);
  const refine = refineAnswer({ models, local }, options);
  const choose = chooseSources({ models });
  const finish = conclude({ ...parts, prompts: trustPrompts });

  /** Queries, results, pages, sections: everything before the writing. */
  async function gather(question: Question, run: Run): Promise<Evidence> {
    const queries = options.rephrase ? await formulate(question, run) : [question.text];
    const found = await search(options.searchQuestion ? [...new Set([...queries, question.text])] : queries, run);
    const hits = (options.filterHits ? await screen({ question, hits: found }, run) : found).slice(0, options.maxPages);
    run.emit({ type: 'count', name: 'hitsKept', value: hits.length });
    const pages = await read(hits, run);
    const previews = new Map(pages.map(({ hit, document }) => [document.url, hit.snippet]));
    return { passages: await select({ question, pages }, run), previews };
  }

  return pipeline('hifi-rag', 'arXiv:2512.22442', async (question, run): Promise<Outcome> => {
    const { passages, previews } = options.retrieval ? await gather(question, run) : NOTHING;
    const sites = toSites(
      passages,
      previews,
      Math.min(options.contextCharacters, contextRoom(models.large?.contextTokens)),
    );

    const drafted = await draft({ question, sites, passages }, run); //          turn 1: the facts
    if (drafted.status === 'abstained') return finish({ question, passages, written: drafted }, run);
    const text = await refine({ question, sites, written: drafted }, run); //    turn 2: style and length, same conversation

    const cited = await choose({ text, sites, written: drafted }, run); //       which sites state what the text says
    const preferred = cited?.flatMap((site) => site.passages);
    const input = { question, passages, ...(preferred && { preferred }), written: { ...drafted, text } };
    return finish(input, run); //                                                what they say to each sentence
  });
}

export const hifiRagDefinition = definePipeline({
  name: 'hifi-rag',
  summary: 'filter results before fetching, filter sections, draft, refine, cite (arXiv:2512.22442)',
  options: hifiRagOptions,
  efforts: HIFI_RAG_EFFORTS,
  create: hifiRag,
  ablation: hifiRagAblation,
  whyNotComparable: ({ retrieval, filterSections }, { hasModel }) =>
    hasModel || !retrieval || filterSections !== 'off'
      ? undefined
      : 'without a model and without the section filter nothing ranks the sections, and the writer, which looks at the first four, abstains',
});
