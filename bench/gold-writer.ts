/**
 * How often an answer that is right is taken for none: every pipeline over the sample with a writer that gives the gold
 * answer where a passage in its prompt holds it, and says that there is none where none does. One JSON object a line:
 * `inPrompt` questions whose gold was in the prompt, `abstained` of them.
 * node bench/run.mjs gold-writer [questions] [pipeline,...]
 */
import { readFileSync } from 'node:fs';
import { createEngine, type Engine } from '../src/engine/index.js';
import { BUILT_IN_PIPELINES } from '../src/engine/pipelines.js';
import { NO_ANSWER } from '../src/stages/write-answer.js';
import { respondingModel } from '../src/testing/index.js';

type Row = { readonly question: string; readonly answers: readonly string[]; readonly split: string };

const [most = '49', wanted] = process.argv.slice(2);
const rows = readFileSync(new URL('../corpus/questions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row)
  .filter(({ split, answers }) => split === 'test' && answers.length > 0)
  .slice(0, Number(most));
const names = wanted?.split(',') ?? BUILT_IN_PIPELINES.map(({ name }) => name);

for (const pipeline of names) {
  let [answer, isShown] = ['', false];
  const large = respondingModel(({ messages }) => {
    const shown = messages.map(({ content }) => content).join('\n');
    const holds = shown.toLowerCase().includes(answer.toLowerCase());
    isShown ||= holds;
    return holds ? answer : NO_ANSWER;
  });
  const engine: Engine = createEngine({ models: { large } });
  const counts = { inPrompt: 0, abstained: 0, kept: 0 };
  for (const { question, answers } of rows) {
    [answer, isShown] = [answers[0] as string, false];
    const { answer: given } = await engine.ask(question, { pipeline });
    if (!isShown) continue;
    counts.inPrompt += 1;
    counts.abstained += Number(given.status === 'abstained');
    counts.kept += Number(given.text.includes(answer));
  }
  await engine.close();
  console.log(JSON.stringify({ pipeline, n: rows.length, ...counts }));
}
