import { expect, test } from 'vitest';
import { runPipeline } from '../../core/pipeline.js';
import { document, fakeWeb, question, respondingModel } from '../../testing/index.js';
import { ABLATIONS } from './ablation.js';
import { hifiRag } from './index.js';
import { hifiRagOptions } from './options.js';

const SENTENCE = 'Ada Stone built the Old Bridge in 1888.';
const page = (at: number) =>
  document(`https://a.example/${at}`, [
    [['Old Bridge'], SENTENCE],
    [['Traffic'], `Carts crossed the Old Bridge ${at} times a day.`],
  ]);

/** The prompts, by a word of their system message, in the order of the paper. */
const REPLIES: readonly (readonly [name: string, mark: string, reply: string])[] = [
  ['queries', 'You write queries', '["who built the Old Bridge"]'],
  ['screen', 'You decide which numbered', '[1, 2, 3, 4, 5]'],
  ['sections', 'You see the outline', '[1]'],
  ['cite', 'You find the sources', '[1]'],
  ['draft', 'You answer questions', SENTENCE],
];

async function callsWith(pages: number, options: object) {
  const calls: string[] = [];
  const model = respondingModel(({ messages }) => {
    const [name = '', , reply = ''] = REPLIES.find(([, mark]) => messages[0]?.content.includes(mark)) ?? [];
    calls.push(name === 'draft' && messages.length > 2 ? 'refine' : name);
    return reply;
  });
  const parts = {
    ...fakeWeb(Array.from({ length: pages }, (_, at) => page(at + 1))),
    models: { small: model, large: model },
    local: {},
  };
  const result = await runPipeline(
    hifiRag(parts, hifiRagOptions.parse(options)),
    question('Who built the Old Bridge?'),
  );
  expect(result.answer).toMatchObject({ status: 'answered', text: SENTENCE });
  return calls;
}

test.each([1, 3])('as the paper has it, %i pages cost five calls and one for each page', async (pages) => {
  const sections = Array.from({ length: pages }, () => 'sections');
  expect(await callsWith(pages, ABLATIONS.final ?? {})).toEqual([
    'queries',
    'screen',
    ...sections,
    'draft',
    'refine',
    'cite',
  ]);
});

test('pages that are far slower than the rest are left behind', async () => {
  const web = fakeWeb(Array.from({ length: 4 }, (_, at) => page(at + 1)));
  const fetch: typeof web.fetcher.fetch = (url, options) =>
    url.endsWith('/4')
      ? new Promise((_, reject) =>
          options.signal.addEventListener('abort', () => reject(options.signal.reason), { once: true }),
        )
      : web.fetcher.fetch(url, options);
  const parts = { ...web, fetcher: { ...web.fetcher, fetch }, models: {}, local: {} };
  const pipeline = hifiRag(parts, hifiRagOptions.parse({ slowPagesMs: 10, pageTimeoutMs: 60_000, filterHits: false }));
  const { unread } = await runPipeline(pipeline, question('Who built the Old Bridge?'));
  expect(unread).toEqual([
    expect.objectContaining({ url: 'https://a.example/4', reason: 'left behind: 10 ms after 3 of 4 pages were read' }),
  ]);
});
