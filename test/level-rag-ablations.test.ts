/**
 * Every row of the paper's tables as a setting of LevelRAG, against scripted models: what is asked, and what is
 * searched.
 */
import { describe, expect, test } from 'vitest';
import { runPipeline } from '../src/core/pipeline.js';
import type { Embedder, Retriever } from '../src/core/ports.js';
import { ABLATIONS } from '../src/pipelines/level-rag/ablation.js';
import { levelRag } from '../src/pipelines/level-rag/index.js';
import { levelRagOptions } from '../src/pipelines/level-rag/options.js';
import { document, fakeWeb, question, respondingModel } from '../src/testing/index.js';

const asked = question('Where was the builder of the Old Bridge born?');
const web = () =>
  fakeWeb([
    document('https://a.example/bridge', [
      [['Old Bridge'], 'Ada Stone built the Old Bridge. She was born in Tovrick.'],
    ]),
  ]);
const embedder: Embedder = {
  name: 'flat',
  dimensions: 1,
  embed: async (texts) => texts.map(() => Float32Array.from([1])),
};

const REPLIES: readonly (readonly [string, string, string])[] = [
  ['decompose', 'You plan a search', '["Who built the Old Bridge?", "Where was #1 born?"]'],
  ['supplement', 'You check whether the findings', '[]'],
  ['imagine', '"passage"', '{"enough": false, "passage": "It was built by a mason."}'],
  ['assess', 'You read search results', '{"enough": true, "answer": "Ada Stone", "summary": "Ada Stone built it."}'],
  ['summarise', 'You answer one question', '{"answer": "Ada Stone", "summary": "Ada Stone built it."}'],
  ['rewrite', 'You write queries', '"Old Bridge" builder'],
  ['repo-verify', 'You check whether search results', 'yes'],
  ['answer', 'You answer questions from findings', 'She was born in Tovrick.'],
  ['answer', 'Write the answer', 'From memory: in Tovrick.'],
];

async function runWith(options: Record<string, unknown>, decomposition?: string) {
  const calls: string[] = [];
  const searches: string[] = [];
  const model = respondingModel(({ messages }) => {
    const [name = '', , reply = ''] = REPLIES.find(([, mark]) => messages[0]?.content.includes(mark)) ?? [];
    calls.push(name);
    return name === 'decompose' && decomposition ? decomposition : reply;
  });
  const { search, fetcher, retriever } = web();
  const noting: Retriever = {
    ...retriever,
    retrieve: (query, wanted) => {
      searches.push(`${wanted.mode}${wanted.syntax === 'lucene' ? ' lucene' : ''}`);
      return retriever.retrieve(query, wanted);
    },
  };
  const engine = {
    ...search,
    search: (query: string, wanted: Parameters<typeof search.search>[1]) => {
      searches.push('web');
      return search.search(query, wanted);
    },
  };
  const parts = {
    models: { small: model, large: model },
    local: { embedder },
    search: engine,
    fetcher,
    retriever: noting,
  };
  const result = await runPipeline(levelRag(parts, levelRagOptions.parse(options)), asked);
  return { result, calls: calls.sort(), searches: searches.sort() };
}

const EXPECTED: Readonly<Record<string, { calls: string[]; searches: string[] }>> = {
  'sparse-searcher': { calls: ['answer', 'assess'], searches: ['sparse'] },
  'dense-searcher': { calls: ['answer', 'imagine', 'imagine'], searches: ['dense', 'dense', 'dense'] },
  'web-searcher': { calls: ['answer'], searches: ['web'] },
  'hybrid-searcher': {
    calls: ['answer', 'assess', 'imagine', 'imagine'],
    searches: ['dense', 'dense', 'dense', 'sparse', 'web'],
  },
  'level-rag': {
    calls: ['answer', 'assess', 'assess', 'decompose', 'imagine', 'imagine', 'imagine', 'imagine', 'supplement'],
    searches: ['dense', 'dense', 'dense', 'dense', 'dense', 'dense', 'sparse', 'sparse', 'web', 'web'],
  },
  'high-level-vanilla': { calls: ['answer'], searches: ['sparse'] },
  'high-level-decompose': { calls: ['answer', 'decompose'], searches: ['sparse', 'sparse'] },
  'high-level-summarize': { calls: ['answer', 'decompose', 'summarise', 'summarise'], searches: ['sparse', 'sparse'] },
  'high-level-supplement': {
    calls: ['answer', 'decompose', 'summarise', 'summarise', 'supplement'],
    searches: ['sparse', 'sparse'],
  },
  'sparse-vanilla': { calls: ['answer'], searches: ['sparse'] },
  'sparse-rewrite': { calls: ['answer', 'rewrite'], searches: ['sparse lucene'] },
  'sparse-feedback': { calls: ['answer', 'assess', 'rewrite'], searches: ['sparse lucene'] },
  'public-code': {
    calls: [
      'answer',
      'decompose',
      'imagine',
      'imagine',
      'imagine',
      'imagine',
      'repo-verify',
      'repo-verify',
      'summarise',
      'summarise',
      'supplement',
    ],
    searches: ['dense', 'dense', 'dense', 'dense', 'dense', 'dense', 'sparse', 'sparse', 'web', 'web'],
  },
};

describe('rows of Tables 1, 2, 3 and 7', () => {
  test('every row is expected here', () => {
    expect(Object.keys(EXPECTED)).toEqual(Object.keys(ABLATIONS));
  });

  test.each(Object.keys(EXPECTED))('%s', async (row) => {
    const { calls, searches, result } = await runWith(ABLATIONS[row] ?? {});
    expect({ calls, searches }).toEqual(EXPECTED[row]);
    expect(result.answer.status).toBe('answered');
  });
});

test('by default, and in no row of the paper, the question as it was asked is searched for as well', async () => {
  expect((await runWith({})).searches.filter((search) => search === 'hybrid')).toHaveLength(1);
});

describe('the adaptive switch', () => {
  test('on: the planner may say that nothing has to be looked up, and the model answers from memory', async () => {
    const { calls, searches, result } = await runWith({ adaptive: true }, '[]');
    expect({ calls, searches }).toEqual({ calls: ['answer', 'decompose'], searches: [] });
    expect(result).toMatchObject({ plan: [], answer: { status: 'answered', text: 'From memory: in Tovrick.' } });
  });

  test('off: an empty plan means the question itself', async () => {
    const { result, searches } = await runWith({ searchers: ['sparse'] }, '[]');
    expect(searches).toEqual(['hybrid', 'sparse']);
    expect(result.plan?.map((step) => step.question)).toEqual([asked.text]);
  });
});
