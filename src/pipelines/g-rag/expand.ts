/** Question augmentation (section 2.1): variants, decomposition, the hypothetical answer. */
import { askOr } from '../../core/ask.js';
import type { Question } from '../../core/data.js';
import type { ChatModels } from '../../core/ports.js';
import type { Run } from '../../core/run.js';
import { type Stage, stage } from '../../core/stage.js';
import { keepRareAmong, keepRareTokens } from '../../text/keep-rare.js';
import type { GRagOptions } from './options.js';
import {
  classifyPrompt,
  componentsPrompt,
  hypotheticalPrompt,
  rephrasePrompt,
  subQueriesPrompt,
  VARIANTS_PROMPTS,
} from './prompts.js';
import {
  componentsByRules,
  isComposite,
  readClass,
  readQueries,
  subQueriesByRules,
  variantsByRules,
} from './queries.js';

/** What is searched for, and the question by which documents are judged. */
export type ExpandedQueries = { readonly queries: readonly string[]; readonly judgedBy: Question };

type Models = { readonly models: ChatModels };

export function expandQuestion(parts: Models, options: GRagOptions): Stage<Question, ExpandedQueries> {
  const variants = writeVariants(parts, options);
  const rephrase = rephraseQuestion(parts, options);
  const classify = classifyQuestion(parts);
  const divide = writeSubQueries(parts, options);

  /**
   * Three calls before the queries. Where the classifier judges the question as it was asked, it need not wait for the
   * other two.
   */
  async function byDecomposition(question: Question, run: Run): Promise<ExpandedQueries> {
    const rephrasing = rephrase(question, run);
    const classifying =
      options.classify === 'question' ? classify(question, run) : rephrasing.then((full) => classify(full, run));
    const [rephrased, kind] = await Promise.all([rephrasing, classifying]);
    const queries = kind === 'simple' ? await variants(question, run) : await divide({ question, rephrased }, run);
    return { queries, judgedBy: rephrased };
  }

  return async (question, run) => {
    if (options.queryExpansion === 'none') return { queries: [question.text], judgedBy: question };
    const { queries, judgedBy } =
      options.queryExpansion === 'variants'
        ? { queries: await variants(question, run), judgedBy: question }
        : await byDecomposition(question, run);
    return { queries: options.includeQuestion ? [...new Set([question.text, ...queries])] : queries, judgedBy };
  };
}

function writeVariants(
  { models }: Models,
  { queries: count, queryPrompt, keepRare }: GRagOptions,
): Stage<Question, string[]> {
  return stage('write-variants', async (question, run) => {
    const prompt = VARIANTS_PROMPTS[queryPrompt];
    const asked = await askOr(
      { models, role: 'small', prompt, vars: { question, count } },
      () => variantsByRules(question.text),
      run,
    );
    const written = (asked.byModel ? readQueries(asked.value) : asked.value).slice(0, count);
    const queries = written.length > 0 ? written : without(question.text, run);
    return keepRare ? [...new Set(queries.map((query) => keepRareTokens(question.text, query)))] : queries;
  });
}

function without(query: string, run: Run): string[] {
  run.emit({ type: 'fallback', reason: 'the reply held no line with a query; the question itself is searched' });
  return [query];
}

/** Components first, then from them the question in full. Without a model it stays as it is. */
function rephraseQuestion({ models }: Models, { keepRare }: GRagOptions): Stage<Question, Question> {
  return stage('rephrase-question', async (question, run) => {
    if (!models.small) return question;
    const ways = { models, role: 'small' } as const;
    const parts = await askOr(
      { ...ways, prompt: componentsPrompt, vars: { question } },
      () => componentsByRules(question.text),
      run,
    );
    const vars = { question, components: parts.value };
    const { value } = await askOr({ ...ways, prompt: rephrasePrompt, vars }, () => question.text, run);
    return { ...question, text: keepRare ? keepRareTokens(question.text, value) : value };
  });
}

function classifyQuestion({ models }: Models): Stage<Question, 'simple' | 'composite'> {
  return stage('classify-question', async (question, run) => {
    const byRules = () => (isComposite(question.text) ? 'composite' : 'simple');
    const asked = await askOr({ models, role: 'small', prompt: classifyPrompt, vars: { question } }, byRules, run);
    const kind = asked.byModel ? readClass(asked.value) : asked.value;
    if (kind === undefined)
      run.emit({ type: 'fallback', reason: 'the question was called neither simple nor composite; rules decide' });
    return kind ?? byRules();
  });
}

type SubQueryInput = { readonly question: Question; readonly rephrased: Question };

/**
 * The public code sets no limit; a reply of a thousand lines is cut where every query would still bring one document.
 */
function writeSubQueries(
  { models }: Models,
  { initialDocuments, keepRare }: GRagOptions,
): Stage<SubQueryInput, string[]> {
  return stage('write-sub-queries', async ({ question, rephrased }, run) => {
    const vars = { question: rephrased };
    const asked = await askOr(
      { models, role: 'small', prompt: subQueriesPrompt, vars },
      () => subQueriesByRules(question.text),
      run,
    );
    const written = (asked.byModel ? readQueries(asked.value) : asked.value).slice(0, initialDocuments);
    const queries = written.length > 0 ? written : without(rephrased.text, run);
    return keepRare ? keepRareAmong(question.text, queries) : queries;
  });
}

/** HyDE: an answer that could be true, to be searched for. Without a model there is none. */
export function writeHypotheticalAnswer({ models }: Models): Stage<Question, string | undefined> {
  return stage('write-hypothetical-answer', async (question, run) => {
    const asked = { models, role: 'small', prompt: hypotheticalPrompt, vars: { question } } as const;
    return (await askOr(asked, () => undefined, run)).value;
  });
}
