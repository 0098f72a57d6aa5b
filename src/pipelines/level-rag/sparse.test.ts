import { describe, expect, test } from 'vitest';
import type { ChatModels, Retriever } from '../../core/ports.js';
import { fakeModel, passage, question, respondingModel, testRun } from '../../testing/index.js';
import { levelRagOptions } from './options.js';
import { repoSparseSearcher } from './repo-sparse.js';
import { sparseSearcher } from './sparse.js';

const asked = {
  question: question('Where did the builder of the Old Bridge live?'),
  atomic: 'Who built the Old Bridge?',
};
const right = passage('https://a.example/right#0', 'Ada Stone built the Old Bridge.');
const wrong = Array.from({ length: 12 }, (_, at) =>
  passage(`https://a.example/${at}#0`, `The Old Bridge ${at} is a game.`),
);

/** Finds the right page only for queries that match; every other query finds two further wrong ones. */
function retrieverFor(matches: RegExp) {
  const searched: { query: string; syntax: string | undefined }[] = [];
  const retriever: Retriever = {
    name: 'scripted',
    retrieve: async (query, { syntax, mode }) => {
      const from = searched.length;
      searched.push({ query, syntax });
      const found = matches.test(query) ? [right] : wrong.slice(from % 10, (from % 10) + 2);
      return { passages: found.map((one, at) => ({ ...one, score: 1 / (at + 1) })), mode, problems: [] };
    },
  };
  return { retriever, searched };
}

const no = (more: object = {}) => JSON.stringify({ enough: 'no', ...more });
const yes = JSON.stringify({ enough: 'yes', answer: 'Ada Stone', summary: 'Ada Stone built it.' });
/** Says yes as soon as it is shown the right page. */
const honest = (refusal = no()) =>
  respondingModel(({ messages }) => (messages.at(-1)?.content.includes(right.text) ? yes : refusal));

async function search(matches: RegExp, models: ChatModels, options: Record<string, unknown> = {}) {
  const { retriever, searched } = retrieverFor(matches);
  const make = options.sparse === 'repo' ? repoSparseSearcher : sparseSearcher;
  const { run, events } = testRun();
  const result = await make({ retriever, models, local: {} }, levelRagOptions.parse(options))(asked, run);
  return { result, searched, events };
}

describe('the sparse searcher of the paper', () => {
  test('stops at the first search when its documents suffice: one search, one call', async () => {
    const small = honest();
    const { result, searched } = await search(/./, { small });
    expect(searched).toEqual([{ query: asked.atomic, syntax: undefined }]);
    expect(small.requests).toHaveLength(1);
    expect(result.finding).toEqual({ answer: 'Ada Stone', summary: 'Ada Stone built it.' });
    expect(result.passages.map(({ id }) => id)).toEqual([right.id]);
  });

  test('otherwise searches the three refinements of the keywords in Lucene syntax, with the words that the model gave', async () => {
    const refusal = no({ keywords: '"Old Bridge" builder', add: 'engineer', exclude: 'game', emphasise: 'builder' });
    const { searched, result } = await search(/engineer/, { small: honest(refusal) });
    expect(searched.slice(1).map(({ syntax }) => syntax)).toEqual(['lucene', 'lucene', 'lucene']);
    expect(searched[1]?.query).toBe('"Old Bridge" builder built "engineer"'.replace(' built', ''));
    expect(searched.map(({ query }) => query)).toContain('"Old Bridge" builder^2');
    expect(searched.map(({ query }) => query)).toContain('"Old Bridge" builder -"game"');
    expect(result.stopped).toBe('verified after 4 searches');
  });

  test('at the very worst 4 calls and 10 searches, and the best documents instead of the last', async () => {
    const small = honest(no({ add: 'a', exclude: 'b', emphasise: 'c' }));
    const { result, searched } = await search(/never/, { small });
    expect(small.requests.length).toBeLessThanOrEqual(4);
    expect(searched.length).toBeLessThanOrEqual(10);
    expect(result.finding).toBeUndefined();
    expect(result.stopped).toContain('the best documents are kept');
    expect(result.passages[0]?.id).toBe(wrong[1]?.id); // found twice, by two queries
  });

  test('keywords first cost one more call: 5 at the very worst', async () => {
    const small = respondingModel(({ messages }) =>
      messages[0]?.content.includes('You write queries')
        ? '"Old Bridge"'
        : no({ add: 'a', exclude: 'b', emphasise: 'c' }),
    );
    await search(/never/, { small }, { questionFirst: false });
    expect(small.requests).toHaveLength(5);
  });

  test('a word that found no place among the three searches is not taken for tried: it comes up in the next round', async () => {
    const models = {
      small: honest(no({ keywords: '"Old Bridge"', add: 'engineer', exclude: 'game', emphasise: 'builder' })),
    };
    const { searched } = await search(/never/, models, { refinements: 1 });
    expect(searched.slice(1).map(({ query }) => query)).toEqual([
      '"Old Bridge" "engineer"',
      '"builder"^2 "Old Bridge"',
      '"Old Bridge" -"game"',
    ]);
    let asked = 0;
    const small = respondingModel(() =>
      ++asked === 1 ? no({ keywords: '"Old Bridge"', add: 'engineer', exclude: 'game', emphasise: 'builder' }) : no(),
    );
    const later = await search(/never/, { small }, { refinements: 2 });
    expect(later.searched.slice(4).some(({ query }) => query.includes('"live"'))).toBe(true);
    expect(later.searched.slice(4).every(({ query }) => !query.includes('-"game"'))).toBe(true);
  });

  test('a passage is judged once: what was shown before is not shown again', async () => {
    const small = honest();
    await search(/never/, { small });
    const shown = small.requests.flatMap(({ messages }) =>
      [...(messages.at(-1)?.content ?? '').matchAll(/Old Bridge \d+ is a game/g)].map(([text]) => text),
    );
    expect(new Set(shown).size).toBe(shown.length);
  });

  test('a verdict must be a verdict: "yesterday" is asked again, and then the rules decide', async () => {
    const small = respondingModel(() => '{"enough": "yesterday", "answer": "Ada"}');
    const { result, events } = await search(/never/, { small }, { refinements: 1 });
    expect(result.finding).toBeUndefined();
    expect(events.filter(({ type }) => type === 'fallback').length).toBeGreaterThan(0);
  });

  test('passages without any name of the question cost no call', async () => {
    const small = honest();
    const retriever: Retriever = {
      name: 'far off',
      retrieve: async (_, { mode }) => ({
        passages: [{ ...passage('https://b.example#0', 'A ferry sails daily.'), score: 1 }],
        mode,
        problems: [],
      }),
    };
    await sparseSearcher({ retriever, models: { small }, local: {} }, levelRagOptions.parse({}))(asked, testRun().run);
    expect(small.requests).toEqual([]);
  });

  test('without refinements it is plain retrieval, with or without keywords', async () => {
    const small = fakeModel(['"Old Bridge" builder']);
    expect((await search(/./, {}, { refinements: 0 })).searched).toEqual([{ query: asked.atomic, syntax: undefined }]);
    const rewritten = await search(/./, { small }, { refinements: 0, questionFirst: false });
    expect(rewritten.searched).toEqual([{ query: '"Old Bridge" builder', syntax: 'lucene' }]);
  });

  test('without a model and without a reader it verifies by words and refines by rules', async () => {
    const { result } = await search(/Ada|\^2/, {});
    expect(result.finding?.summary).toBe('Ada Stone built the Old Bridge.');
  });
});

describe('the sparse searcher of the public code', () => {
  const scripted = () =>
    respondingModel(({ messages }) => {
      const text = messages.at(-1)?.content ?? '';
      if (text.includes('Topic:')) return text.includes(right.text) ? 'Yes, it does.' : 'no';
      return text.includes('Current query') ? 'game' : '"Old Bridge" builder';
    });

  test('at worst 81 calls and 41 searches, in plain syntax, and the last documents', async () => {
    const small = scripted();
    const { searched, result } = await search(/never/, { small }, { sparse: 'repo' });
    expect(small.requests).toHaveLength(81);
    expect(searched).toHaveLength(41);
    expect(searched.every(({ syntax }) => syntax === undefined)).toBe(true);
    expect(result.passages.map(({ id }) => id)).toEqual(wrong.slice(0, 2).map(({ id }) => id));
  });

  test('breadth first: extend, filter, emphasise of the keywords before any of their children', async () => {
    const { searched } = await search(/never/, { small: scripted() }, { sparse: 'repo', refinements: 2 });
    expect(searched.slice(0, 6).map(({ query }) => query)).toEqual([
      asked.atomic,
      '"Old Bridge" builder',
      '"Old Bridge" builder game',
      '"Old Bridge" builder -"game"',
      '"game" "Old Bridge" builder',
      '"Old Bridge" builder game game',
    ]);
  });

  test('any reply that holds "yes" is a yes', async () => {
    const small = fakeModel(['It was not clear yesterday.']);
    const { result } = await search(/never/, { small }, { sparse: 'repo' });
    expect(result.stopped).toBe('verified with the question itself');
  });
});
