// All checks; a failing one does not keep the others from running. Ends with
// `N passed, N failed, N skipped`. `--office` installs LibreOffice where it is missing. Long fault runs are apart:
// `npm run test:faults`.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { findOffice } from './office.mjs';
import { root } from './root.mjs';

const REPORTS = join(root, '.build', 'reports');
const bin = (name) => join(root, 'node_modules', '.bin', name);
/** Folders with SQL that another version of PostgreSQL might execute otherwise. */
const SQL_FOLDERS = [
  'store',
  'registry',
  'platform/db',
  'features/device',
  'features/ingestion',
  'features/session',
].map((folder) => `apps/server/src/${folder}/`);
/** Tests of the server mostly wait, for databases, devices and processes. */
const WAITING = [`--maxWorkers=${2 * availableParallelism()}`];
const counts = { passed: 0, failed: 0, skipped: 0 };
/** Names of failed tests, repeated at the end, since a long run's middle is easily lost. */
const failures = [];
/** Tests that passed only at their second try: a defect of the product or of the test, to be examined. */
const flakyTests = [];

const run = (command, args, { env = {} } = {}) =>
  new Promise((resolve) => {
    const stdio = ['ignore', 'inherit', 'inherit'];
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });

const add = (passed, failed, skipped, names = [], flaky = []) => {
  counts.passed += passed;
  counts.failed += failed;
  counts.skipped += skipped;
  failures.push(...names);
  flakyTests.push(...flaky);
};

const step = async (title, work) => {
  const started = Date.now();
  console.log(`\n▶ ${title}`);
  try {
    await work();
  } catch (error) {
    console.error(error.message);
    add(0, 1, 0, [`${title}: ${error.message}`]);
  }
  console.log(`  ${title}: ${Math.round((Date.now() - started) / 1000)} s`);
};

/** A check that is right or wrong as a whole: counts as one test. */
const whole = (title, command, args) =>
  step(title, async () => {
    const code = await run(command, args);
    add(code === 0 ? 1 : 0, code === 0 ? 0 : 1, 0, code === 0 ? [] : [title]);
  });

/** The text in vitest's report for a test that took too long. */
const TIMED_OUT = 'Error: STACK_TRACE_ERROR';

/** The head of a failure's message: what was expected and what came, without the stack. */
const headOf = (message = '') =>
  message
    .replace(TIMED_OUT, 'It took longer than it may.')
    .split('\n')
    .filter((line) => !line.startsWith('    at '))
    .slice(0, 12)
    .join('\n    ');

/** Counts what a runner reported; one that failed without a failing test counts as one failure. */
const counted = (code, report, read) => {
  if (!existsSync(report)) return add(0, 1, 0, [`no report: ${report}`]);
  const { passed, failed, skipped, names, flaky } = read(JSON.parse(readFileSync(report, 'utf8')));
  const without = failed === 0 && code !== 0;
  add(
    passed,
    without ? 1 : failed,
    skipped,
    without ? [`the runner itself (code ${code}), see above: ${report}`] : names,
    flaky,
  );
};

const failedOfVitest = ({ testResults }) =>
  testResults.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && message) return [`${name}: ${message}`];
    return failed.map(({ fullName, failureMessages }) => `${name}: ${fullName}\n    ${headOf(failureMessages[0])}`);
  });

/** The tests of a report of Playwright of which `isWanted` holds, by name. */
const specsOfPlaywright = ({ suites = [], specs = [], file }, isWanted) => [
  ...specs.filter(isWanted).map(({ title, line }) => `${file}:${line}: ${title}`),
  ...suites.flatMap((suite) => specsOfPlaywright(suite, isWanted)),
];
const hasFailed = ({ ok }) => !ok;
const isFlaky = ({ tests }) => tests.some(({ status }) => status === 'flaky');

const vitest = (title, name, projects, { env = {}, args = [] } = {}) =>
  step(title, async () => {
    const report = join(REPORTS, `${name}.json`);
    const selected = projects.map((project) => `--project=${project}`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const code = await run(bin('vitest'), ['run', ...selected, ...reporters, ...args], { env });
    counted(code, report, (result) => ({
      passed: result.numPassedTests,
      failed: result.numFailedTests,
      skipped: result.numPendingTests + result.numTodoTests,
      names: failedOfVitest(result),
    }));
  });

const playwright = () =>
  step('Screens, in a browser', async () => {
    const report = join(REPORTS, 'screens.json');
    const env = { CHROMIUM_PATH: ensureBrowser(), PLAYWRIGHT_JSON_OUTPUT_NAME: report };
    const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=dot,json'];
    const code = await run(bin('playwright'), args, { env });
    counted(code, report, (result) => ({
      passed: result.stats.expected + result.stats.flaky,
      failed: result.stats.unexpected,
      skipped: result.stats.skipped,
      names: specsOfPlaywright(result, hasFailed),
      flaky: specsOfPlaywright(result, isFlaky),
    }));
  });

rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });

if (process.argv.includes('--faults')) {
  await vitest('Faults', 'faults', ['faults']);
} else {
  // The compiler uses one processor only.
  const types = whole('Types', bin('tsc'), ['-b']);
  await whole('Lint', bin('biome'), ['ci', '--error-on-warnings', '.']);
  await whole('Documents', process.execPath, ['scripts/documents.mjs']);
  await whole('Plain words', process.execPath, ['scripts/plain-words.mjs']);
  await whole('Sizes of the console', process.execPath, ['--import', 'tsx', 'apps/web/scripts/sizes.ts']);
  await vitest('Rules and console', 'unit', ['unit', 'kit', 'web']);
  await types;
  const office = findOffice(process.argv.includes('--office'));
  const env = office ? { SOFFICE_PATH: office } : {};
  await vitest('Server, on the built-in PostgreSQL', 'server', ['server'], { env, args: WAITING });
  if (existsSync('/usr/lib/postgresql')) {
    const debian = { env: { TEST_DEBIAN_POSTGRES: '1' }, args: [...WAITING, ...SQL_FOLDERS] };
    await vitest("SQL, on Debian's PostgreSQL", 'server-debian', ['server'], debian);
  }
  // By itself: the servers behind it live as long as it takes, and so does what they cost the others.
  await playwright();
}

for (const name of flakyTests) console.log(`\n! passed at its second try only: ${name}`);
for (const name of failures) console.log(`\n✗ ${name}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed === 0 && counts.passed > 0 ? 0 : 1);
