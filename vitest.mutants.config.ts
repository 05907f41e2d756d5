import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The first test that fails ends a mutant, so those that are soon over come first. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).reverse();
  }
}

/** The tests of one area, for `scripts/mutants.mjs`, which gives those that need one a database server. */
export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTANTS_TESTS ?? '[]').map((tests: string) => `${tests}/*.test.{ts,tsx}`),
    exclude: ['**/node_modules/**', '**/*.fault.test.ts'],
    globalSetup: process.env.TEST_DATABASE_URL ? 'apps/server/src/testing/global-setup.ts' : [],
    sequence: { sequencer: ShortestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
