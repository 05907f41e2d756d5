// Runs the builds that it is asked for. A program of its own, because bundlers keep half a gigabyte until they end.
import { buildConsole, buildServer } from './build.mjs';

const BUILDS = { server: buildServer, console: buildConsole };

try {
  for (const name of process.argv.slice(2)) await BUILDS[name]();
} catch (error) {
  console.error(`\n${error.message}\n`);
  process.exit(1);
}
