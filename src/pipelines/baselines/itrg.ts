/** ITRG: retrieval with the question and the text written last, and writing from what it brings, in rounds. */
import { z } from 'zod';
import { askOr } from '../../core/ask.js';
import type { Passage, PlanStep, Question } from '../../core/data.js';
import { choice, wholeNumber } from '../../core/option.js';
import type { Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import { type Stage, stage } from '../../core/stage.js';
import { pagesOf } from '../../stages/pages-of.js';
import { retrievePassages } from '../../stages/retrieve-passages.js';
import { writeAndConclude } from './answer.js';
import { abstainOption, modeOption } from './options.js';
import { unlessSaid } from './plan.js';
import { iterationPrompt } from './prompts.js';
import { rankPassages } from './rank.js';
import { bestSentences } from './sentences.js';

export const itrgOptions = z.strictObject({
  strategy: choice(
    ['refresh', 'refine'],
    'refine',
    "refresh: write anew from the round's passages; refine: improve the text with passages not seen before",
  ),
  rounds: wholeNumber([1, 20], 5, 'rounds at most'),
  passages: wholeNumber([1, 100], 5, 'passages retrieved in a round'),
  mode: modeOption,
  abstain: abstainOption,
});

export type ItrgOptions = z.infer<typeof itrgOptions>;

export function itrg(parts: Parts, options: ItrgOptions): Pipeline {
  const { strategy, mode, passages: limit } = options;
  const retrieve = retrievePassages(parts);
  const write = writeText(parts);
  const rank = rankPassages({ local: parts.local, keep: limit });
  const answer = writeAndConclude(parts, options);

  return pipeline('itrg', 'arXiv:2310.05149', async (question, run) => {
    let [text, passages, stopped]: [string, readonly Passage[], string] = ['', [], ''];
    const seen = new Map<string, Passage>();
    const plan: PlanStep[] = [];
    while (stopped === '') {
      const query = [question.text, text].filter(Boolean).join(' ');
      [passages = []] = await retrieve([{ query, mode, limit }], run);
      const fresh = passages.filter(({ id }) => !seen.has(id));
      for (const passage of fresh) seen.set(passage.id, passage);
      const shown = strategy === 'refresh' ? passages : fresh;
      const next =
        shown.length === 0
          ? text
          : await write({ question, passages: shown, previous: strategy === 'refresh' ? '' : text }, run);
      const same = unlessSaid(next, [text]) === undefined;
      stopped = same ? 'the text no longer changes' : plan.length + 1 === options.rounds ? 'the last round' : '';
      plan.push({
        round: plan.length + 1,
        question: question.text,
        queries: [query],
        found: pagesOf(fresh),
        answer: next || null,
        stopped,
      });
      text = next;
    }
    const ranked = await rank({ question, passages: strategy === 'refresh' ? passages : [...seen.values()] }, run);
    const outcome = await answer({ question, passages: ranked, notes: text ? [text] : [] }, run);
    return { ...outcome, plan };
  });
}

type WriteInput = { readonly question: Question; readonly passages: readonly Passage[]; readonly previous: string };

/** About as much as the model is asked for. */
const SENTENCES = 3;

/** Without a model the text is made of the best sentences, those of the earlier text among them. */
function writeText({ models, local }: Parts): Stage<WriteInput, string> {
  return stage('write-text', async ({ question, passages, previous }, run) => {
    const best = async () => {
      const ranked = await bestSentences(
        { question: question.text, passages: [...passages, ...asPassage(previous)] },
        local,
        run,
      );
      return [...new Set(ranked.map(({ text }) => text))].slice(0, SENTENCES).join(' ');
    };
    const vars = { question, passages, previous: previous || undefined };
    return (await askOr({ models, role: 'small', prompt: iterationPrompt, vars }, best, run)).value;
  });
}

function asPassage(text: string): Passage[] {
  const source = { id: 'text', url: '', title: '' };
  return text === '' ? [] : [{ id: 'text', source, headings: [], text, start: 0, end: text.length }];
}
