/**
 * Splitting: documents cut into passages of about 2,000 characters at the ends of sentences, megabytes a second of
 * processor time.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Document } from '../../src/core/data.js';
import { chunkDocument, WHOLE_CHARACTERS } from '../../src/engine/corpora/chunk.js';
import { readPages } from '../overhead/setting.js';
import { printRows, processorMs, whyMissing } from './row.js';

type Splitter = (document: Document) => Promise<unknown>;

const ROUNDS = 8;
const TOKENS = 512;
const load = (specifier: string) =>
  import(pathToFileURL(createRequire(new URL('../peers/package.json', import.meta.url)).resolve(specifier)).href);

const documents = await readPages();
const megabytes = (documents.reduce((sum, { text }) => sum + text.length, 0) / 1e6) * ROUNDS;

async function speedOf(split: Splitter): Promise<number> {
  for (const document of documents) await split(document);
  const before = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) for (const document of documents) await split(document);
  return megabytes / (processorMs(before) / 1000);
}

const { signal } = new AbortController();
const winnow: Splitter = (document) => chunkDocument(document, { chunking: 'fixed', signal });

const PEERS: Readonly<Record<string, () => Promise<Splitter>>> = {
  'LangChain.js, RecursiveCharacterTextSplitter': async () => {
    const { RecursiveCharacterTextSplitter } = await load('@langchain/textsplitters');
    const splitter = new RecursiveCharacterTextSplitter({ chunkSize: WHOLE_CHARACTERS, chunkOverlap: 0 });
    return ({ text }) => splitter.splitText(text);
  },
  'LlamaIndex.TS, SentenceSplitter': async () => {
    const { SentenceSplitter } = await load('llamaindex');
    const splitter = new SentenceSplitter({ chunkSize: TOKENS, chunkOverlap: 0 });
    return async ({ text }) => splitter.splitText(text);
  },
};

const ours = await speedOf(winnow);
const peers: Record<string, number | string> = {};
for (const [name, open] of Object.entries(PEERS)) peers[name] = await open().then(speedOf).catch(whyMissing);
printRows([
  {
    what: `splitting, ${documents.length} documents`,
    unit: 'MB/s of processor time',
    isBetter: 'more',
    ours,
    peers,
    behind: {
      'LangChain.js, RecursiveCharacterTextSplitter': 'it cuts at blanks and does not look for the ends of sentences',
    },
  },
]);
process.exit(0);
