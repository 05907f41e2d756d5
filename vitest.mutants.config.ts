import { defineConfig } from 'vitest/config';

/** The tests of one area, for `scripts/mutants.mjs`, which gives those that need one a database server. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTANTS_TESTS ?? '[]').map((tests: string) => `${tests}/*.test.ts`),
    exclude: ['**/node_modules/**', '**/*.fault.test.ts'],
    globalSetup: process.env.TEST_DATABASE_URL ? 'apps/server/src/testing/global-setup.ts' : [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
