/**
 * DataMorgana's configuration (Filice et al., arXiv:2501.12789): kinds of users and of questions, each with a
 * description and a probability, from which one category per categorisation is drawn for every question. JSON or YAML,
 * with the names of the paper's API or of the files of LiveRAG's teams.
 */

import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { messageOf, usageError, WinnowError } from '../../core/errors.js';
import { readFileText } from '../../core/files.js';

const categorySchema = z.looseObject({
  name: z.string().min(1),
  description: z.string().default(''),
  probability: z.number().min(0).max(1),
  /** The question needs two documents. */
  is_multi_doc: z.boolean().optional(),
});

const categorizationSchema = z.looseObject({
  categorization_name: z.string().min(1),
  categories: z.array(categorySchema).min(1, 'needs at least one category'),
});

const categorizations = z.array(categorizationSchema);

const fileSchema = z.looseObject({
  question_categorizations: categorizations.optional(),
  question_categories: categorizations.optional(),
  user_categorizations: categorizations.optional(),
  user_categories: categorizations.optional(),
});

export type Category = {
  readonly name: string;
  readonly description: string;
  readonly probability: number;
  readonly isMulti: boolean;
};
export type Categorization = { readonly name: string; readonly categories: readonly Category[] };

export type SynthConfig = {
  readonly questions: readonly Categorization[];
  readonly users: readonly Categorization[];
  /** The share of questions over two documents; `undefined` where no category says so. */
  readonly multi: number | undefined;
};

const KEYS = 'question_categorizations (or question_categories) and user_categorizations (or user_categories)';

export function readSynthConfig(file: string): SynthConfig {
  const parsed = fileSchema.safeParse(readTree(file));
  if (!parsed.success)
    throw usageError(`${file} is no configuration of DataMorgana: ${z.prettifyError(parsed.error)}\n${EXPECTED}`);
  const { question_categorizations, question_categories, user_categorizations, user_categories } = parsed.data;
  const questions = (question_categorizations ?? question_categories ?? []).map(categorizationOf);
  const users = (user_categorizations ?? user_categories ?? []).map(categorizationOf);
  if (questions.length + users.length === 0)
    throw usageError(
      `${file} names no categories: it has neither of ${KEYS}. Winnow's own configuration is given by --settings.`,
    );
  const multi = questions.find(isAboutDocuments);
  for (const { name, categories } of [...questions, ...users]) checkSum(file, name, categories);
  return { questions, users, multi: multi && sumOf(multi.categories.filter(({ isMulti }) => isMulti)) };
}

const EXPECTED = `Expected ${KEYS}: lists of {categorization_name, categories: [{name, description, probability}]}.`;

function readTree(file: string): unknown {
  try {
    return parseYaml(readFileText(file, { advice: EXPECTED })); // JSON is YAML
  } catch (error) {
    if (error instanceof WinnowError) throw error;
    throw usageError(`${file} cannot be read as JSON or YAML: ${messageOf(error)}. ${EXPECTED}`, {
      cause: error,
    });
  }
}

/**
 * Files without the flag name such categories "comparison", "multi-aspect", "three-doc", under "multi-doc" or the like.
 */
function categorizationOf({
  categorization_name: name,
  categories,
}: z.infer<typeof categorizationSchema>): Categorization {
  const isAbout = /\bmulti[-_ ]?doc|\bdocument[-_ ]?(?:count|number)/i.test(name);
  const isMulti = (category: z.infer<typeof categorySchema>) =>
    category.is_multi_doc ?? (isAbout && !/single|one[-_ ]doc/i.test(category.name));
  return {
    name,
    categories: categories.map((category) => ({
      name: category.name,
      description: category.description,
      probability: category.probability,
      isMulti: isMulti(category),
    })),
  };
}

export const isAboutDocuments = ({ categories }: Categorization): boolean => categories.some(({ isMulti }) => isMulti);

const sumOf = (categories: readonly Category[]): number =>
  categories.reduce((sum, { probability }) => sum + probability, 0);

/** Thirds are written as 0.33. */
const SLACK = 0.011;

function checkSum(file: string, name: string, categories: readonly Category[]): void {
  const names = categories.map((category) => category.name);
  const twice = names.find((one, at) => names.indexOf(one) !== at);
  if (twice !== undefined)
    throw usageError(`${file}: "${name}" has two categories "${twice}". Give each a name of its own.`);
  const sum = sumOf(categories);
  if (Math.abs(sum - 1) <= SLACK) return;
  const scaled = categories
    .map((category) => `${category.name} ${(category.probability / (sum || 1)).toFixed(3)}`)
    .join(', ');
  const advice =
    sum > 0 ? `In the same proportions they would be: ${scaled}.` : 'Give at least one of them a probability above 0.';
  throw usageError(`${file}: the probabilities of "${name}" add up to ${sum.toFixed(3)}, and must to 1. ${advice}`);
}

export type DrawnCategories = {
  readonly questions: readonly { readonly name: string; readonly category: Category }[];
  readonly users: readonly { readonly name: string; readonly category: Category }[];
  readonly isMulti: boolean;
};

/**
 * One category of each categorisation. `multi` overrides how often two documents are needed, categories keeping their
 * proportions.
 */
export function drawCategories(
  { questions, users }: SynthConfig,
  random: () => number,
  multi: number,
): DrawnCategories {
  const isMulti = random() < multi;
  const drawOne = (categorization: Categorization) => {
    const { name, categories } = categorization;
    const fitting = isAboutDocuments(categorization)
      ? categories.filter((category) => category.isMulti === isMulti)
      : categories;
    return { name, category: draw(fitting.length > 0 ? fitting : categories, random) };
  };
  return { questions: questions.map(drawOne), users: users.map(drawOne), isMulti };
}

function draw(categories: readonly Category[], random: () => number): Category {
  let left = random() * sumOf(categories);
  const found = categories.find(({ probability }) => {
    left -= probability;
    return left < 0;
  });
  return (found ?? categories.at(-1)) as Category;
}

/** Without a file: G-RAG's Table 1 in our words, three documents left out. */
export const DEFAULT_CONFIG: SynthConfig = {
  multi: 0.3,
  users: [
    {
      name: 'expertise',
      categories: [
        plain('expert', 'knows the subject well and asks for particulars', 0.5),
        plain('novice', 'knows little of the subject and asks in everyday words', 0.5),
      ],
    },
  ],
  questions: [
    {
      name: 'factuality',
      categories: [
        plain('factoid', 'has one short answer: a name, a date, a number, a place', 0.5),
        plain('open-ended', 'wants an explanation or a description of a few sentences', 0.5),
      ],
    },
    {
      name: 'premise',
      categories: [
        plain('direct', 'asks and says nothing about the person who asks', 0.5),
        plain('with-premise', 'begins with a few words on who asks, or why', 0.5),
      ],
    },
    {
      name: 'phrasing',
      categories: [
        plain('concise-and-natural', 'a natural question of at most ten words', 0.25),
        plain('verbose-and-natural', 'a natural question of more than ten words', 0.25),
        plain(
          'short-search-query',
          'keywords as typed into a search box, fewer than seven words, no full sentence',
          0.25,
        ),
        plain('long-search-query', 'keywords as typed into a search box, seven words or more, no full sentence', 0.25),
      ],
    },
    {
      name: 'linguistic-variation',
      categories: [
        plain('similar-to-document', 'uses the words of the document', 0.5),
        plain('distant-from-document', 'says it in other words than the document, names excepted', 0.5),
      ],
    },
  ],
};

function plain(name: string, description: string, probability: number): Category {
  return { name, description, probability, isMulti: false };
}
