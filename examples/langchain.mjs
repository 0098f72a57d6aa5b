/** Winnow's passages in a LangChain.js chain: node examples/langchain.mjs FOLDER "QUESTION" */
import { createEngine } from 'winnow-rag';
import { langChainRetriever } from 'winnow-rag/langchain';

const [docs = 'sample', question = 'Who opened the Kestrel Bridge?'] = process.argv.slice(2);
const engine = createEngine({ config: { docs } });
const chain = langChainRetriever(engine, { k: 3 }).pipe((documents) => documents.map(({ metadata }) => metadata.title));
console.log((await chain.invoke(question)).join('\n'));
await engine.close();
