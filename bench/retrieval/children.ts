/** Starts the parts of the benchmark, each in a process of its own, so that memory is each one's own. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PARTS = ['ingest', 'query', 'export', 'exact', 'peers'];
const OPTIONS = [
  '--rootDir',
  ROOT,
  '--module',
  'nodenext',
  '--target',
  'es2023',
  '--types',
  'node',
  '--skipLibCheck',
  '--noCheck',
];
/** The libraries hold everything on the heap; Node's own limit is about 4 GB. */
const HEAP_MEGABYTES = 8192;
const LONGEST_MS = 3_600_000;

export type Figures = Readonly<Record<string, number>>;

/** Compiled once and inside the repository, so that imports resolve and no compiler sits in the measured memory. */
export function compileParts(): (part: string, ...given: (string | number)[]) => Figures {
  const out = join(ROOT, 'node_modules', '.cache', 'bench-retrieval');
  mkdirSync(out, { recursive: true });
  const entries = PARTS.map((name) => join(ROOT, 'bench', 'retrieval', `${name}.ts`));
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  execFileSync(process.execPath, [compiler, '--ignoreConfig', '--outDir', out, ...OPTIONS, ...entries], { cwd: ROOT });
  const environment = { ...process.env, WINNOW_BENCH_PEERS: join(ROOT, 'bench', 'peers') };
  return (part, ...given) => {
    const file = join(out, 'bench', 'retrieval', `${part}.js`);
    const heap = part === 'peers' ? [`--max-old-space-size=${HEAP_MEGABYTES}`] : [];
    return lastLine(
      execFileSync(process.execPath, [...heap, file, ...given.map(String)], {
        encoding: 'utf8',
        env: environment,
        timeout: LONGEST_MS,
      }),
    );
  };
}

/** Not compiled: the model's files are found from the source. */
export const embedding = (): Figures =>
  lastLine(execFileSync(process.execPath, [join(ROOT, 'bench', 'run.mjs'), 'retrieval/embed'], { encoding: 'utf8' }));

/** Compiled into `work` first, so that the compiler is not in the measured memory. */
export function compileJava(jars: string, work: string): (...given: string[]) => Figures {
  const files = readdirSync(jars).filter((name) => name.endsWith('.jar'));
  const path = [work, ...files.map((name) => join(jars, name))].join(delimiter);
  execFileSync('javac', ['-cp', path, '-d', work, join(ROOT, 'bench', 'retrieval', 'lucene', 'LuceneBench.java')]);
  return (...given) =>
    lastLine(
      execFileSync('java', ['-cp', path, 'LuceneBench', ...given], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
}

const lastLine = (output: string): Figures =>
  output.trim() === '' ? {} : (JSON.parse(output.trim().split('\n').at(-1)!) as Figures);

/** Mean share of the ten best that two engines have in common, over the queries both were asked. */
export function shared(left: string, right: string): number {
  const [some, others] = [left, right].map((file) => JSON.parse(readFileSync(file, 'utf8')) as string[][]) as [
    string[][],
    string[][],
  ];
  const both = Math.min(some.length, others.length);
  const shares = others
    .slice(0, both)
    .map((ids, at) => ids.filter((id) => some[at]!.includes(id)).length / Math.max(1, ids.length));
  return shares.reduce((sum, share) => sum + share, 0) / both;
}
