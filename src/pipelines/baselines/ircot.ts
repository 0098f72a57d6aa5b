/**
 * IRCoT: retrieval and a chain of thought take turns. Each new sentence of the chain is the next query; a reader
 * answers from all paragraphs.
 */
import { z } from 'zod';
import { askOr } from '../../core/ask.js';
import type { Passage, PlanStep, Question } from '../../core/data.js';
import { wholeNumber } from '../../core/option.js';
import type { Parts } from '../../core/parts.js';
import { type Pipeline, pipeline } from '../../core/pipeline.js';
import type { Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { pagesOf } from '../../stages/pages-of.js';
import { retrievePassages } from '../../stages/retrieve-passages.js';
import { writeAndConclude } from './answer.js';
import { abstainOption, modeOption } from './options.js';
import { endedBy, unlessSaid } from './plan.js';
import { chainPrompt } from './prompts.js';
import { distinctPassages, rankPassages } from './rank.js';
import { bestSentences } from './sentences.js';
import { isSure } from './sure.js';

export const ircotOptions = z.strictObject({
  paragraphs: wholeNumber([1, 20], 5, 'K: paragraphs retrieved for the question and for each sentence'),
  maxParagraphs: wholeNumber([1, 50], 15, 'paragraphs collected at most'),
  steps: wholeNumber([1, 20], 8, 'sentences of the chain at most'),
  mode: modeOption,
  abstain: abstainOption,
});

export type IrcotOptions = z.infer<typeof ircotOptions>;

export function ircot(parts: Parts, options: IrcotOptions): Pipeline {
  const { paragraphs: limit, maxParagraphs, mode } = options;
  const retrieve = retrievePassages(parts);
  const reason = reasonOn(parts);
  const rank = rankPassages({ local: parts.local, keep: maxParagraphs });
  const answer = writeAndConclude(parts, options);
  const collect = async (query: string, known: readonly Passage[], run: Run) =>
    distinctPassages([...known, ...(await retrieve([{ query, mode, limit }], run)).flat()]).slice(0, maxParagraphs);

  return pipeline('ircot', 'arXiv:2212.10509', async (question, run) => {
    let passages = await collect(question.text, [], run);
    const chain: string[] = [];
    const plan: PlanStep[] = [];
    let stopped = '';
    while (stopped === '') {
      const { sentence, done } = await reason({ question, passages, chain }, run);
      if (unlessSaid(sentence, chain) === undefined) {
        stopped = 'nothing new to say';
        break;
      }
      chain.push(sentence);
      const enough = passages.length >= maxParagraphs ? 'enough paragraphs' : '';
      stopped = done ? 'the answer was found' : chain.length === options.steps ? 'the last step' : enough;
      const more = stopped === '' ? await collect(sentence, passages, run) : passages;
      const found = pagesOf(more.slice(passages.length));
      plan.push({
        round: chain.length,
        question: sentence,
        queries: stopped === '' ? [sentence] : [],
        found,
        answer: null,
        stopped: '',
      });
      passages = more;
    }
    const outcome = await answer({ question, passages: await rank({ question, passages }, run) }, run);
    return { ...outcome, plan: endedBy(plan, stopped) };
  });
}

/** What the last retrieval brought; the paragraphs before were read in the step before. */
const NEWEST = 5;

type ReasonInput = {
  readonly question: Question;
  readonly passages: readonly Passage[];
  readonly chain: readonly string[];
};
type ChainSentence = { readonly sentence: string; readonly done: boolean };

/** Without a model the chain is made of the paragraphs' own sentences: the best that is not yet in it. */
function reasonOn({ models, local }: Parts): Stage<ReasonInput, ChainSentence> {
  return stage('reason', async (vars, run) => {
    const nextBest = async (): Promise<ChainSentence> => {
      const { question, passages, chain } = vars;
      const done = await isSure({ question: question.text, passages: passages.slice(-NEWEST) }, local, run);
      const ranked = await bestSentences({ question: question.text, passages }, local, run);
      const next = ranked.find(({ text }) => unlessSaid(text, chain) !== undefined);
      return { sentence: next?.text ?? '', done };
    };
    return (await askOr({ models, role: 'small', prompt: chainPrompt, vars }, nextBest, run)).value;
  });
}
