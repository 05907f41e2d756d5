// Entry point of the server. Started directly, it runs the supervisor (start/), which starts this program again once
// for each role (processes/).
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { holdYoungGeneration } from './platform/heap-growth.ts';

// The relative paths are valid from apps/server/src and from apps/server/dist.
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const [given, ...argv] = process.argv.slice(2);

if (given === 'role') {
  holdYoungGeneration();
  const { runRole } = await import('./processes/run-role.ts');
  runRole(argv[0]);
} else if (given === 'task') {
  const { runTask } = await import('./start/run-task.ts');
  runTask();
} else {
  // The supervisor computes too little for V8's optimizing compiler, whose own code takes 4 MB once a function of the start
  // was optimized. The demo's virtual building, a thread of it, computes more.
  if (given !== 'demo') setFlagsFromString('--no-opt');
  const { start } = await import('./start/start.ts');
  await start(given === 'demo' ? 'demo' : 'start', argv, {
    version: (JSON.parse(readFileSync(path('../../../package.json'), 'utf8')) as { version: string }).version,
    migrations: path('../src/migrations'),
    consoleFolder: path('../../web/dist'),
    program: fileURLToPath(import.meta.url),
  });
}
