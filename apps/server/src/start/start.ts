import { ConfigError, parseConfig } from '../platform/config/config.ts';
import { helpText, type Mode } from '../platform/config/options.ts';
import { DatabaseStartError } from '../platform/db/database-start-error.ts';
import { createLog } from '../platform/log.ts';
import { CertificateError } from '../platform/read-certificate.ts';
import { say } from '../platform/say.ts';
import { PortError } from './listen-port.ts';
import { RoleError } from './role-process.ts';
import { type Places, type RunningServer, runServer } from './run-server.ts';

const WRONG_USE = 2;
const FAILED = 1;
/** Time to hand clients over to other machines and for pending writes, when the process must exit. */
const STOP_MS = 25_000;

const isForOperator = (error: unknown): error is Error =>
  [DatabaseStartError, PortError, CertificateError, RoleError].some((type) => error instanceof type);

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

/** Runs the server as configured, until it is stopped. */
export const start = async (mode: Mode, argv: string[], places: Places): Promise<void> => {
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
  /** An unexpected error has left work unfinished: it is logged, and the process exits in order. */
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'an unhandled error; the server ends');
    stop(FAILED).catch((next) => fail(String(next), FAILED));
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop(0).catch((error) => fail(String(error), FAILED));
    });
  }

  const onDatabaseEnd = (reason: string): void => {
    if (!isStopping)
      fail(`The database ended: ${reason}\nNothing more is acknowledged to devices. Start again.`, FAILED);
  };
  const onRoleGivenUp = (reason: string): void => {
    process.stderr.write(`\n${reason}\n\n`);
    stop(FAILED).catch((error) => fail(String(error), FAILED));
  };
  try {
    server = await runServer({ config, places, log, onDatabaseEnd, onRoleGivenUp });
  } catch (error) {
    // Stopping it during its start is no error.
    if (isStopping) return;
    if (isForOperator(error)) fail(error.message, FAILED);
    throw error;
  }
};
