/** The writing half of HiFi-RAG: draft, refine, choose the sources. Each has its way without a model. */
import { askOr } from '../../core/ask.js';
import type { Passage, Question } from '../../core/data.js';
import type { ChatModels, LocalModels, Message } from '../../core/ports.js';
import { fenceWith } from '../../core/prompt.js';
import type { Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { whatRewriteChanged } from '../../stages/compare-rewrite.js';
import { doubtAbstention } from '../../stages/doubt-abstention.js';
import { extractAnswer } from '../../stages/extract-answer.js';
import { contextual, type RankedPassage } from '../../stages/select-sections.js';
import { type WrittenAnswer as Answered, keepContext, saysNoAnswer } from '../../stages/write-answer.js';
import type { HifiRagOptions } from './options.js';
import {
  checkPrompt,
  citePrompt,
  draftPrompt,
  rawQuestionPrompt,
  refinePrompt,
  type Site,
  STYLE_EXAMPLES,
  type StyleExample,
} from './prompts.js';

/** One numbered site per page, best first, its sections in order of rank, up to the context's limit. */
export function toSites(
  passages: readonly Passage[],
  previews: ReadonlyMap<string, string>,
  contextCharacters: number,
): Site[] {
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

/**
 * `history` is the conversation so far; it is empty when the text was not written by a model but taken from the
 * passages.
 */
type DraftedAnswer = Extract<Answered, { status: 'answered' }> & { readonly history: readonly Message[] };
export type Draft = DraftedAnswer | { readonly status: 'abstained'; readonly why: string };

export type DraftInput = {
  readonly question: Question;
  readonly sites: readonly Site[];
  readonly passages: readonly RankedPassage[];
};

type WriteParts = { readonly models: ChatModels; readonly local: LocalModels };

export function draftAnswer({ models, local }: WriteParts, options: HifiRagOptions): Stage<DraftInput, Draft> {
  const prompt = options.instructions ? draftPrompt : rawQuestionPrompt;
  return stage('draft-answer', async ({ question, sites, passages }, run): Promise<Draft> => {
    keepContext({ passages: sites.flatMap((site) => site.passages) }, run);
    if (options.retrieval && sites.length === 0) {
      if (options.abstain || !models.large)
        return { status: 'abstained', why: 'the search brought no page that could be read' };
      run.emit({ type: 'fallback', reason: 'no page could be read; the model answers from memory' });
    }
    const draftOnce = async (abstain: boolean): Promise<Draft> => {
      const vars = { question, sites, abstain };
      const showsDoubtful = run.showsDoubtful || (options.abstain && !abstain); // the second look
      const asked = await askOr(
        { models, role: 'large', prompt, vars, live: !options.refine, showsDoubtful },
        () => extractAnswer({ question, passages }, local, run),
        run,
      );
      if (!asked.byModel) return asked.value.status === 'answered' ? { ...asked.value, history: [] } : asked.value;
      if (options.abstain && saysNoAnswer(asked.value)) return NOT_THERE;
      const history: Message[] = [
        ...prompt.render(vars, fenceWith(run.boundary, { showsDoubtful })),
        { role: 'assistant', content: asked.value },
      ];
      return { status: 'answered', text: asked.value, history };
    };
    const drafted = await draftOnce(options.abstain);
    if (drafted !== NOT_THERE) return drafted;
    const shown = sites.flatMap((site) => site.passages);
    const mayStand = await doubtAbstention({ question, passages: shown }, local, run);
    const second = mayStand ? await draftOnce(false) : drafted;
    return second.status === 'answered' && mayStand?.(second.text) ? second : drafted;
  });
}

const NOT_THERE: Draft = { status: 'abstained', why: 'the pages that were read do not hold the answer' };

export type RefineInput = {
  readonly question: Question;
  readonly sites: readonly Site[];
  readonly written: DraftedAnswer;
};

/**
 * Second turn of the same conversation; then, if switched on, the critic. Text taken from the pages word for word is
 * left as it is.
 */
export function refineAnswer({ models, local }: WriteParts, options: HifiRagOptions): Stage<RefineInput, string> {
  const examples = options.examples.length > 0 ? options.examples : STYLE_EXAMPLES;
  return stage('refine-answer', async ({ question, sites, written }, run) => {
    if (written.history.length === 0) return written.text;
    const refined = options.refine
      ? await refineOnce({ question, written, examples }, { models, local }, run)
      : written.text;
    if (!options.checker) return refined;
    const vars = { question, draft: refined, sites };
    return (await askOr({ models, role: 'small', prompt: checkPrompt, vars }, () => refined, run)).value;
  });
}

type RefineOnce = {
  readonly question: Question;
  readonly written: DraftedAnswer;
  readonly examples: readonly StyleExample[];
};

/** A refinement that loses what the draft said, or says what it did not, does not take its place. */
async function refineOnce(
  { question, written, examples }: RefineOnce,
  { models, local }: WriteParts,
  run: Run,
): Promise<string> {
  const { text, history } = written;
  const asked = {
    models,
    role: 'large',
    prompt: refinePrompt,
    vars: { examples, question, draft: text },
    history,
  } as const;
  const { byModel, value } = await askOr(asked, () => text, run);
  if (!byModel) return text;
  const changed = await whatRewriteChanged({ question, draft: text, rewritten: value }, local, run);
  if (changed !== undefined) run.emit({ type: 'note', text: `the draft stands, not its refinement: ${changed}` });
  const chosen = changed === undefined ? value : text;
  run.emit({ type: 'text', text: chosen });
  return chosen;
}

export type ChooseInput = { readonly text: string; readonly sites: readonly Site[]; readonly written: DraftedAnswer };

/**
 * The paper's citation check (A.5): which numbered sites state what the text says; `[]` is none. Undefined where no
 * model chose: any may be cited.
 */
export function chooseSources({ models }: { models: ChatModels }): Stage<ChooseInput, Site[] | undefined> {
  return stage('choose-sources', async ({ text, sites, written }, run) => {
    if (written.history.length === 0 || sites.length === 0) return undefined;
    const { byModel, value } = await askOr(
      { models, role: 'small', prompt: citePrompt, vars: { text, sites } },
      () => [],
      run,
    );
    return byModel
      ? [...new Set(value)].map((number) => sites[number - 1]).filter((site) => site !== undefined)
      : undefined;
  });
}
