import { expect, test } from 'vitest';
import type { Document } from '../../core/data.js';
import { runPipeline } from '../../core/pipeline.js';
import type { Embedder } from '../../core/ports.js';
import { document, fakeWeb, question, respondingModel } from '../../testing/index.js';
import { levelRag } from './index.js';
import { levelRagOptions } from './options.js';

const asked = question('Who built the Old Bridge, and who built the New Bridge?');
const bridge = document('https://a.example/bridge', [[['Old Bridge'], 'Ada Stone built the Old Bridge.']]);
const embedder: Embedder = {
  name: 'flat',
  dimensions: 1,
  embed: async (texts) => texts.map(() => Float32Array.from([1])),
};

async function ask(
  options: Record<string, unknown>,
  {
    pages = [bridge],
    local = {},
    plan = '["Who built the Old Bridge?", "Who built the New Bridge?"]',
  }: { pages?: Document[]; local?: { embedder?: Embedder }; plan?: string } = {},
) {
  const model = respondingModel(({ messages }) => {
    const system = messages[0]?.content ?? '';
    if (system.includes('You plan a search')) return plan;
    if (system.includes('You check whether the findings')) return '[]';
    if (system.includes('You answer questions from findings') || system.startsWith('Write the answer'))
      return 'Ada Stone built the Old Bridge.';
    return '{"enough": true, "answer": "Ada Stone", "summary": "Ada Stone built it."}';
  });
  const parts = { ...fakeWeb(pages), models: { small: model, large: model }, local };
  return runPipeline(levelRag(parts, levelRagOptions.parse(options)), asked);
}

test('without an embedder the dense searcher is left out, and the run says so once', async () => {
  const left = { stage: 'search-dense', reason: expect.stringContaining('needs an embedder') };
  const { plan, fallbacks } = await ask({});
  expect(plan).toHaveLength(2);
  expect(plan?.[0]?.stopped).not.toContain('dense');
  expect(fallbacks).toEqual([left]);
  expect((await ask({}, { local: { embedder } })).fallbacks).toEqual([]);
  expect((await ask({ searchers: ['sparse', 'web'] })).fallbacks).toEqual([]);
});

test('the dense searcher alone runs without an embedder, however often it is named', async () => {
  const { plan, answer } = await ask({ searchers: ['dense', 'dense'] });
  expect(plan?.[0]?.stopped).toMatch(/^dense: [^;]*$/);
  expect(answer.status).toBe('answered');
});

test('adaptive: from memory where nothing had to be looked up, but not where the search found nothing', async () => {
  expect((await ask({ adaptive: true }, { pages: [], plan: '[]' })).answer.status).toBe('answered');
  expect((await ask({ adaptive: true }, { pages: [] })).answer.status).toBe('abstained');
});
