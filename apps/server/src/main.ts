import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ConfigError, parseConfig } from './platform/config/config.ts';
import { helpText, type Mode } from './platform/config/options.ts';
import { DatabaseStartError } from './platform/db/database-start-error.ts';
import { createLog } from './platform/log.ts';
import { say } from './platform/say.ts';
import { PortError } from './start/listen-port.ts';
import { CertificateError } from './start/read-certificate.ts';
import { type RunningServer, runServer } from './start/run-server.ts';

// The same from apps/server/src as from apps/server/dist.
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const places = {
  version: (JSON.parse(readFileSync(path('../../../package.json'), 'utf8')) as { version: string }).version,
  migrations: path('../src/migrations'),
  consoleFolder: path('../../web/dist'),
};

const WRONG_USE = 2;
const FAILED = 1;
/** What is still to be written when the process is asked to end gets this long. */
const STOP_MS = 15_000;

const isForOperator = (error: unknown): error is Error =>
  error instanceof DatabaseStartError || error instanceof PortError || error instanceof CertificateError;

const fail = (message: string, code: number): never => {
  process.stderr.write(`\n${message}\n\n`);
  process.exit(code);
};

const readConfig = (mode: Mode, argv: string[]) => {
  try {
    return parseConfig(mode, argv, process.env);
  } catch (error) {
    if (error instanceof ConfigError) return fail(error.message, WRONG_USE);
    throw error;
  }
};

const [given, ...argv] = process.argv.slice(2);
const mode: Mode = given === 'demo' ? 'demo' : 'start';
const config = readConfig(mode, argv);
if (config.help) {
  say(helpText(mode));
  process.exit(0);
}

const log = createLog({ level: config.logLevel });
let server: RunningServer | null = null;
let isStopping = false;

const stop = async (code: number): Promise<void> => {
  if (isStopping) return;
  isStopping = true;
  say('… stopping');
  setTimeout(() => process.exit(FAILED), STOP_MS).unref();
  await server?.stop();
  process.exit(code);
};
/** What nobody foresaw has left things half-done: they are written down, and the process ends in order. */
process.on('uncaughtException', (error, origin) => {
  log.fatal({ err: error, origin }, 'an error that nobody handles; the server ends');
  stop(FAILED).catch((next) => fail(String(next), FAILED));
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stop(0).catch((error) => fail(String(error), FAILED));
  });
}

try {
  server = await runServer(config, places, log, (reason) => {
    if (!isStopping)
      fail(`The database ended: ${reason}\nNothing more is acknowledged to devices. Start again.`, FAILED);
  });
} catch (error) {
  if (isForOperator(error)) fail(error.message, FAILED);
  throw error;
}
