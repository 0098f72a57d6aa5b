/** The comparators that go in rounds, against scripted models: who is asked what, and what stops them. */
import { describe, expect, test } from 'vitest';
import type { Passage } from '../../core/data.js';
import type { Parts } from '../../core/parts.js';
import { type Pipeline, runPipeline } from '../../core/pipeline.js';
import type { Retriever } from '../../core/ports.js';
import { fakeModel, fakeWeb, passage, question, type ScriptedReply } from '../../testing/index.js';
import { hyde, hydeOptions } from './hyde.js';
import { ircot, ircotOptions } from './ircot.js';
import { itrg, itrgOptions } from './itrg.js';
import { resp, respOptions } from './resp.js';
import { askByRules } from './resp-memory.js';

const asked = question('Where was the builder of the Old Bridge born?');
const bridge = passage('bridge#0', 'Ada Stone built the Old Bridge.');
const stone = passage('stone#0', 'Ada Stone was born in Tovrick.');
const filler = Array.from({ length: 30 }, (_, at) => passage(`p${at}#0`, `Paragraph ${at} about tea.`));

/** Finds what a rule names for a query; remembers the queries. */
function corpus(find: (query: string) => readonly Passage[]): Retriever & { queries: string[]; modes: string[] } {
  const [queries, modes]: [string[], string[]] = [[], []];
  return {
    name: 'scripted',
    queries,
    modes,
    retrieve: async (query, { limit, mode }) => {
      queries.push(query);
      modes.push(mode);
      return {
        passages: find(query)
          .slice(0, limit)
          .map((found) => ({ ...found, score: 1 })),
        mode,
        problems: [],
      };
    },
  };
}

function partsWith(retriever: Retriever, replies?: readonly ScriptedReply[]): Parts & { said: () => string[] } {
  const model = fakeModel(replies ?? []);
  const said = () => model.requests.map(({ messages }) => messages.map(({ content }) => content).join('\n'));
  return {
    ...fakeWeb([]),
    retriever,
    local: {},
    models: replies ? { small: model, large: model, judge: model } : {},
    said,
  };
}

const ask = (pipeline: Pipeline) => runPipeline(pipeline, asked, { boundary: 'fence' });
const twoHops = () =>
  corpus((query) => (/Ada Stone|born/.test(query) && !/Where was the builder/.test(query) ? [stone] : [bridge]));
const sentence = (text: string, done = false) => JSON.stringify({ sentence: text, done });

describe('hyde', () => {
  test('searches by meaning with the imagined passage, and gives back the name that it lost', async () => {
    const retriever = corpus(() => [bridge]);
    await ask(hyde(partsWith(retriever, ['She was born in a big city.', 'Somewhere.']), hydeOptions.parse({})));
    expect(retriever.modes).toEqual(['dense']);
    expect(retriever.queries[0]).toMatch(/^She was born in a big city\. .*Old.*Bridge/);
  });

  test('without a model the question is searched as a statement', async () => {
    const retriever = corpus(() => [bridge]);
    await ask(hyde(partsWith(retriever), hydeOptions.parse({})));
    expect(retriever.queries).toEqual(['The builder of the Old Bridge born.']);
  });

  test('without a model the names in what is no part of the question are kept', async () => {
    const retriever = corpus(() => [bridge]);
    const guided = question('You are a guide at Ryse Corp. Who built the Old Bridge?');
    await runPipeline(hyde(partsWith(retriever), hydeOptions.parse({})), guided);
    expect(retriever.queries).toEqual([expect.stringMatching(/^Built the Old Bridge\. .*Ryse/)]);
  });
});

describe('ircot', () => {
  test('each sentence is the next query, until one states the answer; the reader sees all paragraphs', async () => {
    const retriever = twoHops();
    const parts = partsWith(retriever, [
      sentence('Ada Stone built it.'),
      sentence('She was born in Tovrick.', true),
      'In Tovrick.',
    ]);
    const { plan, answer } = await ask(ircot(parts, ircotOptions.parse({})));
    expect(retriever.queries).toEqual([asked.text, 'Ada Stone built it.']);
    expect(plan?.map(({ question: text, stopped }) => [text, stopped])).toEqual([
      ['Ada Stone built it.', ''],
      ['She was born in Tovrick.', 'the answer was found'],
    ]);
    expect(parts.said()[1]).toContain('Ada Stone built it.');
    expect(parts.said()[2]).toContain(bridge.text);
    expect(parts.said()[2]).toContain(stone.text);
    expect(answer.text).toBe('In Tovrick.');
  });

  test('at most 8 sentences, and at most 15 paragraphs', async () => {
    const endless = () => Array.from({ length: 20 }, (_, at) => sentence(`Sentence ${at}.`));
    const same = corpus(() => [bridge]);
    const eight = await ask(ircot(partsWith(same, endless()), ircotOptions.parse({})));
    expect(eight.plan).toHaveLength(8);
    expect(same.queries).toHaveLength(8);
    expect(eight.plan?.at(-1)?.stopped).toBe('the last step');
    const many = corpus((query) => filler.slice(Number(/\d+/.exec(query)?.[0] ?? -1) * 5 + 5));
    const full = await ask(ircot(partsWith(many, endless()), ircotOptions.parse({})));
    expect(full.plan?.at(-1)?.stopped).toBe('enough paragraphs');
    expect(full.funnel.sectionsKept).toBe(15);
  });

  test('a chain that repeats itself ends', async () => {
    const { plan } = await ask(
      ircot(partsWith(twoHops(), [sentence('Ada.'), sentence('ada'), 'x']), ircotOptions.parse({})),
    );
    expect(plan?.map(({ stopped }) => stopped)).toEqual(['nothing new to say']);
  });

  test('without a model the sentences of the paragraphs are the chain', async () => {
    const retriever = twoHops();
    const { plan } = await ask(ircot(partsWith(retriever), ircotOptions.parse({})));
    expect(plan?.map(({ question: text }) => text).slice(0, 2)).toEqual([bridge.text, stone.text]);
    expect(plan?.at(-1)?.stopped).toBe('nothing new to say');
  });
});

describe('itrg', () => {
  test('retrieves with the question and the text written last; refine shows the old text and only what is new', async () => {
    const retriever = corpus((query) => (/Ada/.test(query) ? [bridge, stone] : [bridge]));
    const parts = partsWith(retriever, ['Ada Stone built it.', 'Ada Stone was born in Tovrick.', 'In Tovrick.']);
    const { plan } = await ask(itrg(parts, itrgOptions.parse({})));
    expect(retriever.queries.slice(0, 2)).toEqual([asked.text, `${asked.text} Ada Stone built it.`]);
    expect(parts.said()[1]).toContain('Ada Stone built it.');
    expect(parts.said()[1]).toContain(stone.text);
    expect(parts.said()[1]).not.toContain(bridge.text);
    expect(plan?.at(-1)).toMatchObject({
      round: 3,
      stopped: 'the text no longer changes',
      answer: 'Ada Stone was born in Tovrick.',
    });
  });

  test('refresh shows all passages of the round and no old text', async () => {
    const retriever = corpus(() => [bridge]);
    const parts = partsWith(retriever, ['First text.', 'Second text.', 'second  text', 'In Tovrick.']);
    const { plan } = await ask(itrg(parts, itrgOptions.parse({ strategy: 'refresh' })));
    expect(parts.said()[1]).toContain(bridge.text);
    expect(parts.said()[1]).not.toContain('First text.');
    expect(plan?.map(({ stopped }) => stopped)).toEqual(['', '', 'the text no longer changes']);
  });

  test('at most 5 rounds', async () => {
    const texts = Array.from({ length: 9 }, (_, at) => `Text ${at}.`);
    const { plan } = await ask(
      itrg(
        partsWith(
          corpus(() => [bridge]),
          texts,
        ),
        itrgOptions.parse({ strategy: 'refresh' }),
      ),
    );
    expect(plan).toHaveLength(5);
    expect(plan?.at(-1)?.stopped).toBe('the last round');
  });
});

describe('resp', () => {
  const summary = JSON.stringify({ evidence: 'Ada Stone built it.', answer: 'Ada Stone' });
  const next = (text: string) => JSON.stringify({ answerable: false, question: text });
  const enough = JSON.stringify({ answerable: true, question: '' });

  test('the first round asks the question itself, later ones a sub-question from both memories', async () => {
    const retriever = twoHops();
    const parts = partsWith(retriever, [summary, next('Where was Ada Stone born?'), summary, enough, 'In Tovrick.']);
    const { plan } = await ask(resp(parts, respOptions.parse({})));
    expect(retriever.queries).toEqual([asked.text, 'Where was Ada Stone born?']);
    expect(parts.said()[1]).toContain('Ada Stone built it.');
    expect(parts.said()[4]).toContain('Where was Ada Stone born? Ada Stone'); // the generator sees the memories
    expect(plan?.map(({ answer }) => answer)).toEqual(['Ada Stone', 'Ada Stone']);
    expect(plan?.at(-1)?.stopped).toBe('it can be answered');
  });

  test('at most 3 rounds', async () => {
    const parts = partsWith(twoHops(), [summary, next('A?'), summary, next('B?'), summary, 'x']);
    const { plan } = await ask(resp(parts, respOptions.parse({})));
    expect(plan?.map(({ stopped }) => stopped)).toEqual(['', '', 'the last round']);
  });

  test('a sub-question that was asked before ends the loop', async () => {
    const parts = partsWith(twoHops(), [summary, next('A?'), summary, next('a'), 'x']);
    const { plan } = await ask(resp(parts, respOptions.parse({})));
    expect(plan).toHaveLength(2);
    expect(plan?.at(-1)?.stopped).toBe('the next question was asked before');
  });

  test('by rules: one atomic question after the other, with the answers filled in', () => {
    const main = question('Who is the spouse of the director of Jump for Glory?');
    const first = askByRules(main, []);
    expect(first).toMatchObject({ answerable: false, question: expect.stringMatching(/director of Jump for Glory/) });
    const kept = { subQuestion: first.question, evidence: '', answer: 'Raoul Walsh' };
    expect(askByRules(main, [kept]).question).toMatch(/spouse of Raoul Walsh/);
    const last = { subQuestion: askByRules(main, [kept]).question, evidence: '', answer: 'Mary Simpson' };
    expect(askByRules(main, [kept, last]).answerable).toBe(true);
    const atomic = question('Who built the Old Bridge?');
    expect(askByRules(atomic, [{ ...kept, subQuestion: atomic.text }]).answerable).toBe(true);
  });

  test('by rules: neither the main question nor one of a model answers the first atomic question', () => {
    const main = question('Who is the spouse of the director of Jump for Glory?');
    const first = askByRules(main, []);
    const whole = { subQuestion: main.text, evidence: '', answer: 'Nobody knows' };
    const other = { subQuestion: 'When was Jump for Glory made?', evidence: '', answer: '1937' };
    expect(askByRules(main, [whole])).toEqual(first);
    expect(askByRules(main, [whole, other])).toEqual(first);
    const kept = { subQuestion: first.question, evidence: '', answer: 'Raoul Walsh' };
    expect(askByRules(main, [whole, other, kept]).question).toMatch(/spouse of Raoul Walsh/);
  });

  test('a reasoner that fails after the first round: the rules begin with their own first question', async () => {
    const retriever = twoHops();
    const parts = partsWith(retriever, [summary, new Error('down'), summary, enough, 'In Tovrick.']);
    await ask(resp(parts, respOptions.parse({})));
    expect(retriever.queries).toEqual([asked.text, askByRules(asked, []).question]);
    expect(retriever.queries[1]).toMatch(/builder of the Old Bridge/);
    expect(retriever.queries[1]).not.toMatch(/Ada Stone|born/);
  });

  test('a question that waits for an answer nobody found is not asked', async () => {
    const retriever = twoHops();
    const { plan } = await ask(resp(partsWith(retriever), respOptions.parse({})));
    expect(retriever.queries).toEqual([askByRules(asked, []).question]);
    expect(plan?.map(({ answer, stopped }) => [answer, stopped])).toEqual([[null, 'there is no next question']]);
  });
});
