/**
 * A search engine, a fetcher and a chat model of one's own. Here all three live in memory: node
 * examples/own-provider.mjs
 */
import { createEngine } from 'winnow-rag';

const text = 'The lamp of the north pier was lit on 3 May 1931 by Ida Venn.';
const sections = [{ headings: [], text, start: 0, end: text.length }];
const note = { id: 'lamp', url: 'note:lamp', title: 'North pier', text, sections };

const search = {
  name: 'notes',
  search: async (query) => {
    console.error(`searching: ${query}`);
    return [{ url: note.url, title: note.title, snippet: '' }];
  },
};
const fetcher = { name: 'notes', fetch: async () => note };

/**
 * Answers every request with the note's own words, which need no verifier to be found in it. Only the role "large" is
 * given: the other stages use their own means.
 */
const reply = { text, finish: 'stop' };
const usage = { inputTokens: 200, outputTokens: 14 };
const price = { input: 1, output: 2 };
const large = { name: 'parrot', format: 'text', price, complete: async () => ({ ...reply, usage }) };

const engine = createEngine({ search, fetcher, models: { large }, local: {} });
const result = await engine.ask('Who lit the lamp of the north pier?');
console.log(result.answer.text, result.answer.claims[0].sources, result.sources[0]?.url);
console.log(`${result.usage.calls} calls, $${result.usage.costUsd}`);
await engine.close();
