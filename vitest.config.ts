import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const faults = '**/*.fault.test.ts';
/** Components of the web's kit, which keep no state outside React. */
const kit = 'apps/web/src/ui/**/*.test.tsx';
const ignored = ['**/node_modules/**', '**/dist/**'];

// Tests that start the built-in PostgreSQL themselves add nothing when another one runs the others.
const ownEngine = process.env.TEST_DEBIAN_POSTGRES ? ['**/platform/db/embedded/**', '**/database-crash.test.ts'] : [];

// Long fault runs are run when they are asked for by name, `--project faults`, and never as part of everything.
const withFaults = process.argv.some((argument) => /^(--project=)?faults$/.test(argument));

// A deadline is there to end a test that hangs, on a busy machine too; how quick something is, benches say.
const deadlines = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  // A failure far away is known by its first line alone, which must say what came.
  chaiConfig: { truncateThreshold: 1_000 },
} as const;

// The code under test keeps no state in modules, so test files may share loaded modules: loading them again for each file
// took as long as the tests. Screens are an exception: their modules keep the session, cached data and live streams.
const shared = { ...deadlines, isolate: false } as const;

const server = {
  ...shared,
  environment: 'node',
  globalSetup: 'apps/server/src/testing/global-setup.ts',
} as const;

export default defineConfig({
  test: {
    // One less, as is the default, would leave half of a machine with two cores idle.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          environment: 'node',
          include: [
            'packages/**/*.test.ts',
            'apps/simulator/**/*.test.ts',
            'apps/web/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [...ignored, faults],
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: [...ignored, faults, ...ownEngine],
        },
      },
      {
        test: {
          ...deadlines,
          name: 'web',
          // A document takes longer to make than most rules to test: the tests that need one say so in their first line.
          environment: 'node',
          include: ['apps/web/**/*.test.tsx'],
          exclude: [...ignored, faults, kit],
        },
      },
      {
        test: {
          ...shared,
          name: 'kit',
          environment: 'jsdom',
          include: [kit],
        },
      },
      ...(withFaults
        ? [{ test: { ...server, name: 'faults', include: [faults], exclude: ignored, testTimeout: 300_000 } }]
        : []),
    ],
  },
});
