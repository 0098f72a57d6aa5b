import { describe, expect, test } from 'vitest';
import type { Parts } from '../../core/parts.js';
import { runPipeline } from '../../core/pipeline.js';
import type { TraceEvent } from '../../core/trace.js';
import {
  document,
  fakeModel,
  fakeRetriever,
  fakeWeb,
  passage,
  question,
  respondingModel,
  testRun,
} from '../../testing/index.js';
import { crag, cragOptions, verdictOn } from './crag.js';
import { gradePassages } from './crag-grade.js';
import { recompose, stripsOf } from './crag-strips.js';

const asked = question('Who built the Old Bridge?');
const inside = [passage('bridge#0', 'Ada Stone built the Old Bridge.'), passage('tea#0', 'Tea is a drink.')];
const web = fakeWeb([
  document('https://web.example/bridge', [[['Bridge'], 'On the web Ada Stone built the Old Bridge in 1888.']]),
]);

/** Grades by what the passage says; picks every strip. */
async function runGraded(grade: (text: string) => number, replies: Record<string, string> = {}) {
  const model = respondingModel(({ messages }) => {
    const said = messages.map(({ content }) => content).join('\n');
    if (said.includes('support a claim')) return '{"verdict": "supported"}';
    if (said.includes('The grade:')) return replies.grade ?? JSON.stringify({ score: grade(said) });
    if (said.includes('Useful numbers:')) return replies.strips ?? '[1]';
    return said.includes('web search query') ? '["builder"]' : 'Ada Stone built the Old Bridge.';
  });
  web.queries.length = 0;
  const parts: Parts = {
    ...web,
    retriever: fakeRetriever(inside),
    local: {},
    models: { small: model, large: model, judge: model },
  };
  const events: TraceEvent[] = [];
  const result = await runPipeline(crag(parts, cragOptions.parse({})), asked, {
    onEvent: (event) => events.push(event),
  });
  const writer =
    model.requests
      .map(({ messages }) => messages.map(({ content }) => content).join('\n'))
      .findLast((said) => !said.includes('support a claim')) ?? '';
  return {
    result,
    writer,
    events,
    stages: events.filter(({ type }) => type === 'stage-start').map(({ stage }) => stage),
  };
}

const scored = (...scores: number[]) => scores.map((score, at) => ({ ...passage(`p${at}#0`, ''), score }));

test.each([
  [[0.2, 0.7, 0.1], 'right'],
  [[0.29, 0.1], 'wrong'],
  [[0.3, 0.1], 'in between'],
  [[0.69], 'in between'],
  [[], 'wrong'],
])('grades %j are %s', (scores, verdict) => {
  expect(verdictOn({ passages: scored(...scores), upper: 0.7, lower: 0.3 })).toBe(verdict);
});

describe('with a judge', () => {
  test('one passage clearly right: the web is not asked, and what is wrong is left out', async () => {
    const { writer, stages } = await runGraded((said) => (said.includes('Ada Stone built') ? 9 : 0));
    expect(web.queries).toEqual([]);
    expect(writer).not.toContain('Tea');
    expect(stages).not.toContain('search-web');
  });

  test('all clearly wrong: the web is searched by keywords that keep the name, and nothing retrieved is used', async () => {
    const { writer, result } = await runGraded(() => 0);
    expect(web.queries).toEqual([expect.stringMatching(/^builder .*Old.*Bridge/)]);
    expect(writer).toContain('On the web');
    expect(writer).not.toContain('Tea');
    expect(result.sources.map(({ url }) => url)).toEqual(['https://web.example/bridge']);
  });

  test('in between: both', async () => {
    const { writer } = await runGraded(() => 5);
    expect(writer).toContain('On the web');
    expect(writer).toContain('Tea');
  });

  test('grades that cannot be read: all passages are graded by one other evaluator, whose thresholds count', async () => {
    const { events } = await runGraded(() => 0, { grade: 'rather good' });
    expect(events).toContainEqual(expect.objectContaining({ type: 'scores', rule: 'graded by words' }));
  });

  test('a filter that finds no strip useful is not believed', async () => {
    const { result } = await runGraded(() => 9, { strips: '[]' });
    expect(result.answer.status).toBe('answered');
    expect(result.fallbacks).toContainEqual({
      stage: 'refine-knowledge',
      reason: expect.stringContaining('the first is kept'),
    });
  });
});

test('the longest way asks 30 times before the answer is checked, however many sections the web has', async () => {
  const sections = Array.from({ length: 40 }, (_, at) => [['Bridge'], `Bridge part ${at}.`] as const);
  const pages = Array.from({ length: 12 }, (_, at) => document(`https://web.example/${at}`, sections));
  const retrieved = Array.from({ length: 20 }, (_, at) => passage(`p${at}#0`, `Paragraph ${at}.`));
  const model = respondingModel(({ messages }) => {
    const said = messages.map(({ content }) => content).join('\n');
    if (said.includes('support a claim')) return '{"verdict": "supported"}';
    if (said.includes('The grade:')) return '{"score": 5}';
    if (said.includes('Useful numbers:')) return '[1]';
    return said.includes('web search query') ? '["builder"]' : 'Ada Stone.';
  });
  const models = { small: model, large: model, judge: model };
  const parts: Parts = { ...fakeWeb(pages), retriever: fakeRetriever(retrieved), local: {}, models };
  const events: TraceEvent[] = [];
  await runPipeline(crag(parts, cragOptions.parse({})), asked, { onEvent: (event) => events.push(event) });
  const calls = events.filter((event) => event.type === 'model-call' && !event.prompt.startsWith('verify/'));
  expect(calls).toHaveLength(30); // 10 grades, 1 for keywords, strips of 10 passages and 8 sections, 1 answer
});

test('thresholds that cross are an error as soon as the options are read; those that touch are not', () => {
  const { error } = cragOptions.safeParse({ upper: 0.2, lower: 0.4 });
  expect(error?.issues).toMatchObject([{ path: ['lower'], message: 'must be at most upper' }]);
  expect(cragOptions.safeParse({ upper: 0.2, lower: 0.2 }).success).toBe(true);
  expect(cragOptions.safeParse({ upper: 0.2 }).success).toBe(true);
});

test.each([
  [
    { upper: 0.2, lower: null },
    { upper: 0.2, lower: 0.2 },
  ],
  [
    { upper: null, lower: 0.8 },
    { upper: 0.8, lower: 0.8 },
  ],
  [
    { upper: 0.9, lower: null },
    { upper: 0.9, lower: 0.3 },
  ],
  [
    { upper: null, lower: null },
    { upper: 0.7, lower: 0.3 },
  ],
])('a fitted threshold gives way to one that was given: %j', async (given, thresholds) => {
  const models = { judge: fakeModel(['{"score": 5}', '{"score": 5}']) };
  const grade = gradePassages({ models, local: {} }, { ...given, concurrency: 1 });
  expect(await grade({ question: asked, passages: inside }, testRun().run)).toMatchObject(thresholds);
});

describe('strips', () => {
  const text = 'One is here. Two is here. Three is here. Four is here. Five is here. Six is here. Seven is here.';
  const whole = { ...passage('a#4', text), start: 100, end: 100 + text.length };

  test('are groups of three sentences that know their place in the document', () => {
    const strips = stripsOf(whole);
    expect(strips.map(({ id, text: own }) => [id, own])).toEqual([
      ['a#4.0', 'One is here. Two is here. Three is here.'],
      ['a#4.1', 'Four is here. Five is here. Six is here.'],
      ['a#4.2', 'Seven is here.'],
    ]);
    for (const strip of strips) expect(text.slice(strip.start - 100, strip.end - 100)).toBe(strip.text);
  });

  test('neighbours grow together at the place of the better one; others stay apart', () => {
    const [first, second, third] = stripsOf(whole) as [typeof whole, typeof whole, typeof whole];
    const other = passage('b#0.0', 'Tea.');
    expect(recompose([third, other, second], [whole]).map(({ text: own }) => own)).toEqual([
      'Four is here. Five is here. Six is here. Seven is here.',
      'Tea.',
    ]);
    expect(recompose([third, first], [whole])).toHaveLength(2);
    expect(recompose([third, first, second], [whole]).map(({ text: own, start }) => [own, start])).toEqual([
      [text, 100],
    ]);
  });
});
