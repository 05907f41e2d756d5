import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const faults = '**/*.fault.test.ts';
const ignored = ['**/node_modules/**', '**/dist/**'];

// The engine's own tests say nothing new when another PostgreSQL runs the others.
const engine = process.env.TEST_DEBIAN_POSTGRES ? ['**/platform/db/embedded/**'] : [];

// Long fault runs are run when they are asked for by name, `--project faults`, and never as part of everything.
const withFaults = process.argv.some((argument) => /^(--project=)?faults$/.test(argument));

// A deadline is there to end a test that hangs, on a busy machine too; how quick something is, benches say.
const deadlines = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } } as const;

const server = {
  ...deadlines,
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
          ...deadlines,
          name: 'unit',
          environment: 'node',
          include: ['packages/**/*.test.ts', 'apps/simulator/**/*.test.ts'],
          exclude: [...ignored, faults],
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          exclude: [...ignored, faults, ...engine],
        },
      },
      {
        test: {
          ...deadlines,
          name: 'web',
          // A document takes longer to make than most rules to test: the tests that need one say so in their first line.
          environment: 'node',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          exclude: [...ignored, faults],
        },
      },
      ...(withFaults
        ? [{ test: { ...server, name: 'faults', include: [faults], exclude: ignored, testTimeout: 300_000 } }]
        : []),
    ],
  },
});
