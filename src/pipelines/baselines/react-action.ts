/**
 * The next action of ReAct: the model's, typed; or, without a model, by rule: search the question, then names that were
 * found, until our reader is sure.
 */
import { ask } from '../../core/ask.js';
import type { Passage, Question } from '../../core/data.js';
import { messageOf, WinnowError } from '../../core/errors.js';
import type { Parts } from '../../core/parts.js';
import { endsRun, type Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { coreQuestion, isFunctionWord } from '../../text/question.js';
import { unlessSaid } from './plan.js';
import { type ReactAction, type ReactStep, reactPrompt } from './prompts.js';
import { bestSentences } from './sentences.js';
import { isSure } from './sure.js';

export type ActionInput = {
  readonly question: Question;
  readonly steps: readonly ReactStep[];
  readonly seen: readonly Passage[];
  /** The last step brought nothing new. */
  readonly dry: boolean;
  readonly left: number;
};

export type ChosenAction =
  | { readonly action: ReactAction; readonly byModel: boolean }
  | { readonly action?: undefined; readonly byModel: true; readonly problem: string };

export function chooseAction(
  { models, local }: Parts,
  { abstain }: { readonly abstain: boolean },
): Stage<ActionInput, ChosenAction> {
  return stage('choose-action', async (input, run) => {
    const byRule = async () => ({ action: await actionByRule(input, local, run), byModel: false });
    if (!models.small) return byRule();
    try {
      return {
        action: await ask({ models, role: 'small', prompt: reactPrompt, vars: { ...input, abstain } }, run),
        byModel: true,
      };
    } catch (error) {
      if (endsRun(error, run)) throw error;
      run.emit({ type: 'fallback', reason: messageOf(error), prompt: reactPrompt.id });
      if (!(error instanceof WinnowError) || error.code !== 'unreadable' || input.left === 1) return byRule();
      return { problem: `This step could not be read (${messageOf(error)}). It counts as a step.`, byModel: true };
    }
  });
}

const finish = (thought: string): ReactAction => ({ thought, action: 'finish', input: 'what was seen' });
const search = (input: string, thought: string): ReactAction => ({ thought, action: 'search', input });

/** The question and a name that it led to are searched in turns; a search for the same again opens the next page. */
async function actionByRule(
  { question, steps, seen, dry }: ActionInput,
  local: Parts['local'],
  run: Run,
): Promise<ReactAction> {
  const asked = coreQuestion(question.text);
  const searched = steps.flatMap(({ action }) => (action?.action === 'search' ? [action.input] : []));
  if (searched.length === 0) return search(asked, 'nothing is known yet');
  if (dry && searched.at(-1) === asked) return finish('there is no other page');
  if (!dry && (await isSure({ question: asked, passages: seen.slice(-NEWEST) }, local, run)))
    return finish('the reader is sure');
  const name = searched.length % 2 === 0 ? undefined : await nameFound({ question: asked, seen, searched }, local, run);
  return name === undefined ? search(asked, 'the next page may say it') : search(name, 'this name may lead there');
}

/** As many as an action brings. */
const NEWEST = 3;
/** Names are taken from so many of the best sentences. */
const SENTENCES = 3;

type Names = { readonly question: string; readonly seen: readonly Passage[]; readonly searched: readonly string[] };

async function nameFound(
  { question, seen, searched }: Names,
  local: Parts['local'],
  run: Run,
): Promise<string | undefined> {
  const best = await bestSentences({ question, passages: seen }, local, run);
  const names = best.slice(0, SENTENCES).flatMap(({ text }) => fullNames(text));
  return names.find((name) => unlessSaid(name, searched) !== undefined && !question.includes(name));
}

const NAME = /\p{Lu}[\p{L}\p{M}'’-]+(?: (?:of |the |de |von |van )?\p{Lu}[\p{L}\p{M}'’-]+)*/gu;

/**
 * "The Hall was opened by Cordelia Amsinck." -> "Cordelia Amsinck"; what only its place at the beginning gives a
 * capital is no name.
 */
export function fullNames(sentence: string): string[] {
  const found = [...sentence.matchAll(NAME)].map(({ 0: name, index }) => ({
    name: name.replace(/^(?:The|A|An|In|On|At) /, ''),
    index,
  }));
  const names = found.filter(({ name, index }) => name.includes(' ') || (index > 0 && !isFunctionWord(name)));
  return [...new Set(names.map(({ name }) => name))];
}
