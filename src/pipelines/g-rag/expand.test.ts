import { describe, expect, test } from 'vitest';
import type { ChatRequest } from '../../core/ports.js';
import { question, respondingModel, type ScriptedReply, testRun } from '../../testing/index.js';
import { expandQuestion, writeHypotheticalAnswer } from './expand.js';
import { gRagOptions } from './options.js';
import * as prompts from './prompts.js';

const asked = question('total funding of the digital health startup ryse');
const comparison = question('Which is older, the Kestrel Bridge or the Salt Exchange?');

const PROMPTS = {
  variants: prompts.mediumVariantsPrompt,
  components: prompts.componentsPrompt,
  rephrase: prompts.rephrasePrompt,
  classify: prompts.classifyPrompt,
  'sub-queries': prompts.subQueriesPrompt,
  hypothetical: prompts.hypotheticalPrompt,
};
type Name = keyof typeof PROMPTS;

const system = (name: Name, count: number) =>
  PROMPTS[name].render({ question: asked, count, components: '' }, (text) => text)[0]?.content;
const nameOf = ({ messages }: ChatRequest, count: number) =>
  (Object.keys(PROMPTS) as Name[]).find((name) => system(name, count) === messages[0]?.content);

function scripted(script: Partial<Record<Name, ScriptedReply>>, given: Record<string, unknown> = {}) {
  const options = gRagOptions.parse(given);
  const shown: [Name, string][] = [];
  const model = respondingModel((request) => {
    const name = nameOf(request, options.queries);
    if (!name || script[name] === undefined) throw new Error(`no reply to ${request.messages[0]?.content}`);
    shown.push([name, request.messages[1]?.content ?? '']);
    return script[name] as ScriptedReply;
  });
  const { run, events } = testRun();
  const parts = { models: { small: model } };
  return {
    shown,
    events,
    expand: (text = asked) => expandQuestion(parts, options)(text, run),
    imagine: () => writeHypotheticalAnswer(parts)(asked, run),
  };
}

const fallbacks = (events: ReturnType<typeof scripted>['events']) =>
  events.flatMap((event) => (event.type === 'fallback' ? [`${event.stage}: ${event.reason}`] : []));

test('no expansion: the question alone, no call', async () => {
  const { expand, shown } = scripted({});
  expect(await expand()).toEqual({ queries: [asked.text], judgedBy: asked });
  expect(shown).toEqual([]);
});

describe('variants', () => {
  const variants = 'query: digital health startup rise, funding\nquery: ryse investors in digital health startups';

  test('what a rewrite "corrected" is given back; the question itself is not searched, and it judges the documents', async () => {
    const { expand, shown } = scripted({ variants }, { queryExpansion: 'variants' });
    expect(await expand()).toEqual({
      queries: ['digital health startup rise, funding ryse', 'ryse investors in digital health startups'],
      judgedBy: asked,
    });
    expect(shown).toEqual([['variants', `Question: ${asked.text}`]]);
  });

  test('as the paper: what is lost stays lost', async () => {
    const { expand } = scripted({ variants }, { queryExpansion: 'variants', keepRare: false });
    expect((await expand()).queries[0]).toBe('digital health startup rise, funding');
  });

  test('never more than asked for, and the question before them where wanted', async () => {
    const { expand } = scripted({ variants }, { queryExpansion: 'variants', queries: 1, includeQuestion: true });
    expect((await expand()).queries).toEqual([asked.text, 'digital health startup rise, funding ryse']);
  });

  test('a reply without a query: the question itself, as a fallback', async () => {
    const { expand, events } = scripted({ variants: 'I cannot search.' }, { queryExpansion: 'variants' });
    expect((await expand()).queries).toEqual([asked.text]);
    expect(fallbacks(events)).toEqual([expect.stringMatching(/^write-variants: the reply held no line/)]);
  });

  test('a failing call and no model at all: variants by rules', async () => {
    const failing = scripted({ variants: new Error('down') }, { queryExpansion: 'variants' });
    const byRules = await failing.expand();
    expect(fallbacks(failing.events)).toEqual(['write-variants: down']);
    const { run, events } = testRun();
    expect(await expandQuestion({ models: {} }, gRagOptions.parse({ queryExpansion: 'variants' }))(asked, run)).toEqual(
      byRules,
    );
    expect(fallbacks(events)).toEqual([]);
    for (const query of byRules.queries) expect(query).toContain('ryse');
  });

  test.each(['naive', 'medium', 'advanced'] as const)(
    'the %s prompt asks for the count and for lines with "query:"',
    (level) => {
      const [instruction] = prompts.VARIANTS_PROMPTS[level].render({ question: asked, count: 8 }, (text) => text);
      expect(instruction?.content).toMatch(/ 8 .*"query:"/s);
    },
  );
});

describe('decomposition', () => {
  const decomposition = { queryExpansion: 'decomposition' };
  const full = 'Which of the two was built first, the Kestrel Bridge or the Salt Exchange of Tovrick?';
  const script = {
    components: '1. Kestrel Bridge [building]',
    rephrase: full,
    classify: 'COMPOSITE',
    'sub-queries': 'query: Kestrel Bridge year\nquery: Salt Exchange year',
    variants: 'query: Kestrel Bridge and Salt Exchange, age',
  };

  test('composite: sub-queries of the rephrased question, which judges the documents', async () => {
    const { expand, shown } = scripted(script, decomposition);
    expect(await expand(comparison)).toEqual({
      queries: ['Kestrel Bridge year', 'Salt Exchange year'],
      judgedBy: { ...comparison, text: full },
    });
    expect(new Map(shown)).toEqual(
      new Map([
        ['components', `Question: ${comparison.text}`],
        ['rephrase', `Question: ${comparison.text}\n\n1. Kestrel Bridge [building]`],
        ['classify', `Question: ${comparison.text}`],
        ['sub-queries', `Question: ${full}`],
      ]),
    );
  });

  test('simple: variants of the question as it was asked', async () => {
    const { expand, shown } = scripted({ ...script, classify: 'SIMPLE' }, decomposition);
    expect(await expand(comparison)).toMatchObject({
      queries: ['Kestrel Bridge and Salt Exchange, age'],
      judgedBy: { text: full },
    });
    expect(shown).toContainEqual(['variants', `Question: ${comparison.text}`]);
  });

  test('the classifier judges the rephrased question where the paper is followed', async () => {
    const { expand, shown } = scripted(script, { ...decomposition, classify: 'rephrased' });
    await expand(comparison);
    expect(shown).toContainEqual(['classify', `Question: ${full}`]);
  });

  test('a name that all sub-queries lost goes to each of them, one that another has does not', async () => {
    const { expand } = scripted(
      { ...script, 'sub-queries': 'query: Kestrel Bridge\nquery: when it was built' },
      decomposition,
    );
    expect((await expand(comparison)).queries).toEqual([
      'Kestrel Bridge Salt Exchange',
      'when it was built Salt Exchange',
    ]);
  });

  test('a rephrasing that loses a name gets it back', async () => {
    const { expand } = scripted({ ...script, rephrase: 'Which one is older?' }, decomposition);
    expect((await expand(comparison)).judgedBy.text).toBe('Which one is older? Kestrel Bridge Salt Exchange');
  });

  test('neither simple nor composite: rules decide; no query: the rephrased question', async () => {
    const { expand, events } = scripted({ ...script, classify: 'Perhaps.', 'sub-queries': 'No.' }, decomposition);
    expect((await expand(comparison)).queries).toEqual([full]);
    expect(fallbacks(events).map((text) => text.split(':')[0])).toEqual(['classify-question', 'write-sub-queries']);
  });

  test('every call failing ends as the run without a model does', async () => {
    const down = new Error('down');
    const { expand, events } = scripted(
      { components: down, rephrase: down, classify: down, 'sub-queries': down },
      decomposition,
    );
    const { run } = testRun();
    expect(await expand(comparison)).toEqual(
      await expandQuestion({ models: {} }, gRagOptions.parse(decomposition))(comparison, run),
    );
    expect(fallbacks(events)).toHaveLength(4);
  });
});

describe('the hypothetical answer', () => {
  test('is the reply to the bare question', async () => {
    const { imagine, shown } = scripted({ hypothetical: ' It got 3 million. ' });
    expect(await imagine()).toBe('It got 3 million.');
    expect(shown).toEqual([['hypothetical', asked.text]]);
  });

  test('is not there when the call fails', async () => {
    const { imagine, events } = scripted({ hypothetical: new Error('down') });
    expect(await imagine()).toBeUndefined();
    expect(fallbacks(events)).toEqual(['write-hypothetical-answer: down']);
  });
});
