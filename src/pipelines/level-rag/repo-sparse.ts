/**
 * The sparse searcher as the public code runs it, for comparison: one call per verdict and per keyword, one search at a
 * time, plain matching in which Lucene's operators mean nothing, a verdict that is yes as soon as the reply holds
 * "yes", and the documents of the last query where nothing was verified.
 */
import { askOr } from '../../core/ask.js';
import type { Run } from '../../core/run.js';
import { stage } from '../../core/stage.js';
import { type PassageList, retrievePassages } from '../../stages/retrieve-passages.js';
import { contentWords } from '../../text/question.js';
import { hintsByRule } from './hints.js';
import { judgeByReading } from './judge.js';
import type { LevelRagOptions } from './options.js';
import { type RepoAction, repoKeywordPrompt, repoVerifyPrompt, rewritePrompt } from './prompts.js';
import { emphasiseAsRepo, extendAsRepo, filterAsRepo } from './repo-query.js';
import type { AtomicQuestion, Searcher, SearcherParts, SearcherResult } from './searcher.js';

/** In the order in which the public code asks for them. */
const ACTIONS: readonly (readonly [RepoAction, (query: string, word: string) => string])[] = [
  ['extend', extendAsRepo],
  ['filter', filterAsRepo],
  ['emphasise', emphasiseAsRepo],
];

export function repoSparseSearcher(
  parts: SearcherParts,
  { documents: limit, refinements, questionFirst }: LevelRagOptions,
): Searcher {
  const retrieve = retrievePassages(parts);
  return stage('search-sparse', async (asked, run): Promise<SearcherResult> => {
    const queries: string[] = [];
    const outcome = (passages: PassageList, stopped: string): SearcherResult => ({
      searcher: 'sparse',
      queries,
      passages,
      stopped,
    });
    const search = async (query: string): Promise<PassageList> => {
      queries.push(query);
      return (await retrieve([{ query, mode: 'sparse', limit }], run))[0] ?? [];
    };
    if (questionFirst) {
      const passages = await search(asked.atomic);
      if (await verify({ ...asked, passages }, parts, run))
        return outcome(passages, 'verified with the question itself');
    }
    const queue = [{ query: await rewrite(asked, parts, run), depth: 0 }];
    let passages: PassageList = [];
    for (let next = queue.shift(); next; next = queue.shift()) {
      passages = await search(next.query);
      if (refinements === 0) return outcome(passages, 'no refinement was asked for');
      if (await verify({ ...asked, passages }, parts, run))
        return outcome(passages, `verified after ${queries.length} searches`);
      if (next.depth >= refinements) continue;
      for (const [action, apply] of ACTIONS) {
        const word = await keyword({ ...asked, passages, query: next.query, action }, parts, run);
        queue.push({ query: apply(next.query, word), depth: next.depth + 1 });
      }
    }
    return outcome(passages, `not verified after ${queries.length} searches; the last documents are kept`);
  });
}

type VerifyInput = AtomicQuestion & { readonly passages: PassageList };

async function verify({ atomic, passages }: VerifyInput, { models, local }: SearcherParts, run: Run): Promise<boolean> {
  const byReading = () => judgeByReading({ atomic, passages }, local, run);
  const asked = await askOr(
    { models, role: 'small', prompt: repoVerifyPrompt, vars: { atomic, passages } },
    byReading,
    run,
  );
  return asked.byModel ? asked.value.toLowerCase().includes('yes') : asked.value?.isSure === true;
}

async function rewrite({ atomic }: AtomicQuestion, { models }: SearcherParts, run: Run): Promise<string> {
  return (
    await askOr(
      { models, role: 'small', prompt: rewritePrompt, vars: { atomic } },
      () => contentWords(atomic).join(' '),
      run,
    )
  ).value;
}

type KeywordInput = VerifyInput & { readonly query: string; readonly action: RepoAction };

async function keyword({ question, ...vars }: KeywordInput, { models }: SearcherParts, run: Run): Promise<string> {
  const byRule = () => {
    const { add, exclude, emphasise } = hintsByRule({ main: question.text, ...vars, tried: new Set() });
    return { extend: add[0] ?? '', filter: exclude, emphasise }[vars.action];
  };
  return (await askOr({ models, role: 'small', prompt: repoKeywordPrompt, vars }, byRule, run)).value;
}
