import { defineConfig } from 'vitest/config';

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

/** These start processes, or change the environment, the folder and what is listened for: each file in a process of its own. */
const ALONE = ['src/{providers,engine}/**/*.test.ts'];

export default defineConfig(({ mode }) => {
  const exclude = ['node_modules/**', ...(mode === 'all' ? [] : LONG)];
  return {
    test: {
      globalSetup: ['test/global-setup.ts'],
      maxWorkers: 2,
      testTimeout: 30_000,
      hookTimeout: 60_000,
      projects: [
        // The files of a worker share what they import, and the processes of the small models: half the processor time.
        {
          extends: true,
          test: { name: 'shared', include: ['src/**/*.test.ts'], exclude: [...exclude, ...ALONE], isolate: false },
        },
        { extends: true, test: { name: 'alone', include: [...ALONE, 'test/**/*.test.ts'], exclude } },
      ],
    },
  };
});
