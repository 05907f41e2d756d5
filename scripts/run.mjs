// Entry point of every npm script, so that each works on a fresh clone: checks the machine, installs the lock file's
// packages, builds what is older than its sources, and starts the command.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkMachine } from './check-machine.mjs';
import { installDependencies } from './install.mjs';
import { PROGRAMS } from './programs.mjs';
import { root } from './root.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** `isHere`: runs in this process, so that a server that runs for months needs one process less. */
const COMMANDS = {
  ...Object.fromEntries(Object.entries(PROGRAMS).map(([name, run]) => [name, { builds: ['server'], run }])),
  demo: { builds: ['server', 'console'], run: PROGRAMS.demo, isHere: true },
  start: { builds: ['server', 'console'], run: PROGRAMS.start, isHere: true },
  package: { builds: ['console'], run: ['scripts/package.mjs'], isSource: true },
  test: { builds: ['server', 'console'], run: ['scripts/test.mjs'] },
  'test:faults': { builds: ['server'], run: ['scripts/test.mjs', '--faults'] },
  'test:mutants': { builds: [], run: ['scripts/mutants.mjs'], isSource: true },
  bench: { builds: ['server', 'console'], run: ['bench/src/main.ts'], isSource: true },
  cluster: { builds: ['server', 'console'], run: ['bench/src/cluster/main.ts'], isSource: true },
  schema: { builds: [], run: ['apps/server/src/schema/write-schema.ts'], isSource: true },
  devices: { builds: [], run: ['apps/server/src/device-pages/write-device-pages.ts'], isSource: true },
  screens: { builds: [], run: ['e2e/src/pictures/take.ts'], isSource: true },
};

const [name, ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) {
  console.error(`Unknown command: ${name}. There are: ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(2);
}

/** Runs another Node program and forwards signals to it; returns its exit code. */
const runProgram = (options) =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, options, { stdio: 'inherit' });
    const pass = (signal) => child.kill(signal);
    for (const signal of SIGNALS) process.on(signal, pass);
    child.once('exit', (code, signal) => {
      for (const each of SIGNALS) process.off(each, pass);
      resolve(code ?? (signal ? 1 : 0));
    });
  });

checkMachine();
try {
  await installDependencies();
} catch (error) {
  console.error(`\n${error.message}\n`);
  process.exit(1);
}
const failed = await runProgram([join(root, 'scripts/run-builds.mjs'), ...command.builds]);
if (failed) process.exit(failed);

const [script, ...first] = command.run;
if (command.isHere) {
  // The server reads its command and options from the same arguments, and ends the process itself.
  await import(join(root, script));
} else {
  const loader = command.isSource ? ['--import', 'tsx'] : ['--enable-source-maps'];
  process.exit(await runProgram([...loader, join(root, script), ...first, ...args]));
}
