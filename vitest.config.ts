import { defineConfig } from 'vitest/config';

/** Long: processes killed many times over, a disk that fills up, the package built and installed. `npm run test:all` runs them too. */
const LONG = [
  'test/eval-kill.test.ts',
  'test/grid-kill.test.ts',
  'test/ingest-kill.test.ts',
  'test/ingest-full-disk.test.ts',
  'test/pack.test.ts',
  'test/server-operation.test.ts',
  'test/opensearch.test.ts',
  'test/postgres.test.ts',
  'test/several-servers.test.ts',
  'test/shared-jobs.test.ts',
  'test/grid-workers.test.ts',
];

export default defineConfig(({ mode }) => ({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['node_modules/**', ...(mode === 'all' ? [] : LONG)],
    globalSetup: ['test/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
}));
