// Changes the code of an area in one place after the other and looks whether a test of that area notices:
// `npm run test:mutants [-- AREA [FILE …]]`. Fails when fewer mutants die than the area asks for.
//
// Stryker takes a mutant that throws when its file is imported for one that survived, because no test fails then: the
// file with the tests does. A test that imports it in its body notices (packages/domain/src/load.test.ts).
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { root } from './root.mjs';

const AREAS = {
  domain: { code: 'packages/domain/src', break: 95 },
};

const [name = 'domain', ...files] = process.argv.slice(2);
const area = AREAS[name];
if (!area) {
  console.error(`Unknown area: ${name}. There are: ${Object.keys(AREAS).join(', ')}.`);
  process.exit(2);
}

process.chdir(root);
process.env.MUTANTS_CODE = area.code;
await new Stryker({
  mutate: [...(files.length > 0 ? files : ['*.ts']).map((file) => `${area.code}/**/${file}`), '!**/*.test.ts'],
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutants.config.ts' },
  plugins: ['@stryker-mutator/vitest-runner'],
  // Nothing is built from the copy, and TypeScript 7 cannot read its configuration for Stryker.
  tsconfigFile: 'none',
  ignorePatterns: ['.*', '**/dist', 'bench', 'docs', 'e2e', 'apps/web', 'apps/simulator'],
  tempDirName: join('.build', 'mutants'),
  reporters: ['clear-text', 'json', 'dots'],
  jsonReporter: { fileName: join('.build', 'reports', `mutants-${name}.json`) },
  clearTextReporter: { allowColor: false, reportTests: false },
  thresholds: { high: 100, low: area.break, break: area.break },
  concurrency: 1,
}).runMutationTest();
