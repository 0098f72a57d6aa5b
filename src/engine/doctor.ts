/** What is configured, what works, and what to do about the rest: `winnow doctor` and the server's settings. */

import { accessSync, constants } from 'node:fs';
import { messageOf } from '../core/errors.js';
import type { ChatModel, SearchEngine } from '../core/ports.js';
import { makeFolder } from '../core/write-files.js';
import { createHttpClient, type HttpClient } from '../providers/http.js';
import { createLocalModels, LOCAL_MODEL_NAMES, type LocalModelName } from '../providers/local/models.js';
import { createChatModels } from './chat-models.js';
import type { Config } from './config.js';
import { indexesAt, placeIn } from './corpora/places.js';
import { createEmbedder } from './embedders.js';
import { defaultDataDirectory, type Environment, processEnvironment } from './environment.js';
import { createEngine, type Engine } from './index.js';
import { searchesOwn } from './web.js';
import { createWebSearch } from './web-search.js';

/** `advice` is shown when the check fails, or when something could be better. */
export type Check = {
  readonly what: string;
  readonly state: 'ok' | 'off' | 'fails';
  readonly said: string;
  readonly advice?: string;
};

/** Everything that a question may need, tried once. */
export async function diagnose(config: Config): Promise<Check[]> {
  return [
    nodeCheck(),
    dataCheck(config),
    ...(await indexChecks(config)),
    ...(await Promise.all(LOCAL_MODEL_NAMES.map((name) => localCheck(name, config)))),
    ...(await outsideChecks(config)),
    await folderCheck(config),
  ];
}

function nodeCheck(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const fine = major > 20 || (major === 20 && minor >= 19);
  return {
    what: 'node',
    state: fine ? 'ok' : 'fails',
    said: process.versions.node,
    ...(!fine && { advice: 'install Node 20.19 or newer' }),
  };
}

function dataCheck(config: Config): Check {
  const directory = config.dataDirectory ?? defaultDataDirectory();
  try {
    makeFolder(directory);
    accessSync(directory, constants.W_OK);
    return { what: 'data directory', state: 'ok', said: directory };
  } catch (error) {
    return {
      what: 'data directory',
      state: 'fails',
      said: messageOf(error),
      advice: 'give a folder you may write to: --data-directory or dataDirectory',
    };
  }
}

/** The embedded index is in the data directory. */
async function indexChecks(config: Config): Promise<Check[]> {
  const { kind, nodes } = config.index;
  if (kind === 'embedded') return [];
  try {
    const names = await (await indexesAt(placeIn(config, ''))).names();
    const where = kind === 'opensearch' ? nodes.join(', ') : 'the configured database';
    return [{ what: `index ${kind}`, state: 'ok', said: `${where} answers (${names.length} corpora)` }];
  } catch (error) {
    return [
      { what: `index ${kind}`, state: 'fails', said: messageOf(error), advice: 'docs/scale.md says what it needs' },
    ];
  }
}

async function localCheck(name: LocalModelName, config: Config): Promise<Check> {
  if (!config.local[name])
    return { what: name, state: 'off', said: 'switched off', advice: `local.${name}: true switches it on` };
  if (name === 'embedder' && config.embedder.provider !== 'local')
    return { what: name, state: 'off', said: `${config.embedder.provider} takes its place` };
  const call = { signal: AbortSignal.timeout(60_000) };
  const models = createLocalModels([name]);
  try {
    await models.embedder?.embed(['a'], call);
    await models.reranker?.score('a', ['b'], call);
    await models.verifier?.entail('a', ['b'], call);
    await models.reader?.read('a', ['b'], call);
    return { what: name, state: 'ok', said: `${models[name]?.name}: loads, its hash is right, and it runs` };
  } catch (error) {
    return {
      what: name,
      state: 'fails',
      said: messageOf(error),
      advice: `reinstall, or go without it: --set local.${name}=false`,
    };
  }
}

type Outside = { readonly http: HttpClient; readonly environment: Environment };

/** What is asked over the network, each made by the constructor that the engine uses. */
async function outsideChecks(config: Config): Promise<Check[]> {
  const http = createHttpClient({ allowPrivateHosts: config.allowPrivateHosts });
  const outside = { http, environment: processEnvironment() };
  try {
    return [
      ...(await chatChecks(config, outside)),
      ...(await embedderChecks(config, outside)),
      ...(await searchChecks(config, outside)),
    ];
  } finally {
    await http.close();
  }
}

async function embedderChecks(config: Config, outside: Outside): Promise<Check[]> {
  const { provider } = config.embedder;
  if (!config.local.embedder || provider === 'local') return [];
  const what = `embedder ${provider}`;
  try {
    const embedder = createEmbedder(config, outside);
    await embedder?.embed(['a'], { signal: AbortSignal.timeout(30_000) });
    return [{ what, state: 'ok', said: `${embedder?.name} answers` }];
  } catch (error) {
    const advice = 'check embedder.baseUrl, model, dimensions, keyVariable and allowPrivateHosts';
    return [{ what, state: 'fails', said: messageOf(error), advice }];
  }
}

/** Each engine alone: together one that fails is hidden by the others. */
async function searchChecks(config: Config, outside: Outside): Promise<Check[]> {
  const names = config.search.engines.filter((name) => name !== 'local');
  if (names.length > 0) return Promise.all(names.map((name) => searchCheck(name, config, outside)));
  return [
    {
      what: 'web search',
      state: 'off',
      said: 'only your own documents are searched',
      advice: '--web searches the web',
    },
  ];
}

async function searchCheck(
  name: Config['search']['engines'][number],
  config: Config,
  outside: Outside,
): Promise<Check> {
  const what = `search ${name}`;
  const local: SearchEngine = { name: 'local', search: async () => [] };
  const notes: string[] = [];
  try {
    const engine = createWebSearch({ ...config, search: { ...config.search, engines: [name] } }, { ...outside, local });
    const hits = await engine.search('bridge', {
      limit: 1,
      signal: AbortSignal.timeout(30_000),
      onNote: (note) => notes.push(note),
    });
    return {
      what,
      state: 'ok',
      said: `${engine.name} answers (${hits.length} results)`,
      ...(notes.length > 0 && { advice: notes.join('; ') }),
    };
  } catch (error) {
    return { what, state: 'fails', said: messageOf(error), advice: 'docs/web.md says what each engine needs' };
  }
}

async function chatChecks(config: Config, outside: Outside): Promise<Check[]> {
  try {
    const models = createChatModels(config, outside);
    const named = Object.entries(models);
    if (named.length > 0) return await Promise.all(named.map(([role, model]) => chatCheck(role, model)));
    return [
      {
        what: 'language model',
        state: 'off',
        said: 'none configured: answers are sentences of the pages themselves',
        advice: 'add models.small and models.large to the configuration: docs/models.md',
      },
    ];
  } catch (error) {
    return [{ what: 'language model', state: 'fails', said: messageOf(error) }];
  }
}

async function chatCheck(role: string, model: ChatModel): Promise<Check> {
  const what = `model ${role}`;
  try {
    const messages = [{ role: 'user', content: 'Reply with the word ready.' }] as const;
    const reply = await model.complete(
      { messages, format: { type: 'text' }, maxTokens: 16 },
      { signal: AbortSignal.timeout(30_000) },
    );
    const priced = model.price ? '' : '; its price is unknown';
    return {
      what,
      state: 'ok',
      said: `${model.name} answers (${reply.usage.outputTokens} tokens)${priced}`,
      ...(!model.price && { advice: `give models.${role}.price to see costs and to use --max-cost` }),
    };
  } catch (error) {
    return {
      what,
      state: 'fails',
      said: messageOf(error),
      advice: 'check baseUrl, provider, model, keyVariable and allowPrivateHosts',
    };
  }
}

async function folderCheck(config: Config): Promise<Check> {
  const what = config.docs === 'sample' ? 'sample corpus' : `folder ${config.docs}`;
  if (!searchesOwn(config.search))
    return { what, state: 'off', said: 'not searched: search.engines names the web alone' };
  let engine: Engine | undefined;
  try {
    // The documents alone: the rest has checks of its own.
    engine = createEngine({ config: { ...config, models: {}, search: { ...config.search, engines: [] } } });
    const { pages, unread } = await engine.prepare();
    const said = `${pages} pages read and indexed, ${unread.length} not readable`;
    if (unread.length === 0) return { what, state: 'ok', said };
    const some = unread.slice(0, 3).map((file) => `${file.what}: ${file.why}`);
    return { what, state: 'fails', said, advice: some.join('; ') };
  } catch (error) {
    return { what, state: 'fails', said: messageOf(error) };
  } finally {
    await engine?.close();
  }
}
