// Every npm script of Airdeck comes through here, so that each works on a fresh clone: it checks the machine,
// installs what the lock file says, builds what is older than its sources, and hands over.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildConsole, buildServer } from './build.mjs';
import { checkMachine } from './check-machine.mjs';
import { installDependencies } from './install.mjs';
import { root } from './root.mjs';

const SERVER = 'apps/server/dist';
const SIMULATOR = 'apps/simulator/dist';

/** The supervisor, which has little to do, shall take little memory; its roles have options of their own. */
const LEAN = ['--optimize-for-size'];

const COMMANDS = {
  demo: { builds: [buildServer, buildConsole], options: LEAN, run: [`${SERVER}/main.js`, 'demo'] },
  start: { builds: [buildServer, buildConsole], options: LEAN, run: [`${SERVER}/main.js`, 'start'] },
  device: { builds: [buildServer], run: [`${SERVER}/device.js`] },
  user: { builds: [buildServer], run: [`${SERVER}/user.js`] },
  backup: { builds: [buildServer], run: [`${SERVER}/maintenance.js`, 'backup'] },
  restore: { builds: [buildServer], run: [`${SERVER}/maintenance.js`, 'restore'] },
  check: { builds: [buildServer], run: [`${SERVER}/maintenance.js`, 'check'] },
  replay: { builds: [buildServer], run: [`${SIMULATOR}/replay.js`] },
  load: { builds: [buildServer], run: [`${SIMULATOR}/load.js`] },
  test: { builds: [buildServer, buildConsole], run: ['scripts/test.mjs'] },
  'test:faults': { builds: [buildServer], run: ['scripts/test.mjs', '--faults'] },
  'test:mutants': { builds: [], run: ['scripts/mutants.mjs'], isSource: true },
  bench: { builds: [buildServer, buildConsole], run: ['bench/src/main.ts'], isSource: true },
  screens: { builds: [], run: ['e2e/src/pictures/take.ts'], isSource: true },
};

const [name, ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (!command) {
  console.error(`Unknown command: ${name}. There are: ${Object.keys(COMMANDS).join(', ')}.`);
  process.exit(2);
}

checkMachine();
// As it was given to us: building the console sets NODE_ENV, which is not for those who come after.
const env = { ...process.env };
try {
  await installDependencies();
  for (const build of command.builds) await build();
} catch (error) {
  console.error(`\n${error.message}\n`);
  process.exit(1);
}

const [script, ...first] = command.run;
const loader = command.isSource ? ['--import', 'tsx'] : (command.options ?? ['--enable-source-maps']);
const child = spawn(process.execPath, [...loader, join(root, script), ...first, ...args], {
  stdio: 'inherit',
  env,
});
// Hands signals on and ends as the other ends; the server takes a signal that comes twice (from the terminal too) once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
