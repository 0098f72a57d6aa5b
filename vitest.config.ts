import { defineConfig } from 'vitest/config';

const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts'];

/** Long: processes killed many times over, full disks, the packed package, databases and browsers. `npm run test:all` runs them too. */
const LONG = [
  'test/eval-kill.test.ts',
  'test/grid-kill.test.ts',
  'test/ingest-kill.test.ts',
  'src/providers/index/killed.test.ts',
  'test/ingest-full-disk.test.ts',
  'test/pack.test.ts',
  'test/server-operation.test.ts',
  'test/opensearch.test.ts',
  'test/postgres.test.ts',
  'test/several-servers.test.ts',
  'test/shared-jobs.test.ts',
  'test/grid-workers.test.ts',
  'test/page.test.ts',
  'test/page-use.test.ts',
  'test/page-lab.test.ts',
  'test/web-browser.test.ts',
];

/** These change the clock, the environment, modules or what is listened for: each file in a process of its own. */
const ALONE = [
  ...LONG,
  'test/{calls-cache,calls-limits,calls-retry,faults,record-replay,stopping,examples,bad-invocations}.test.ts',
  'test/web-*.test.ts',
  'src/engine/answer-stream.test.ts',
  'src/providers/{http,fetch/turns,index/lock}.test.ts',
  'src/providers/processes/*.test.ts',
];

export default defineConfig(({ mode }) => {
  const exclude = ['node_modules/**', ...(mode === 'all' ? [] : LONG)];
  return {
    test: {
      globalSetup: ['test/global-setup.ts'],
      maxWorkers: 2,
      testTimeout: 30_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } }, // one second, the default, is little on a busy machine
      projects: [
        // The files of a worker share what they import, the processes of the small models and the one for commands.
        { extends: true, test: { name: 'shared', include: ALL, exclude: [...exclude, ...ALONE], isolate: false } },
        { extends: true, test: { name: 'alone', include: ALONE, exclude } },
      ],
    },
  };
});
