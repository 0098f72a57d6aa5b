/** Where corpora live: in the data directory, or on the server that `index` names. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, WinnowError } from '../../core/errors.js';
import { kindOf } from '../../core/files.js';
import { embeddedIndexes } from '../../providers/index/embedded.js';
import type { Index, Indexes } from '../../providers/index/types.js';
import type { IndexConfig } from '../config/index.js';
import type { Config } from '../config.js';
import { defaultDataDirectory, processEnvironment } from '../environment.js';

export type Place = {
  readonly dataDirectory: string;
  readonly name: string;
  /** The embedded index where left out. */
  readonly index?: IndexConfig | undefined;
};

const NAME = /^[A-Za-z0-9_-]{1,64}$/;

export function dataDirectoryOf({ dataDirectory }: Config): string {
  const directory = dataDirectory ?? defaultDataDirectory();
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found && !found.isDirectory())
    throw new WinnowError(
      'usage',
      `The data directory ${directory} is ${kindOf(found)}. Give a folder as dataDirectory.`,
    );
  return directory;
}

export const placeIn = (config: Config, name: string): Place => ({
  dataDirectory: dataDirectoryOf(config),
  name,
  index: config.index,
});

/** Connections to a server are shared by everything in the process, and let it end when nothing else is to do. */
const connected = new Map<string, Promise<Indexes>>();

export async function indexesAt({ dataDirectory, index }: Omit<Place, 'name'>): Promise<Indexes> {
  if (!index || index.kind === 'embedded') return checkedNames(embeddedIndexes(join(dataDirectory, 'corpora')));
  const key = JSON.stringify(index);
  const opening = connected.get(key) ?? openServer(index).then(checkedNames);
  connected.set(key, opening);
  opening.catch(() => connected.delete(key));
  return opening;
}

/** Drivers are loaded where they are needed, so that no other command waits for them. */
async function openServer(index: IndexConfig): Promise<Indexes> {
  return index.kind === 'postgres' ? openPostgres(index) : openOpenSearch(index);
}

async function openPostgres({ connectionVariable, prefix, timeoutMs }: IndexConfig): Promise<Indexes> {
  const connection = required(connectionVariable, 'the connection string, e.g. postgres://user:password@host/database');
  const { postgresIndexes } = await import('../../providers/postgres/index.js');
  return postgresIndexes({ connection, schema: prefix, timeoutMs });
}

async function openOpenSearch(index: IndexConfig): Promise<Indexes> {
  const { nodes, prefix, shards, replicas, user, timeoutMs } = index;
  if (nodes.length === 0)
    throw new WinnowError(
      'usage',
      'index.kind is "opensearch", but index.nodes names no node. Example: ["http://localhost:9200"]',
    );
  const key = index.keyVariable === undefined ? undefined : required(index.keyVariable, 'the key of index.keyVariable');
  const password = user === undefined ? undefined : required(index.passwordVariable, `the password of "${user}"`);
  const { openSearchIndexes } = await import('../../providers/opensearch/index.js');
  return openSearchIndexes({
    nodes,
    prefix,
    shards,
    replicas,
    timeoutMs,
    ...(key !== undefined && { key }),
    ...(user !== undefined && password !== undefined && { basic: { user, password } }),
    ...(index.ca !== undefined && { ca: certificate(index.ca) }),
  });
}

function required(variable: string, what: string): string {
  const value = processEnvironment()[variable];
  if (value) return value;
  throw new WinnowError('usage', `The environment variable ${variable} is not set. It must hold ${what}.`);
}

function certificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new WinnowError('usage', `The certificate ${file} of index.ca cannot be read: ${messageOf(cause)}`, {
      cause,
    });
  }
}

function checkName(name: string): void {
  if (NAME.test(name)) return;
  throw new WinnowError(
    'usage',
    `"${name}" cannot be the name of a corpus. Use up to 64 letters, digits, "-" and "_", e.g. handbook.`,
  );
}

function checkedNames(indexes: Indexes): Indexes {
  const checked =
    <T>(work: (name: string) => Promise<T>) =>
    async (name: string): Promise<T> => {
      checkName(name);
      return work(name);
    };
  return {
    names: async () => (await indexes.names()).filter((name) => NAME.test(name)),
    version: checked(indexes.version),
    open: checked(indexes.open),
    rebuild: checked(indexes.rebuild),
    remove: checked(indexes.remove),
  };
}

/** Changes when the corpus does, whoever changed it; nothing where there is none. */
export async function versionOf(place: Place): Promise<string | undefined> {
  return (await indexesAt(place)).version(place.name);
}

/** An error that says which corpora there are where this one is not. */
export async function checkThere(place: Place): Promise<void> {
  if ((await versionOf(place)) !== undefined) return;
  const names = await (await indexesAt(place)).names();
  const known = names.length > 0 ? `There are: ${names.join(', ')}.` : 'There is none yet.';
  throw new WinnowError(
    'usage',
    `There is no corpus "${place.name}". ${known} "winnow ingest <sources> --corpus ${place.name}" makes it.`,
  );
}

export async function openExisting(place: Place): Promise<Index> {
  await checkThere(place);
  return (await indexesAt(place)).open(place.name);
}

/** Deletes everything of a corpus, unless someone is writing it. */
export async function deleteCorpus(place: Place): Promise<void> {
  await (await indexesAt(place)).remove(place.name);
}
