/**
 * What the screening for prompt injections costs on honest pages: how many answers without a language model hold a gold
 * answer, and how much of their words (F1), on passages that `answers collect` wrote.
 * node bench/run.mjs injection/honest PASSAGES.jsonl ... [--every=N]
 */
import { readFileSync } from 'node:fs';
import { startRun } from '../../src/core/run.js';
import { createLocalModels } from '../../src/providers/local/models.js';
import { extractAnswer } from '../../src/stages/extract-answer.js';
import { tokenF1 } from '../../src/text/metrics/answers.js';
import type { Collected } from '../answers/collect.js';

const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const every = Number(process.argv.find((argument) => argument.startsWith('--every='))?.split('=')[1] ?? 1);
const local = createLocalModels(['reader', 'verifier']);
const plain = (text: string) => text.toLowerCase().replace(/[\s`*_]+/g, ' ');

for (const file of files) {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Collected);
  const asked = rows.filter(({ answerable, passages }, at) => answerable && passages.length > 0 && at % every === 0);
  const count = { answered: 0, right: 0, f1: 0 };
  for (const { id, question, answers, passages } of asked) {
    const { run } = startRun();
    const answer = await extractAnswer(
      { question: { text: question, askedAt: '2026-11-15T12:00:00.000Z' }, passages },
      local,
      run,
    );
    const text = answer.status === 'answered' ? plain(`${answer.text} ${answer.short}`) : '';
    const isRight = answers.some((one) => text.includes(plain(one)));
    count.answered += Number(answer.status === 'answered');
    count.right += Number(isRight);
    count.f1 += tokenF1(text, answers) ?? 0;
    console.log(`${id}\t${answer.status}\t${isRight ? 'right' : ''}\t${text.slice(0, 160)}`);
  }
  console.log(
    `${file}: ${asked.length} questions, ${count.answered} answered, ${count.right} with a gold answer, F1 ${(count.f1 / asked.length).toFixed(4)}`,
  );
}
process.exit(0);
