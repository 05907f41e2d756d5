// Runs the given builds in a separate process, because bundlers hold half a gigabyte until they exit.
import { buildConsole, buildServer } from './build.mjs';

const BUILDS = { server: buildServer, console: buildConsole };

try {
  for (const name of process.argv.slice(2)) await BUILDS[name]();
} catch (error) {
  console.error(`\n${error.message}\n`);
  process.exit(1);
}
