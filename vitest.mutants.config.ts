import { defineConfig } from 'vitest/config';

/** The tests of one area, for `scripts/mutants.mjs`. */
export default defineConfig({
  test: {
    include: [`${process.env.MUTANTS_CODE}/**/*.test.ts`],
    exclude: ['**/node_modules/**', '**/*.fault.test.ts'],
    testTimeout: 60_000,
  },
});
