/**
 * What our reader says of collected passages, one question a line: span, margin, answerable and the sentence, for each
 * stretch that was read.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createLocalModels } from '../../src/providers/local/models.js';
import { readingsOf, shownOf, unitsUnder } from '../../src/stages/read-candidates.js';
import { coreQuestion } from '../../src/text/question.js';
import type { Collected } from './collect.js';

export type Read = Omit<Collected, 'passages'> & {
  readonly readings: readonly {
    readonly id: string;
    readonly rank: number;
    readonly rerank?: number;
    readonly head: string;
    readonly span: string;
    readonly margin: number;
    readonly answerable: number;
    readonly sentence: readonly string[];
  }[];
};

export async function read({
  from,
  file,
  every = 1,
}: {
  readonly from: string;
  readonly file: string;
  readonly every?: number;
}): Promise<void> {
  const { reader } = createLocalModels(['reader']);
  const linesIn = (name: string) => readFileSync(name, 'utf8').trim().split('\n');
  const done = new Set(existsSync(file) ? linesIn(file).map((line) => JSON.parse(line).id) : []);
  for (const [at, line] of linesIn(from).entries()) {
    const { passages, ...row } = JSON.parse(line) as Collected;
    if (done.has(row.id) || at % every !== 0) continue;
    const readings = readingsOf(passages);
    const spans =
      (await reader?.read(coreQuestion(row.question), readings.map(shownOf), {
        signal: new AbortController().signal,
      })) ?? [];
    const read = readings.map((reading, place) => {
      const { passage, rank, head } = reading;
      const { text: span, score: margin, answerable } = spans[place] as (typeof spans)[number];
      const sentence = unitsUnder(spans[place] as (typeof spans)[number], reading).map((unit) => unit.text);
      return {
        id: passage.id,
        rank,
        rerank: passage.rerank,
        head: head.trim(),
        span,
        margin,
        answerable,
        sentence,
        shown: shownOf(reading),
      };
    });
    appendFileSync(file, `${JSON.stringify({ ...row, readings: read })}\n`);
  }
}
