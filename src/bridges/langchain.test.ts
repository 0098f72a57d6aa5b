import { RunnableLambda } from '@langchain/core/runnables';
import { expect, test } from 'vitest';
import { folderWith, TINY_DOCS } from '../../test/support/command.js';
import { createEngine } from '../engine/index.js';
import { langChainRetriever } from './langchain.js';

test('passages come as documents of LangChain, and the retriever stands in a chain', async () => {
  const folder = folderWith(TINY_DOCS);
  const engine = createEngine({ config: { docs: `${folder}/docs`, dataDirectory: folder }, local: {}, models: {} });
  const retriever = langChainRetriever(engine, { k: 1, mode: 'sparse' });
  const [first, ...others] = await retriever.invoke('When was the Old Bridge opened?');
  expect(others).toEqual([]);
  expect(first?.pageContent).toContain('1888');
  expect(first?.metadata).toMatchObject({ title: 'Old Bridge', url: expect.stringContaining('bridge.md') });
  const chain = retriever.pipe(RunnableLambda.from((documents) => documents.length));
  expect(await chain.invoke('bridge')).toBe(1);
  await engine.close();
});
