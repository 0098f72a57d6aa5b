/** Grades answers with the engine's models and documents: what `winnow eval --judge` and `--fact-score` are made of. */
import type { Document, Passage, Question, Source } from '../core/data.js';
import { messageOf } from '../core/errors.js';
import type { Parts } from '../core/parts.js';
import { passagesOf } from '../core/passages.js';
import { endsRun, type Run } from '../core/run.js';
import { judgePrompts, splitFactsPrompt } from '../prompts/judge.js';
import { checkPrompt } from '../prompts/verify.js';
import { type CheckedFact, checkFacts } from '../stages/check-facts.js';
import { type Judgement, judgeAnswer } from '../stages/judge-answer.js';
import type { Engine, Task } from './index.js';

export type { CheckedFact } from '../stages/check-facts.js';
export type { Judgement } from '../stages/judge-answer.js';

export type GivenAnswer = Pick<Task, 'question' | 'signal' | 'onEvent'> & { readonly text: string };

/** "id@version" of what the judge is asked. */
export const JUDGE_PROMPTS: readonly string[] = Object.values(judgePrompts).map(
  ({ id, version }) => `${id}@${version}`,
);

export type ToJudge = GivenAnswer & { readonly golds: readonly string[]; readonly sources: readonly Source[] };

/** Rejects with the model's error when it does not answer; a reply that cannot be read is part of the judgement. */
export function judgeWith(
  engine: Pick<Engine, 'perform'>,
  { text, golds, sources, ...task }: ToJudge,
): Promise<Judgement> {
  return engine.perform({ ...task, name: 'judge', options: { text } }, ({ parts: { models }, question }, run) =>
    judgeAnswer({ models, prompts: judgePrompts })(
      { question, text, golds, passages: sources.flatMap(passagesIn) },
      run,
    ),
  );
}

function passagesIn({ url, title, passages }: Source): Passage[] {
  return passages.map((passage) => ({ ...passage, source: { id: url, url, title } }));
}

/**
 * `searched`: what a search of one's own documents brings for a fact; a list of pages: those and no others, each under
 * any of its names.
 */
export type KnowledgeSource = 'searched' | readonly (readonly string[])[];

export type ToCheck = GivenAnswer & { readonly source: KnowledgeSource };

/** `null` when none of the pages could be read. */
export function checkFactsWith(
  engine: Pick<Engine, 'perform'>,
  { text, source, ...task }: ToCheck,
): Promise<readonly CheckedFact[] | null> {
  return engine.perform(
    { ...task, name: 'fact-score', options: { text, source } },
    async ({ parts, question }, run) => {
      const passagesFor = source === 'searched' ? searchPassages(parts, question) : await fixed(source, parts, run);
      if (!passagesFor) return null;
      const { local, models } = parts;
      return checkFacts({ local, models, prompt: checkPrompt, split: splitFactsPrompt })(
        { question, text, passagesFor },
        run,
      );
    },
  );
}

type PassagesFor = (fact: string, run: Run) => Promise<readonly Passage[]>;

/** As many as the paper's code gives its checker. */
const PASSAGES = 5;

/** The question goes with the fact, as the topic does in the paper: a fact may say "he". */
function searchPassages({ retriever }: Parts, { text }: Question): PassagesFor {
  return async (fact, { signal }) =>
    (await retriever.retrieve(`${text} ${fact}`, { limit: PASSAGES, mode: 'hybrid', signal })).passages;
}

async function fixed(
  pages: readonly (readonly string[])[],
  { fetcher }: Parts,
  run: Run,
): Promise<PassagesFor | undefined> {
  const documents = await Promise.all(pages.map((names) => firstThatOpens(names, fetcher, run)));
  const read = documents.filter((document) => document !== undefined);
  const passages = read.flatMap(passagesOf);
  return read.length === 0 ? undefined : async () => passages;
}

async function firstThatOpens(
  names: readonly string[],
  fetcher: Parts['fetcher'],
  run: Run,
): Promise<Document | undefined> {
  for (const name of names) {
    try {
      return await fetcher.fetch(name, { signal: run.signal });
    } catch (error) {
      if (endsRun(error, run)) throw error;
      run.emit({ type: 'note', text: `${name} could not be read: ${messageOf(error)}` });
    }
  }
  return undefined;
}
