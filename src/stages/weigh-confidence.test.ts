import { expect, test, vi } from 'vitest';
import type { Outcome } from '../core/data.js';
import type { LocalModels } from '../core/ports.js';
import { trustPrompts } from '../prompts/verify.js';
import { passage, question, testRun } from '../testing/index.js';
import { conclude } from './conclude.js';
import { withConfidence } from './weigh-confidence.js';
import type { WrittenAnswer } from './write-answer.js';

const asked = question('When did the Kestrel Bridge open?');
const opened = passage('https://a.example#0', 'The Kestrel Bridge opened in 1888.');
const ferries = passage('https://b.example#0', 'Ferries cross the sound.');
const passages = [opened, ferries];

type AskInput = {
  readonly local?: LocalModels;
  readonly abstainBelow?: number;
  readonly passages?: readonly (typeof opened)[];
};

async function ask(written: WrittenAnswer, { local = {}, abstainBelow, passages: kept = passages }: AskInput = {}) {
  const { run, events } = testRun();
  const finish = conclude({ models: {}, local, trust: { mode: 'strict', abstainBelow }, prompts: trustPrompts });
  const outcome: Outcome = await finish({ question: asked, passages: kept, written }, run);
  const weighed = events.find((event) => event.type === 'confidence');
  return { ...outcome, confidence: outcome.confidence as number, signals: weighed?.signals ?? {} };
}

const taken = (from: typeof opened): WrittenAnswer => ({
  status: 'answered',
  text: from.text,
  taken: [{ text: from.text, passage: from }],
});
const abstained: WrittenAnswer = { status: 'abstained', why: 'the passages do not say' };

/** Our models, by their names, with fixed opinions. */
const reader = (score: number) => ({
  name: 'winnow-reader',
  read: async (_: string, read: readonly string[]) =>
    read.map((text) => ({ text, start: 0, end: text.length, score, answerable: 1 })),
});
/** What speaks of opening is alike, the rest is another matter. */
const embedder = {
  name: 'winnow-embedder',
  dimensions: 2,
  embed: async (texts: readonly string[]) =>
    texts.map((text) => Float32Array.from(text.includes('ope') ? [1, 0] : [0, 1])),
};

test('an answer that says what was asked is surer than one that says something else', async () => {
  const near = await ask(taken(opened), { local: { embedder } });
  const far = await ask(taken(ferries), { local: { embedder } });
  expect([near.signals.meaning, far.signals.meaning]).toEqual([1, 0]);
  expect(near.confidence).toBeGreaterThan(far.confidence);
  expect(near.confidence).toBeLessThan(1);
  expect(far.confidence).toBeGreaterThan(0);
});

test('an outcome that is another text than the one that was written is measured by itself', async () => {
  const claim = { text: opened.text, start: 0, end: opened.text.length, sources: [1], verdict: 'supported' as const };
  const outcome: Outcome = { answer: { status: 'answered', text: opened.text, claims: [claim] }, sources: [] };
  const { run, events } = testRun();
  const written = { status: 'answered', text: 'Ferries cross. Boats do too.' } as const;
  await withConfidence({ local: {}, trust: { mode: 'strict' } })({ question: asked, passages, written }, outcome, run);
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'confidence', signals: expect.objectContaining({ supported: 1 }) }),
  );
});

test('the reader that finds an answer in it makes it surer, one that finds none less sure', async () => {
  const found = await ask(taken(opened), { local: { reader: reader(9) } });
  const none = await ask(taken(opened), { local: { reader: reader(-40) } });
  expect([found.signals.reading, none.signals.reading]).toEqual([9, -15]);
  expect(found.confidence).toBeGreaterThan(none.confidence);
});

test('sentences that were taken show how far ahead they were; what a model wrote does not', async () => {
  expect((await ask(taken(opened))).signals.focus).toBe(1);
  expect((await ask({ status: 'answered', text: opened.text })).signals.focus).toBeNull();
});

test('models of other scales are not asked, and a missing model is a missing signal', async () => {
  const read = vi.fn(reader(9).read);
  const other = { name: 'another-reader', read };
  const { signals, confidence } = await ask(taken(opened), {
    local: { reader: other, embedder: { ...embedder, name: 'another' } },
  });
  expect(read).not.toHaveBeenCalled();
  expect(signals).toMatchObject({ reading: null, meaning: null });
  expect(confidence).toBe((await ask(taken(opened))).confidence);
});

test('below the limit an answer becomes an abstention that says so, what was looked for, and what was found', async () => {
  const { confidence } = await ask(taken(ferries));
  const { answer, sources, ...rest } = await ask(taken(ferries), { abstainBelow: confidence + 0.01 });
  expect(answer).toMatchObject({ status: 'abstained', claims: [] });
  expect(answer.text).toMatch(/the confidence in it, 0\.\d\d, is below the 0\.\d+ that is asked for/);
  expect(answer.text).toContain('Looked for: Kestrel, Bridge, open');
  expect(answer.text).toContain('Closest were: "https://b.example", "https://a.example"');
  expect(sources).toEqual([]);
  expect(rest.confidence).toBe(confidence);
});

test('at the limit it stays, and without one every answer does', async () => {
  const { confidence, answer } = await ask(taken(ferries));
  expect(answer.status).toBe('answered');
  expect((await ask(taken(ferries), { abstainBelow: confidence })).answer.status).toBe('answered');
});

test('an abstention keeps its reason and is far less sure than an answer', async () => {
  const { answer, confidence } = await ask(abstained, { abstainBelow: 1 });
  expect(answer.text).toContain('the passages do not say');
  expect(confidence).toBeLessThan((await ask(taken(opened))).confidence / 2);
  expect((await ask(abstained, { passages: [] })).confidence).toBeLessThanOrEqual(confidence);
});
