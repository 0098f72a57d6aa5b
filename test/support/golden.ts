/** What golden runs of every pipeline on the sample corpus share. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Result } from '../../src/core/data.js';
import type { TraceEvent } from '../../src/core/trace.js';
import type { AskOptions, Engine } from '../../src/engine/index.js';

export type GoldQuestion = { id: string; question: string; answers: string[]; gold_urls: string[]; split: string };

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

export const questions = read('../../corpus/questions.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as GoldQuestion);

export const gold = (id: string) => questions.find((question) => question.id === id) as GoldQuestion;

/**
 * The documented order: items of the list under `heading` in the README of a pipeline's folder that begin with a name
 * in backticks.
 */
export function documentedStages(folder: string, heading = 'Stages'): string[] {
  const [, section = ''] = read(`../../src/pipelines/${folder}/README.md`).split(new RegExp(`^#+ ${heading}.*$`, 'm'));
  const own = section.split(/^#/m)[0] as string;
  return [...own.matchAll(/^\d+\. `([a-z-]+)`/gm)].map(([, name]) => name as string);
}

/**
 * What every pipeline's end adds around its citations (src/stages/conclude.ts) belongs to no paper, so no README lists
 * it.
 */
const AROUND_CITATIONS = ['check-premise', 'find-conflicts', 'weigh-confidence'];

export type AskedWithEvents = { result: Result; events: TraceEvent[]; stages: string[] };

export async function askWithEvents(
  engine: Engine,
  question: string,
  options: AskOptions = {},
): Promise<AskedWithEvents> {
  const asking = engine.ask(question, options);
  const events: TraceEvent[] = [];
  for await (const event of asking) events.push(event);
  const stages = events
    .filter(({ type, stage }) => type === 'stage-start' && !AROUND_CITATIONS.includes(stage))
    .map(({ stage }) => stage);
  return { result: await asking, events, stages };
}

export function expectSoundCitations({ answer, sources, read: unread }: Result): void {
  const firstUses = [...new Set(answer.claims.flatMap((claim) => claim.sources))];
  expect(firstUses).toEqual(sources.map((_, at) => at + 1));
  expect(sources.map(({ n }) => n)).toEqual(firstUses);
  for (const { text, start, end } of answer.claims) expect(answer.text.slice(start, end)).toBe(text);
  const cited = sources.map(({ url }) => url);
  expect(unread.filter(({ url }) => cited.includes(url))).toEqual([]);
  for (const { passages } of sources) expect(passages.length).toBeGreaterThan(0);
}
