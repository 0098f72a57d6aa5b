/**
 * How false premises are met, and how often sources are said to disagree, on the sample corpus without a language
 * model. One JSON object a line.
 * node bench/run.mjs premise [tune|test|extra] [pipeline] [rows]      `rows` prints every question with its outcome
 */
import { readFileSync } from 'node:fs';
import { createEngine, type Engine } from '../src/engine/index.js';

type Row = {
  readonly id: string;
  readonly question: string;
  readonly answers: readonly string[];
  readonly type: string;
  readonly kind?: string;
  readonly split: string;
};

const [split = 'tune', pipeline = 'hifi-rag', rows] = process.argv.slice(2);
const file = split === 'extra' ? '../experiments/data/abstention-tuning.jsonl' : '../corpus/questions.jsonl';
const asked = readFileSync(new URL(file, import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
  .filter((row) => row.split === split);

const engine: Engine = createEngine();
await engine.prepare();
const counts = new Map<string, Record<string, number>>();

for (const { id, question, answers, type, kind } of asked) {
  const { answer, conflicts = [] } = await engine.ask(question, { pipeline });
  const isRight = answers.some((gold) => answer.text.toLowerCase().includes(gold.toLowerCase()));
  const met =
    answer.corrects !== undefined
      ? 'corrected'
      : answer.status === 'abstained'
        ? 'abstained'
        : isRight
          ? 'right'
          : 'wrong';
  const group = type === 'false-premise' ? `${type}, ${kind}` : type === 'unanswerable' ? type : 'answerable';
  const before = counts.get(group) ?? {};
  counts.set(group, {
    ...before,
    n: (before.n ?? 0) + 1,
    [met]: (before[met] ?? 0) + 1,
    conflicts: (before.conflicts ?? 0) + Number(conflicts.length > 0),
  });
  if (rows)
    console.log(
      JSON.stringify({
        id,
        type,
        kind,
        met,
        question,
        answer: answer.text,
        conflicts: conflicts.map(({ says, why }) => ({ says: says.map(({ quote, date }) => [date, quote]), why })),
      }),
    );
}
for (const [group, met] of counts) console.log(JSON.stringify({ split, pipeline, group, ...met }));
