/**
 * Makes one question from passages, with the answer, and tests it: the passages must carry the answer, whoever reads
 * them must come to it, and whoever does not read them must not. A question that fails is rejected with the reason.
 * Needs a language model.
 */
import { ask } from '../core/ask.js';
import type { Passage, Question } from '../core/data.js';
import { WinnowError } from '../core/errors.js';
import type { ChatModels, LocalModels } from '../core/ports.js';
import type { Prompt } from '../core/prompt.js';
import type { Run } from '../core/run.js';
import { type Stage, stage } from '../core/stage.js';
import { containment } from '../text/metrics/answers.js';
import { splitSentences } from '../text/sentences.js';
import { type CheckReply, type CheckVars, checkClaim, type Evidence } from './check-claim.js';
import { type AnswerPrompt, saysNoAnswer } from './write-answer.js';

/** A category that was drawn: "phrasing", "short-search-query: keywords, no full sentence". */
export type Wish = { readonly name: string; readonly category: string; readonly description: string };

export type MakeVars = {
  readonly passages: readonly Passage[];
  readonly wishes: readonly Wish[];
  readonly users: readonly Wish[];
  /** Ask for what became known after this day. */
  readonly newerThan?: string | undefined;
};

/** `short` is the answer in as few words as can be, empty where there is none. */
export type MadeQuestion = { readonly question: string; readonly answer: string; readonly short: string };

export type AgreeVars = { readonly question: Question; readonly text: string; readonly draft: string };

export type MakePrompts = {
  readonly make: Prompt<MakeVars, MadeQuestion>;
  readonly answer: AnswerPrompt;
  readonly recall: Prompt<{ readonly question: Question }, string>;
  readonly agree: Prompt<AgreeVars, { readonly agrees: boolean }>;
  readonly check: Prompt<CheckVars, CheckReply>;
};

export type MakeParts = { readonly models: ChatModels; readonly local: LocalModels; readonly prompts: MakePrompts };

export type Rejection =
  | 'the reply could not be read'
  | 'speaks of its document as one that lies before the reader'
  | 'gives its answer away'
  | 'its documents do not carry the answer'
  | 'one of its documents is enough'
  | 'its documents do not answer it'
  | 'its documents answer it otherwise'
  | 'known without its documents';

export type MakeInput = Omit<MakeVars, 'newerThan'> & {
  readonly askedAt: string;
  readonly newerThan?: string | undefined;
};

export type MakeResult = { readonly made: MadeQuestion } | { readonly rejected: Rejection };

/** The reply of a model that was asked without passages and does not know. */
export const NO_IDEA = 'NO IDEA';

export function makeQuestion(parts: MakeParts): Stage<MakeInput, MakeResult> {
  return stage('make-question', async ({ askedAt, ...vars }, run): Promise<MakeResult> => {
    const { models, prompts } = parts;
    const made = await readable(() => ask({ models, role: 'large', prompt: prompts.make, vars }, run));
    if (!made) return { rejected: 'the reply could not be read' };
    const question = { text: made.question.trim(), askedAt };
    const rejected = wrongForm(made) ?? (await failedTest({ ...vars, made, question }, parts, run));
    return rejected ? { rejected } : { made };
  });
}

/** Nothing where the model's reply was of no use; a model that does not answer at all is an error for whoever asked. */
async function readable<Reply>(asked: () => Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await asked();
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'unreadable') return undefined;
    throw error;
  }
}

const PAGE = /passages?|texts?|documents?|articles?|excerpts?|sections?/;
const IN_PAGE = `(?:according to|in|from|by|of) (?:the|this|these|both) (?:given |provided |above |two )?(?:${PAGE.source})`;
const POINTS_AT_PAGE = new RegExp(
  `\\b${IN_PAGE}\\b|\\b(?:passage|document|text) (?:\\d|one|two|above)\\b|\\b(?:the|this) passage\\b`,
  'i',
);

function wrongForm({ question, short }: MadeQuestion): Rejection | undefined {
  if (POINTS_AT_PAGE.test(question)) return 'speaks of its document as one that lies before the reader';
  if (short.length >= SHORTEST_TOLD && containment(question, [short]) === 1) return 'gives its answer away';
  return undefined;
}

/** Shorter answers ("no", "3") stand in other words by chance. */
const SHORTEST_TOLD = 4;

type QuestionTest = Pick<MakeVars, 'passages'> & { readonly made: MadeQuestion; readonly question: Question };

/** The cheapest test first. */
async function failedTest(tested: QuestionTest, parts: MakeParts, run: Run): Promise<Rejection | undefined> {
  return (
    (await whyNotCarried(tested, parts, run)) ??
    (await notAnswered(tested, parts, run)) ??
    (await known(tested, parts, run))
  );
}

async function whyNotCarried(
  { made, passages }: QuestionTest,
  { models, local, prompts }: MakeParts,
  run: Run,
): Promise<Rejection | undefined> {
  const evidence: Evidence[] = [];
  for (const { text: claim } of splitSentences(made.answer)) {
    const checked = await checkClaim({ claim, passages }, { models, local, prompt: prompts.check }, run);
    if (checked.verdict !== 'supported') return 'its documents do not carry the answer';
    evidence.push(...checked.evidence);
  }
  const documents = (list: readonly Passage[]) => new Set(list.map(({ source }) => source.id)).size;
  const used = documents(evidence.map(({ passage }) => passage));
  return used < documents(passages) ? 'one of its documents is enough' : undefined;
}

async function notAnswered(tested: QuestionTest, parts: MakeParts, run: Run): Promise<Rejection | undefined> {
  const { question, passages } = tested;
  const { models, prompts } = parts;
  const vars = { question, passages, abstain: true };
  const given = await readable(() => ask({ models, role: 'small', prompt: prompts.answer, vars }, run));
  if (given === undefined || saysNoAnswer(given)) return 'its documents do not answer it';
  return (await agrees(given, tested, { parts, run })) ? undefined : 'its documents answer it otherwise';
}

async function known(tested: QuestionTest, parts: MakeParts, run: Run): Promise<Rejection | undefined> {
  const { question, made } = tested;
  const { models, prompts } = parts;
  const given = await readable(() => ask({ models, role: 'small', prompt: prompts.recall, vars: { question } }, run));
  if (given === undefined || given.includes(NO_IDEA)) return undefined;
  // A short answer that is not there was not known: no judge is needed to see it.
  const isOther = made.short.length >= SHORTEST_TOLD && containment(given, [made.short]) !== 1;
  return !isOther && (await agrees(given, tested, { parts, run })) ? 'known without its documents' : undefined;
}

type Tools = { readonly parts: MakeParts; readonly run: Run };

/** The short answer's own words settle it; else the judge does. */
async function agrees(
  given: string,
  { made, question }: QuestionTest,
  { parts: { models, prompts }, run }: Tools,
): Promise<boolean> {
  if (made.short.length >= SHORTEST_TOLD && containment(given, [made.short]) === 1) return true;
  const vars = { question, text: made.answer, draft: given };
  const judged = await readable(() =>
    ask({ models, role: models.judge ? 'judge' : 'small', prompt: prompts.agree, vars }, run),
  );
  return judged?.agrees ?? false;
}
