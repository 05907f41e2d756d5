// Changes the code of an area in one place after the other and looks whether a test of that area notices:
// `npm run test:mutants [-- AREA [FILE …] [--sample N [--seed N]]]`. Fails when fewer mutants die than the area asks
// for; a sample fails when its 95 % interval lies below that.
//
// Stryker takes a mutant that throws when its file is imported for one that survived, because no test fails then: the
// file with the tests does. A test that imports it in its body notices (packages/domain/src/load.test.ts).
import { join } from 'node:path';
import { dirname } from 'node:path/posix';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { startTestServer } from '../apps/server/src/testing/global-setup.ts';
import { root } from './root.mjs';

const domain = 'packages/domain/src';
const server = 'apps/server/src';

/** `code` is changed, `tests` have to notice. */
const AREAS = {
  domain: { code: [`${domain}/**/*.ts`], tests: [`${domain}/**`], share: 95 },
  store: { code: [`${server}/store/**/*.ts`], tests: [`${server}/store/**`], share: 85 },
  ingest: {
    code: [
      `${server}/features/ingestion/**/*.ts`,
      `${server}/features/device/{device-access,device-identity,secret,status}.ts`,
    ],
    tests: [`${server}/features/{ingestion,device}/**`],
    share: 85,
  },
  sessions: { code: [`${server}/features/session/**/*.ts`], tests: [`${server}/features/session/**`], share: 85 },
  ...Object.fromEntries(
    ['alarm', 'notification', 'control', 'monitoring', 'history'].map((feature) => [
      feature,
      {
        code: [`${server}/features/${feature}/**/*.ts`],
        tests: [`${server}/features/${feature}/**`],
        share: 85,
      },
    ]),
  ),
  administration: {
    code: [
      `${server}/{resource,import}/**/*.ts`,
      `${server}/features/{place,user,sensor-types,error-catalogue}/**/*.ts`,
    ],
    tests: [`${server}/{resource,import}/**`, `${server}/features/{place,user,sensor-types,error-catalogue}/**`],
    share: 85,
  },
  console: {
    code: ['apps/web/src/**/{model,state}/**/*.ts', 'apps/web/src/lib/**/*.ts'],
    tests: ['apps/web/src/**'],
    share: 85,
  },
  broker: { code: [`${server}/platform/{mqtt,net}/**/*.ts`], tests: [`${server}/platform/{mqtt,net}/**`], share: 85 },
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' } },
});
const [name = 'domain', ...files] = positionals;
const area = AREAS[name];
if (!area) {
  console.error(`Unknown area: ${name}. There are: ${Object.keys(AREAS).join(', ')}.`);
  process.exit(2);
}
const isSample = values.sample !== undefined;

/** In percent; where the share lies in 95 of 100 samples (Wilson). */
function interval(killed, count) {
  const z2 = 1.96 ** 2;
  const share = killed / count;
  const middle = (share + z2 / (2 * count)) / (1 + z2 / count);
  const half = (1.96 * Math.sqrt((share * (1 - share)) / count + z2 / (4 * count ** 2))) / (1 + z2 / count);
  return [100 * (middle - half), 100 * (middle + half)];
}

async function run() {
  const results = await new Stryker({
    mutate: [
      ...area.code.flatMap((code) => (files.length > 0 ? files.map((file) => `${dirname(code)}/${file}`) : [code])),
      '!**/*.test.ts',
    ],
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.mutants.config.ts' },
    plugins: ['@stryker-mutator/vitest-runner', './scripts/sample-mutants.mjs'],
    ignorers: ['log-text'],
    checkers: isSample ? ['sample'] : [],
    // Nothing is built from the copy, and TypeScript 7 cannot read its configuration for Stryker.
    tsconfigFile: 'none',
    ignorePatterns: ['.*', '**/dist'],
    tempDirName: join('.build', `mutants-${name}`),
    reporters: ['survivors', 'clear-text', 'json', 'dots'],
    jsonReporter: { fileName: join('.build', 'reports', `mutants-${name}.json`) },
    clearTextReporter: { allowColor: false, reportTests: false },
    thresholds: { high: 100, low: area.share, break: isSample ? null : area.share },
    // An awaited event may come late on a busy machine, which is no endless loop.
    timeoutMS: 30_000,
    dryRunTimeoutMinutes: 20,
    concurrency: 1,
  }).runMutationTest();
  if (!isSample) return;
  const tried = results.filter(({ status }) => status !== 'CompileError' && status !== 'Ignored');
  const killed = tried.filter(({ status }) => status === 'Killed' || status === 'Timeout').length;
  const [low, high] = interval(killed, tried.length);
  console.log(
    `${name}: ${killed} of a sample of ${tried.length} mutants (of ${results.length}) died: ` +
      `${((100 * killed) / tried.length).toFixed(1)} %, between ${low.toFixed(1)} and ${high.toFixed(1)}`,
  );
  if (high < area.share) process.exitCode = 1;
}

process.chdir(root);
process.env.MUTANTS_TESTS = JSON.stringify(area.tests);
process.env.MUTANTS_SAMPLE = JSON.stringify({ size: Number(values.sample), seed: values.seed });
if (name === 'domain' || name === 'console') {
  await run();
} else {
  // Outside of Stryker, which kills its processes when a mutant never ends.
  const database = await startTestServer();
  process.env.TEST_DATABASE_URL = database.url;
  try {
    await run();
  } finally {
    await database.stop();
  }
}
