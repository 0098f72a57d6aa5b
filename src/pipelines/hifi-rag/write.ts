/** The writing half of HiFi-RAG: draft, refine, choose the sources. Each has its way without a model. */
import { askOr } from '../../core/ask.js';
import type { Passage, Question } from '../../core/data.js';
import type { ChatModels, LocalModels, Message } from '../../core/ports.js';
import { fenceWith } from '../../core/prompt.js';
import type { Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { extractAnswer } from '../../stages/extract-answer.js';
import { contextual, type RankedPassage } from '../../stages/select-sections.js';
import { type Written as Answered, keepContext, NO_ANSWER } from '../../stages/write-answer.js';
import type { HifiRagOptions } from './options.js';
import { checkPrompt, citePrompt, draftPrompt, rawQuestionPrompt, refinePrompt, type Site, STYLE_EXAMPLES } from './prompts.js';

/** One numbered site per page, best first, its sections in order of rank, up to the context's limit. */
export function toSites(passages: readonly Passage[], previews: ReadonlyMap<string, string>, contextCharacters: number): Site[] {
  const byUrl = new Map<string, Passage[]>();
  let left = contextCharacters;
  for (const passage of passages) {
    left -= contextual(passage).length;
    if (left < 0 && byUrl.size > 0) break;
    byUrl.set(passage.source.url, [...(byUrl.get(passage.source.url) ?? []), passage]);
  }
  return [...byUrl].map(([url, own], at) => ({
    n: at + 1,
    url,
    title: own[0]?.source.title ?? url,
    preview: previews.get(url) ?? '',
    passages: own,
  }));
}

/** `history` is the conversation so far; it is empty when the text was not written by a model but taken from the passages. */
type Written = Extract<Answered, { status: 'answered' }> & { readonly history: readonly Message[] };
export type Drafted = Written | { readonly status: 'abstained'; readonly why: string };

export type DraftInput = { readonly question: Question; readonly sites: readonly Site[]; readonly passages: readonly RankedPassage[] };

export function draftAnswer(
  { models, local }: { models: ChatModels; local: LocalModels },
  options: HifiRagOptions,
): Stage<DraftInput, Drafted> {
  const prompt = options.instructions ? draftPrompt : rawQuestionPrompt;
  return stage('draft-answer', async ({ question, sites, passages }, run): Promise<Drafted> => {
    keepContext({ passages: sites.flatMap((site) => site.passages) }, run);
    if (options.retrieval && sites.length === 0) {
      if (options.abstain || !models.large) return { status: 'abstained', why: 'the search brought no page that could be read' };
      run.emit({ type: 'fallback', reason: 'no page could be read; the model answers from memory' });
    }
    const vars = { question, sites, abstain: options.abstain };
    const asked = await askOr(
      { models, role: 'large', prompt, vars, live: !options.refine },
      () => extractAnswer({ question, passages }, local, run),
      run,
    );
    if (!asked.byModel) return asked.value.status === 'answered' ? { ...asked.value, history: [] } : asked.value;
    if (options.abstain && asked.value.includes(NO_ANSWER))
      return { status: 'abstained', why: 'the pages that were read do not hold the answer' };
    const history: Message[] = [...prompt.render(vars, fenceWith(run.boundary)), { role: 'assistant', content: asked.value }];
    return { status: 'answered', text: asked.value, history };
  });
}

export type RefineInput = { readonly question: Question; readonly sites: readonly Site[]; readonly written: Written };

/** Second turn of the same conversation; then, if switched on, the critic. Text taken from the pages word for word is left as it is. */
export function refineAnswer({ models }: { models: ChatModels }, options: HifiRagOptions): Stage<RefineInput, string> {
  const examples = options.examples.length > 0 ? options.examples : STYLE_EXAMPLES;
  return stage('refine-answer', async ({ question, sites, written }, run) => {
    if (written.history.length === 0) return written.text;
    const refined = options.refine ? await refineOnce(written, examples, { models, run }) : written.text;
    if (!options.checker) return refined;
    const vars = { question, draft: refined, sites };
    return (await askOr({ models, role: 'small', prompt: checkPrompt, vars }, () => refined, run)).value;
  });
}

async function refineOnce(
  { text, history }: Written,
  examples: HifiRagOptions['examples'] | typeof STYLE_EXAMPLES,
  { models, run }: { models: ChatModels; run: Run },
): Promise<string> {
  const asked = { models, role: 'large', prompt: refinePrompt, vars: { examples }, history, live: true } as const;
  return (await askOr(asked, () => text, run)).value;
}

export type ChooseInput = { readonly text: string; readonly sites: readonly Site[]; readonly written: Written };

/** The paper's citation check: which numbered sites state what the text says. An extracted text may cite any of its passages. */
export function chooseSources({ models }: { models: ChatModels }): Stage<ChooseInput, Passage[]> {
  return stage('choose-sources', async ({ text, sites, written }, run) => {
    const all = sites.map(({ n }) => n);
    if (written.history.length === 0 || sites.length === 0) return sites.flatMap((site) => site.passages);
    const { value } = await askOr({ models, role: 'small', prompt: citePrompt, vars: { text, sites } }, () => all, run);
    const chosen = [...new Set(value)].map((number) => sites[number - 1]).filter((site) => site !== undefined);
    return chosen.flatMap((site) => site.passages);
  });
}
