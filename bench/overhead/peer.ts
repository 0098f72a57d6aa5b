/**
 * Child of the benchmark: naive RAG as another library's own documentation builds it. Argument: langchain or
 * llamaindex.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { systemClock } from '../../src/core/clock.js';
import type { Document } from '../../src/core/data.js';
import { fittingReply } from '../../src/testing/fitting-model.js';
import {
  AT_ONCE_QUESTIONS,
  CALL_MS,
  hashVector,
  median,
  PASSAGES_SHOWN,
  readPages,
  readQuestions,
  SLOW_QUESTIONS,
  WARM_UP,
  wait,
} from './setting.js';

const name = process.argv[2] ?? '';
const peers = new URL('../peers/', import.meta.url);
const load = (specifier: string) =>
  import(pathToFileURL(createRequire(new URL('package.json', peers)).resolve(specifier)).href);

type Ask = (question: string) => Promise<string>;
type Told = { delayMs: number; calls: number };

/** The model: the sentence of the prompt that shares most words with the question, after the delay. */
async function reply(prompt: string, told: Told): Promise<string> {
  told.calls += 1;
  await wait(told.delayMs);
  return fittingReply({ messages: [{ role: 'user', content: prompt }], format: { type: 'text' } }).text ?? '';
}

const passagesOf = (pages: readonly Document[]) =>
  pages.flatMap(({ url, title, sections }) =>
    sections.map(({ text, headings }) => ({ url, text: [title, ...headings, text].join('\n') })),
  );

async function langchain(pages: readonly Document[], told: Told): Promise<Ask> {
  const { MemoryVectorStore } = await load('@langchain/classic/vectorstores/memory');
  const { Embeddings } = await load('@langchain/core/embeddings');
  const { SimpleChatModel } = await load('@langchain/core/language_models/chat_models');
  const { ChatPromptTemplate } = await load('@langchain/core/prompts');
  const { RunnablePassthrough, RunnableSequence } = await load('@langchain/core/runnables');
  const { StringOutputParser } = await load('@langchain/core/output_parsers');
  const embeddings = new (
    class extends Embeddings {
      async embedDocuments(texts: string[]) {
        return texts.map(hashVector);
      }
      async embedQuery(text: string) {
        return hashVector(text);
      }
    } as new (
      fields: object,
    ) => object
  )({});
  const model = new (
    class extends SimpleChatModel {
      _llmType() {
        return 'delayed';
      }
      _call(messages: { content: string }[]) {
        return reply(messages.map(({ content }) => content).join('\n'), told);
      }
    } as new (
      fields: object,
    ) => object
  )({});
  const passages = passagesOf(pages);
  const texts = passages.map(({ text }) => text);
  const store = await MemoryVectorStore.fromTexts(texts, passages, embeddings);
  const context = store
    .asRetriever(PASSAGES_SHOWN)
    .pipe((found: { pageContent: string }[]) => found.map(({ pageContent }) => pageContent).join('\n\n'));
  const prompt = ChatPromptTemplate.fromTemplate('Answer from the context.\n\n{context}\n\nQuestion: {question}');
  const chain = RunnableSequence.from([
    { context, question: new RunnablePassthrough() },
    prompt,
    model,
    new StringOutputParser(),
  ]);
  return (question) => chain.invoke(question);
}

async function llamaindex(pages: readonly Document[], told: Told): Promise<Ask> {
  const { BaseEmbedding, Settings, TextNode, VectorStoreIndex, BaseLLM } = await load('llamaindex');
  Settings.embedModel = new (class extends BaseEmbedding {
    async getTextEmbedding(text: string) {
      return hashVector(text);
    }
  })();
  Settings.llm = new (class extends BaseLLM {
    metadata = {
      model: 'delayed',
      temperature: 0,
      topP: 1,
      contextWindow: 128_000,
      tokenizer: undefined,
      structuredOutput: false,
    };
    async chat({ messages }: { messages: { content: unknown }[] }) {
      const prompt = messages
        .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
        .join('\n');
      return { raw: null, message: { role: 'assistant', content: await reply(prompt, told) } };
    }
  })();
  const nodes = passagesOf(pages).map(({ text, url }) => new TextNode({ text, metadata: { url } }));
  const index = await VectorStoreIndex.init({ nodes });
  const engine = index.asQueryEngine({ similarityTopK: PASSAGES_SHOWN });
  return async (query) => String((await engine.query({ query })).message?.content ?? '');
}

const told: Told = { delayMs: 0, calls: 0 };
const ask = await (name === 'langchain' ? langchain : llamaindex)(await readPages(), told);
const timed = async (question: string): Promise<number> => {
  const startedMs = systemClock.monotonicMs();
  const text = await ask(question);
  if (text.trim() === '') throw new Error(`${name} gave no answer`);
  return systemClock.monotonicMs() - startedMs;
};

const questions = readQuestions();
for (const question of questions.slice(0, WARM_UP)) await timed(question);
told.calls = 0;
const times: number[] = [];
for (const question of questions.slice(0, AT_ONCE_QUESTIONS)) times.push(await timed(question));
const calls = told.calls / AT_ONCE_QUESTIONS;
told.delayMs = CALL_MS;
const walls: number[] = [];
for (const question of questions.slice(0, SLOW_QUESTIONS)) walls.push(await timed(question));
console.log(
  JSON.stringify({
    name,
    modelCalls: calls,
    calls,
    atOnceMs: median(times),
    wallMs: median(walls),
    megabytes: process.resourceUsage().maxRSS / 1024,
  }),
);
process.exit(0);
