/**
 * Naive RAG as LangChain.js's documentation builds it, behind hono: POST /api/ask, GET /healthz. Argument: address of
 * the model.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';
import { StringOutputParser } from '@langchain/core/output_parsers';
import { ChatPromptTemplate } from '@langchain/core/prompts';
import { RunnablePassthrough, RunnableSequence } from '@langchain/core/runnables';
import { ChatOpenAI } from '@langchain/openai';
import { Hono } from 'hono';
import { hashVector, PASSAGES_SHOWN, readPages } from '../overhead/setting.js';

const peers = createRequire(new URL('../peers/package.json', import.meta.url));
const { MemoryVectorStore } = await import(pathToFileURL(peers.resolve('@langchain/classic/vectorstores/memory')).href);

const embeddings = {
  embedDocuments: async (texts: readonly string[]) => texts.map(hashVector),
  embedQuery: async (text: string) => hashVector(text),
};
const pages = await readPages();
const texts = pages.flatMap(({ title, sections }) =>
  sections.map(({ text, headings }) => [title, ...headings, text].join('\n')),
);
const store = await MemoryVectorStore.fromTexts(texts, {}, embeddings);
const context = store
  .asRetriever(PASSAGES_SHOWN)
  .pipe((found: { pageContent: string }[]) => found.map(({ pageContent }) => pageContent).join('\n\n'));
const prompt = ChatPromptTemplate.fromTemplate('Answer from the context.\n\n{context}\n\nQuestion: {question}');
const model = new ChatOpenAI({ model: 'stub', apiKey: 'none', configuration: { baseURL: process.argv[2] as string } });
const chain = RunnableSequence.from([
  { context, question: new RunnablePassthrough() },
  prompt,
  model,
  new StringOutputParser(),
]);

const app = new Hono()
  .get('/healthz', (c) => c.json({ status: 'ok' }))
  .post('/api/ask', async (c) => {
    const { question } = await c.req.json<{ question: string }>();
    return c.json({ answer: await chain.invoke(question) });
  });
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(`http://127.0.0.1:${port}/`));
