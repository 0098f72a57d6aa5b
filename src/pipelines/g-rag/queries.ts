/** Queries as text: read out of a model's reply, or made by rules where there is none. */
import { decompose, fillIn } from '../../text/decompose.js';
import {
  askingSentence,
  contentWords,
  coreQuestion,
  formulateQueries,
  type QuestionForm,
  questionForm,
} from '../../text/question.js';

const LIST_MARK = /^(?:\d+[.)]|[-*•])\s*/;
const LAST_LABEL = /^.*query\s*\d*\s*:/i;
const QUOTES = /^["'“‘`]+|["'”’`]+$/g;

/**
 * As the public code reads them: of each line that says "query:", what stands after the last such label. Repetitions
 * are left out.
 */
export function readQueries(reply: string): string[] {
  const lines = reply.split('\n').map((line) => line.trim().replace(LIST_MARK, ''));
  const queries = lines
    .filter((line) => LAST_LABEL.test(line))
    .map((line) => line.replace(LAST_LABEL, '').trim().replace(QUOTES, '').trim());
  return distinct(queries);
}

/** The word the reply opens with, else the one it ends on: "It looks simple but is COMPOSITE" is composite. */
export function readClass(reply: string): 'simple' | 'composite' | undefined {
  const words = reply.toLowerCase().match(/\b(?:simple|composite)\b/g) ?? [];
  const opening = /^\W*(simple|composite)\b/i.exec(reply)?.[1]?.toLowerCase();
  return (opening ?? words.at(-1)) as 'simple' | 'composite' | undefined;
}

/** What a page that answers in this form is likely to say. */
const HINTS: Readonly<Partial<Record<QuestionForm, string>>> = {
  who: 'name person',
  when: 'date year',
  where: 'place located',
  'how-many': 'number total',
  'how-to': 'guide steps',
  why: 'because reason',
};

/**
 * Variants without a model: content words, the bare question, its asking sentence, and words an answer of that form
 * comes with.
 */
export function variantsByRules(question: string): string[] {
  const core = coreQuestion(question);
  const hint = HINTS[questionForm(question)];
  const words = contentWords(core).join(' ');
  return distinct([
    ...formulateQueries(question),
    core,
    askingSentence(core),
    ...(hint ? [`${words} ${hint}`] : []),
    question,
  ]);
}

export function isComposite(question: string): boolean {
  return decompose(question).length > 1;
}

/**
 * One query a sub-question. Where one waits for the answer of another, the words of that other stand in for it: nothing
 * is answered before the search.
 */
export function subQueriesByRules(question: string): string[] {
  const filled: string[] = [];
  for (const step of decompose(question))
    filled.push(fillIn(step, (number) => contentWords(filled[number - 1] ?? '').join(' ')));
  return distinct(filled);
}

/** "1. Tovrick\n2. bridge": the parts of a question as the rephrasing prompt is shown them. */
export function componentsByRules(question: string): string {
  return contentWords(coreQuestion(question))
    .map((word, at) => `${at + 1}. ${word}`)
    .join('\n');
}

function distinct(queries: readonly string[]): string[] {
  return [
    ...new Map(
      queries
        .filter((query) => query !== '')
        .map((query) => [query.toLowerCase(), query] as const)
        .toReversed(),
    ).values(),
  ].reverse();
}
