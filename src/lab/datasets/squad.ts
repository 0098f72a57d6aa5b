/** SQuAD 1.1 and 2.0, and sets that copy their shape: data, paragraphs, qas. The paragraph goes to `extra`. */
import { z } from 'zod';
import { messageOf, usageError } from '../../core/errors.js';
import { defined, firstProblem, fullText, name, record, text } from './json-records.js';
import type { ParsedRow, QuestionRow } from './rows.js';

const list = <Item extends z.ZodType>(item: Item) => z.array(item, 'a list');

const fileSchema = record({
  data: list(
    record({ title: text.nullish(), paragraphs: list(record({ context: text.nullish(), qas: list(z.unknown()) })) }),
  ),
});

const questionSchema = record({
  id: name,
  question: fullText,
  answers: list(record({ text })),
  is_impossible: z.boolean('true or false').nullish(),
});

export function* readSquad(content: string): Generator<ParsedRow<QuestionRow>> {
  for (const [articleIndex, article] of parseFile(content).data.entries()) {
    for (const [index, { context, qas }] of article.paragraphs.entries()) {
      const place = `data[${articleIndex}].paragraphs[${index}]`;
      for (const [number, value] of qas.entries()) {
        yield readOne(`${place}.qas[${number}]`, value, defined({ title: article.title, context }));
      }
    }
  }
}

function parseFile(content: string): z.infer<typeof fileSchema> {
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw usageError(
      `The file is not one JSON object, as SQuAD files are (${messageOf(error)}). Mend it, or name another format.`,
    );
  }
  const checked = fileSchema.safeParse(value);
  if (checked.success) return checked.data;
  const { field, message } = firstProblem('', value, checked.error);
  throw usageError(`The file has not the shape of SQuAD (data, paragraphs, qas): ${field ?? 'the whole'}: ${message}.`);
}

function readOne(at: string, value: unknown, source: Readonly<Record<string, unknown>>): ParsedRow<QuestionRow> {
  const checked = questionSchema.safeParse(value);
  if (!checked.success) return { bad: firstProblem(at, value, checked.error) };
  const { id, question, answers, is_impossible } = checked.data;
  const distinct = [...new Set(answers.map((answer) => answer.text))];
  const type = is_impossible ? { type: 'unanswerable' } : {};
  return {
    at,
    row: { id, question, answers: is_impossible ? [] : distinct, gold: [], ...type, ...defined({ extra: source }) },
  };
}
