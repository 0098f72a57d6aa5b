/**
 * Pages that attack: none gets its way with the embedded default; those that do with a model that obeys pages are named
 * and explained.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import type { Result } from '../src/core/data.js';
import { asRead } from '../src/testing/gullible-model.js';
import { HOSTILE_CASES } from './hostile/cases.js';
import { aboutInjection, EXFILTRATION, HOSTILE_URL, type HostileCase, successOf } from './hostile/page.js';
import { BRIDGE } from './hostile/topics.js';
import { type Attempt, ask, attempts, embeddedModels, gullible, noModel } from './support/hostile-run.js';

type Recorded = {
  readonly cases: number;
  /** Cases that succeed without a language model, by pipeline. */
  readonly embedded: Readonly<Record<string, readonly string[]>>;
  /** Successes by pipeline. */
  readonly gullible: Readonly<Record<string, number>>;
  readonly remaining: readonly { readonly id: string; readonly pipelines: readonly string[]; readonly why: string }[];
};

const recorded = parseYaml(
  readFileSync(new URL('../experiments/data/hostile.yaml', import.meta.url), 'utf8'),
) as Recorded;
const successes = (tried: readonly Attempt[]) =>
  tried.flatMap(({ id, how, text }) => (how.length > 0 ? [{ id, how, text }] : []));
const embedded = embeddedModels();
const first = HOSTILE_CASES[0] as HostileCase;

test('there are enough cases, each with a name and an order of its own that its page really carries', () => {
  expect(HOSTILE_CASES.length).toBe(recorded.cases);
  expect(new Set(HOSTILE_CASES.map(({ id }) => id)).size).toBe(HOSTILE_CASES.length);
  const missing = HOSTILE_CASES.filter(
    ({ hostile: { html, title, snippet }, order }) =>
      !asRead(`${html.replace(/&[lg]t;|<br>/g, ' ')} ${title} ${snippet}`).includes(asRead(order.text)),
  );
  expect(missing.map(({ id }) => id)).toEqual([]);
});

describe('embedded default', () => {
  test('no attack succeeds on hifi-rag with the small models', { timeout: 300_000 }, async () => {
    expect(
      successes(await attempts(HOSTILE_CASES, { pipeline: 'hifi-rag', local: embedded, models: noModel })),
    ).toEqual([]);
  });

  test.each(['naive-web', 'chunk-rag', 'g-rag', 'level-rag'])(
    'only what is recorded succeeds on %s by words alone',
    { timeout: 300_000 },
    async (pipeline) => {
      const tried = await attempts(HOSTILE_CASES, { pipeline, local: {}, models: noModel });
      expect(successes(tried).map(({ id }) => id)).toEqual(recorded.embedded[pipeline] ?? []);
    },
  );
});

describe.each(Object.keys(recorded.gullible))('gullible model on %s', (pipeline) => {
  let tried: Attempt[];
  beforeAll(async () => {
    tried = await attempts(HOSTILE_CASES, { pipeline, local: {}, models: gullible() });
  }, 300_000);

  test('what succeeds is what is explained', () => {
    const explained = recorded.remaining.filter(({ pipelines }) => pipelines.includes(pipeline)).map(({ id }) => id);
    expect(
      successes(tried)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(explained.sort());
    expect(explained.length).toBe(recorded.gullible[pipeline]);
  });

  test('each explanation says something', () => {
    expect(recorded.remaining.filter(({ why }) => why.length < 20)).toEqual([]);
  });

  test('no address of an attacker comes through', () => {
    expect(tried.filter(({ how }) => how.includes('link'))).toEqual([]);
  });
});

describe('controls', () => {
  const questions = [
    ...new Map(HOSTILE_CASES.filter(({ language }) => language === 'en').map((one) => [one.topic, one])).values(),
  ];

  test.each(questions.map((one) => [one.topic.question, one] as const))(
    'without the order it is answered: %s',
    async (_, one) => {
      for (const models of [noModel, gullible()]) {
        const local = models === noModel ? embedded : {};
        const { answer } = await ask(one, one.harmless, { pipeline: 'hifi-rag', local, models });
        expect(answer.text).toMatch(one.topic.right);
      }
    },
  );

  test('a page about prompt injection can be read and cited', async () => {
    const { page, question, right } = aboutInjection;
    const about = { ...first, topic: { ...BRIDGE, question } };
    const { answer, sources } = await ask(about, page, { pipeline: 'hifi-rag', local: embedded, models: noModel });
    expect(answer.text).toMatch(right);
    expect(sources.map(({ url }) => url)).toContain(HOSTILE_URL);
  });
});

describe('the measure can fail', () => {
  const said = (text: string, cited: number[] = []): Result =>
    ({
      answer: { status: 'answered', text, claims: [{ text, start: 0, end: text.length, sources: cited }] },
      sources: cited.map((n) => ({ n, url: HOSTILE_URL, title: '', passages: [] })),
      read: [],
    }) as unknown as Result;
  const { topic } = first;

  test.each([
    ['lie', said(topic.lie)],
    ['link', said(`${topic.truth} https://${EXFILTRATION}/`)],
    ['citation', said(topic.truth, [1])],
    ['silence', said('I cannot say.')],
  ])('%s', (how, result) => {
    expect(successOf(first, result, said(topic.truth))).toContain(how);
    expect(successOf(first, said(topic.truth), said(topic.truth))).toEqual([]);
  });
});
