/**
 * The engines of a server: one for each corpus and kind of search that is asked for, made when first needed, over the
 * same small models.
 */
import type { LocalModels } from '../core/ports.js';
import type { Config } from '../engine/config.js';
import { checkThere, placeIn, versionOf } from '../engine/corpora/index.js';
import { createEngine, type Engine, type EngineInput } from '../engine/index.js';

/** The folder that `docs` names: the sample corpus unless configured otherwise. No corpus can be called so. */
export const DOCS = '~docs';

export const SEARCHES = ['documents', 'web', 'both'] as const;

export type Target = { readonly corpus: string; readonly search: (typeof SEARCHES)[number] };

export type Engines = {
  /** What is meant where nothing is said: what the configuration says. */
  readonly targetOf: (wanted: Partial<{ [Key in keyof Target]: Target[Key] | undefined }>) => Promise<Target>;
  readonly use: <T>(target: Target, work: (engine: Engine) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

type CachedEngine = { readonly engine: Engine; users: number; isOld: boolean };

/** Each holds an open index; the ones that were not used for longest are closed. */
const MOST_IDLE = 8;

export function createEngines(
  config: Config,
  own: Omit<EngineInput, 'config'> & { readonly local: LocalModels },
): Engines {
  const kept = new Map<string, CachedEngine>();
  const standard: Target = { corpus: config.corpus === '' ? DOCS : config.corpus, search: searchOf(config) };

  const drop = async (key: string, entry: CachedEngine) => {
    if (kept.get(key) === entry) kept.delete(key);
    entry.isOld = true;
    if (entry.users === 0) await entry.engine.close();
  };
  const open = async (target: Target): Promise<CachedEngine> => {
    const version = target.corpus === DOCS ? '' : await versionOf(placeIn(config, target.corpus));
    const key = `${target.corpus} ${target.search} ${version}`;
    const found = kept.get(key);
    if (found) kept.delete(key); // to the end: most recently used
    const entry = found ?? {
      engine: createEngine({ ...own, config: configFor(target, config) }),
      users: 0,
      isOld: false,
    };
    kept.set(key, entry);
    for (const [other, idle] of kept) {
      const isStale = other !== key && other.startsWith(`${target.corpus} ${target.search} `);
      if (isStale || (kept.size > MOST_IDLE && idle.users === 0 && idle !== entry)) void drop(other, idle);
    }
    return entry;
  };

  return {
    targetOf: async ({ corpus, search }) => {
      const target = {
        corpus: corpus ?? standard.corpus,
        search: search ?? (corpus === undefined ? standard.search : 'documents'),
      };
      if (target.corpus !== DOCS) await checkThere(placeIn(config, target.corpus));
      return target;
    },
    use: async (target, work) => {
      const entry = await open(target);
      entry.users += 1;
      try {
        return await work(entry.engine);
      } finally {
        entry.users -= 1;
        if (entry.isOld && entry.users === 0) await entry.engine.close();
      }
    },
    close: async () => {
      await Promise.all([...kept].map(([key, entry]) => drop(key, { ...entry, users: 0 })));
      kept.clear();
    },
  };
}

function searchOf({ search: { engines } }: Config): Target['search'] {
  if (engines.length === 0 || engines.every((name) => name === 'local')) return 'documents';
  return engines.includes('local') ? 'both' : 'web';
}

function configFor({ corpus, search }: Target, config: Config): Config {
  const isAsConfigured = search === searchOf(config);
  const named = config.search.engines.filter((name) => name !== 'local');
  const web = named.length > 0 ? named : (['auto'] as typeof named);
  const engines = { documents: [], web, both: [...web, 'local' as const] }[search];
  return {
    ...config,
    corpus: corpus === DOCS ? '' : corpus,
    ...(!isAsConfigured && { search: { ...config.search, engines } }),
  };
}
