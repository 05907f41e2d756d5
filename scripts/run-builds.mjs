// Runs the given builds in a separate process, because bundlers hold half a gigabyte until they exit.
import { buildConsole, buildServer } from './build.mjs';

// That of a test would make a development build, with the paths of this machine.
process.env.NODE_ENV = 'production';

const BUILDS = { server: buildServer, console: buildConsole };

try {
  for (const name of process.argv.slice(2)) await BUILDS[name]();
} catch (error) {
  console.error(`\n${error.message}\n`);
  process.exit(1);
}
