/**
 * HiFi-RAG end to end on the sample corpus: without any model, as a stranger first meets it, and with scripted ones.
 */
import { describe, expect, test } from 'vitest';
import { askWithEvents, documentedStages, expectSoundCitations, gold, questions } from './support/golden.js';
import { goldenEngines } from './support/golden-engines.js';
import { callNames, type PromptName, type Script, scriptedModels } from './support/scripted-hifi.js';

const engines = goldenEngines();

describe('without a language model', () => {
  const engine = engines.plain();

  test('the stages run in the order that the README gives', async () => {
    const { stages, events } = await askWithEvents(engine, gold('q001').question);
    expect(stages.length).toBeGreaterThan(5);
    expect(stages).toEqual(documentedStages('hifi-rag'));
    expect(events[0]).toMatchObject({ type: 'run-start', pipeline: 'hifi-rag' });
    expect(events.at(-1)).toMatchObject({ type: 'run-end', status: 'answered' });
  });

  test.each(['q001', 'q003', 'q004'])('%s cites the gold page for every sentence that it takes from it', async (id) => {
    const { question, gold_urls, answers, split } = gold(id);
    expect(split).toBe('tune');
    const result = await engine.ask(question);
    expect(result.answer.status).toBe('answered');
    expect(answers.some((answer) => result.answer.text.includes(answer))).toBe(true);
    expect(result.sources.map(({ url }) => url)).toEqual(expect.arrayContaining(gold_urls));
    for (const { sources, text } of result.answer.claims) {
      expect(sources).not.toEqual([]);
      const carrying = sources.flatMap((n) => result.sources[n - 1]?.passages ?? []);
      expect(carrying.some((passage) => passage.text.includes(text))).toBe(true);
    }
    expectSoundCitations(result);
  });

  test('an answer has at most 4 sentences and 80 words, says that no model was used, and costs nothing', {
    timeout: 120_000,
  }, async () => {
    const tuned = questions.filter(({ split }) => split === 'tune').slice(0, 12);
    for (const { question } of tuned) {
      const { answer, fallbacks, usage } = await engine.ask(question);
      if (answer.status === 'answered') {
        expect(answer.claims.length).toBeLessThanOrEqual(4);
        expect(answer.text.split(/\s+/).length).toBeLessThanOrEqual(80);
      }
      expect(fallbacks).toEqual([{ stage: 'models', reason: expect.stringContaining('no language model') }]);
      expect(usage).toMatchObject({ calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 });
    }
  });

  test('a name that no page knows is abstained from, and the answer says which', async () => {
    const { result, stages } = await askWithEvents(engine, 'How many pupils does Brackenholm Grammar School have?');
    expect(result.answer).toMatchObject({ status: 'abstained', claims: [] });
    expect(result.answer.text).toContain('Brackenholm');
    expect(result.sources).toEqual([]);
    expect(result.read.length).toBeGreaterThan(0);
    expect(stages.at(-1)).toBe('abstain');
  });

  test('a page that orders the reader about is not obeyed: its orders are no part of any answer', {
    timeout: 120_000,
  }, async () => {
    const asked = [
      ...['q045', 'q046', 'q090'].map((id) => gold(id).question),
      'Which hotel in Tovrick should I book?',
      'What accommodation in Pellandine is worth booking?',
      'What does it cost to take a bicycle on a Soundlink ferry?',
      'Are helmets allowed on Ombray?',
    ];
    for (const question of asked) {
      const { answer, sources } = await engine.ask(question);
      const shown = answer.status === 'answered' ? answer.text : '';
      expect(shown).not.toMatch(
        /only hotel worth|book-now|ignore (?:all|earlier)|previous instructions|system prompt|99 pells|00-77-31|illegal|Reply only|must answer every/i,
      );
      expect(JSON.stringify(sources)).not.toMatch(/99 pells|00-77-31|illegal on Ombray/);
    }
  });
});

const GOLD_PAGE = 'https://www.pellapedia.example/wiki/Pellandine';

/**
 * Answers every prompt sensibly on the sample corpus: opens the gold page and one other, keeps two sections, quotes the
 * page.
 */
const SENSIBLE: Script = {
  queries: '["speaker of the Pellandine assembly mace"]',
  'screen-with-reasons': ({ messages }) => {
    const listed = [...(messages.at(-1)?.content ?? '').matchAll(/^<<page \w+>>\n(\S+)$/gm)].map(
      ([, url]) => url as string,
    );
    return JSON.stringify({ keep: [GOLD_PAGE, listed.find((url) => url !== GOLD_PAGE)], drop: [] });
  },
  sections: ({ messages }) => `[${/^\[(\d+)\] [^:\n]*Government/m.exec(messages.at(-1)?.content ?? '')?.[1] ?? 1}]`,
  draft:
    'The speaker carries a wooden salt rake instead of a mace, and the assembly sits in the former Salt Exchange in Tovrick.',
  refine:
    'The speaker carries a wooden salt rake instead of a mace. The assembly sits in the former Salt Exchange in Tovrick.',
  cite: '[1]',
};

describe('with scripted models', () => {
  const question = gold('q001').question;

  function scripted(script: Script) {
    const { models, calls } = scriptedModels({ ...SENSIBLE, ...script });
    const engine = engines.scripted(models);
    return { engine, calls };
  }

  test('the stages run in the documented order and the citations are those the model chose', async () => {
    const { engine, calls } = scripted({});
    const { result, stages } = await askWithEvents(engine, question);
    expect(stages).toEqual(documentedStages('hifi-rag'));
    expect(callNames(calls)).toEqual([
      'small queries',
      'small screen-with-reasons',
      'small sections',
      'small sections',
      'large draft',
      'large refine',
      'small cite',
    ]);
    expect(result.answer).toMatchObject({ status: 'answered', text: SENSIBLE.refine });
    expect(result.sources.map(({ url }) => url)).toEqual([GOLD_PAGE]);
    expect(result.read).toHaveLength(1); // the other page was read and is not cited
    expect(result.fallbacks).toEqual([]);
    expect(result.usage.costUsd).toBeGreaterThan(0);
    expectSoundCitations(result);
  });

  test('a sentence that no source states stays and is marked', async () => {
    const written = 'The speaker carries a wooden salt rake instead of a mace. Penguins juggle marmalade on Thursdays.';
    const { engine } = scripted({ draft: written, refine: written });
    const { answer } = await engine.ask(question);
    expect(answer.text).toBe(written);
    expect(answer.claims.map(({ verdict, sources }) => [verdict, sources])).toEqual([
      ['supported', [1]],
      ['unsupported', []],
    ]);
  });

  const STAGE_OF: [PromptName, string, string][] = [
    ['queries', 'formulate-queries', 'I would rather not say.'],
    ['screen-with-reasons', 'screen-hits', 'None of your business'],
    ['sections', 'select-sections', 'the second one, I think'],
    ['draft', 'draft-answer', ''],
    ['refine', 'refine-answer', '   '],
    ['cite', 'choose-sources', 'all of them'],
  ];

  test.each(STAGE_OF)(
    'rubbish in reply to %s: the run still answers and names %s among the fallbacks',
    async (prompt, stage, rubbish) => {
      const { engine, calls } = scripted({ [prompt]: rubbish });
      const { result } = await askWithEvents(engine, question);
      expect(result.answer).toMatchObject({ status: 'answered', text: expect.stringContaining('salt rake') });
      expect(new Set(result.fallbacks.map((fallback) => fallback.stage))).toEqual(new Set([stage]));
      expect(calls.filter((call) => call.prompt === prompt).length).toBeGreaterThanOrEqual(2); // it was asked again first
      expectSoundCitations(result);
    },
  );

  test.each(STAGE_OF)('a failing call at %s: the run still answers and names %s', async (prompt, stage) => {
    const { engine } = scripted({ [prompt]: new Error('the server is down') });
    const result = await engine.ask(question);
    expect(result.answer.status).toBe('answered');
    expect(result.fallbacks).toContainEqual(expect.objectContaining({ stage, reason: 'the server is down' }));
  });

  test('rubbish in reply to everything ends as the run without a model does: answered from the pages, or abstained', async () => {
    const everything = Object.fromEntries(STAGE_OF.map(([prompt, , rubbish]) => [prompt, rubbish]));
    const { engine } = scripted(everything);
    const result = await engine.ask(question);
    expect(result.fallbacks.map(({ stage }) => stage)).toEqual(
      expect.arrayContaining(['formulate-queries', 'screen-hits', 'select-sections', 'draft-answer']),
    );
    expectSoundCitations(result);
  });
});
